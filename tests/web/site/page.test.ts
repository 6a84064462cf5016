import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build, has, hasNot } from './stub.ts';

test('no page has inline script, inline style or an address of another host', () => {
  const { html, problems } = build(`## One

| a | b |
| :-: | --: |
| $\\frac{1}{2}$ | x |

$$ \\left\\lfloor \\frac{x}{4} \\right\\rfloor \\bmod 32 $$

::lab any(s = 3)

::drawing banks

::drawing halves

\`\`\`cuda
float x = 1.0f;
\`\`\`

## Two
`);
  assert.deepEqual(problems, []);
  hasNot(html, / style=|<style| on\w+="|javascript:/);
  hasNot(html.replaceAll('http://www.w3.org/', ''), /https?:\/\//);
  for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    assert.match(attributes!, /src="assets\//);
    assert.equal(body, '');
  }
  for (const [, link] of html.matchAll(/ (?:href|src)="([^"]*)"/g))
    assert.doesNotMatch(link!, /^\/|^[a-z]+:/);
});

test('HTML in the content is text', () => {
  const { main } = build('<script>alert(1)</script> <b onclick="x">b</b>');
  hasNot(main, /<script|<b /);
});

test('the text of a snippet is its source', () => {
  const source = 'float v = shared[tid * 8]; // a < b && "c"';
  const { main, problems } = build('::lab odd', { 'snippets/odd.cu': `${source}\n` });
  assert.deepEqual(problems, []);
  const code = /<code class="language-cuda">([\s\S]*?)<\/code>/.exec(main)![1]!;
  const text = code
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  assert.equal(text, source);
  has(code, /data-mark="8 of 1 · 8-way" data-level="conflict"/);
});

test('knobs that are set travel with the snippet', () => {
  const { main } = build('::lab any(s = 3)\n\n::lab any(s = 3)');
  const labs = [...main.matchAll(/<bank-lab id="([^"]*)" machine="sm_90" knobs="([^"]*)">/g)];
  assert.deepEqual(
    labs.map(lab => lab[1]),
    ['any-s3-lab', 'any-s3-2-lab'],
  );
  assert.equal(labs[0]![2], '{&quot;s&quot;:3}');
});

test('a slider’s range travels with its value, into labs alone', () => {
  const { main, problems } = build('::lab any(s = 6 1..8)\n\n::lab any(s=6 -2..12) | Title');
  assert.deepEqual(problems, []);
  assert.deepEqual(
    [...main.matchAll(/<bank-lab id="([^"]*)" machine="sm_90" knobs="([^"]*)">/g)].map(([, id, knobs]) => [
      id,
      JSON.parse(knobs!.replaceAll('&quot;', '"')),
    ]),
    [
      ['any-s6-lab', { s: { value: 6, min: 1, max: 8 } }],
      ['any-s6-2-lab', { s: { value: 6, min: -2, max: 12 } }],
    ],
  );
  for (const [text, problem] of [
    ['::lab any(s = 9 1..8)', /'s = 9 1\.\.8' is no slider: its value must lie within its range$/],
    ['::lab any(s = 1..8)', /a figure shows one value of 's', not a range$/],
    ['::lab any(s = 6 8)', /can't read 's = 6 8'/],
    ['::figure any(s = 6 1..8)', /only a lab has sliders; give 's' one value here$/],
    ['{{ sites[0].ideal @ any(s = 6 1..8) }}', /only a lab has sliders/],
  ] as const)
    assert.match(build(text).problems[0] ?? 'no problem', problem, text);
});

test('the page lists its parts in their order', () => {
  const { html } = build('## One {#first}\n\n### Below\n\n## Two\n');
  const nav = /<nav class="contents"[\s\S]*?<\/nav>/.exec(html)![0];
  assert.deepEqual(
    [...nav.matchAll(/<a href="([^"]*)">([^<]*)</g)].map(link => [link[1], link[2]]),
    [
      ['#first', 'One'],
      ['#below', 'Below'],
      ['#two', 'Two'],
    ],
  );
});

test('directives in fenced code are code', () => {
  const { main, problems } = build('```\n:::exercise x\n```\n');
  assert.deepEqual(problems, []);
  has(main, /<code>:::exercise x\n<\/code>/);
});

test('cards are held against the engine', () => {
  const card = (engine: string) =>
    `:::cards c\n- front: Stride 8?\n  back: 8-way\n  engine: ${engine}\n:::\n`;
  assert.deepEqual(build(card('sites[0].max_degree == 8 @ eight')).problems, []);
  assert.deepEqual(build(card('sites[0].max_degree == 4 @ eight')).problems, [
    "content/page.md:9: the engine contradicts 'sites[0].max_degree == 4 @ eight': it is false",
  ]);
  assert.match(build(':::cards c\n- front: A?\n:::\n').problems[0]!, /a card has a 'front' and a 'back'$/);
});

test('math that can not be read is a fault', () => {
  assert.match(build('Here $\\frac{1}$ is.').problems[0]!, /^content\/page\.md:6: math: /);
});

test('a book names what it lacks', () => {
  const missing = build('', { 'book.yaml': 'title: A book\nfront: [page, other]\n' });
  assert.deepEqual(missing.problems, ["content/book.yaml:2: no page 'other'; write content/other.md"]);
  const bare = build('', { 'page.md': 'No front matter.\n' });
  assert.match(bare.problems[0]!, /^content\/page\.md:1: a page begins with '---'/);
});

test('the same content gives the same page', () => {
  const text = '## A\n\n::lab any(s = 3)\n\n{{ sites[0].wavefronts @ eight }}\n';
  assert.equal(build(text).html, build(text).html);
});

const chapter = { 'book.yaml': 'title: A book\nfront: [index]\nchapters: [page]\n' };
const front = { 'index.md': '---\ntitle: Front\nlede: It begins.\ndescription: All.\n---\n::pages\n' };
const asked = (id: string, level: string) => `:::exercise ${id} Eight
${level}ask:
  - number: wavefronts
    answer: 8
    engine: sites[0].wavefronts
    right: Yes.
    wrong:
      else: No.
---
::lab eight
:::solution
So it is.
:::
:::
`;

test('a chapter numbers itself, its figures and its exercises, and each number is a link to its place', () => {
  const text = `## A part {#part}\n\n## Another\n\n::lab eight | Lanes *far* apart\n\n::drawing banks\n\n${asked('eight', 'level: 2\n')}`;
  const { html, main, problems, pages } = build(text, { ...chapter, ...front });
  assert.deepEqual(problems, []);
  has(main, /<p class="chapter-number">Chapter 1<\/p>\n<h1>A page<\/h1>/);
  has(main, /<h2 id="part"><a class="anchor" href="#part">A part<\/a><\/h2>/);
  has(
    main,
    /<p class="figure-title" id="figure-eight"><a href="#figure-eight">Figure 1\.1<\/a> Lanes <em>far<\/em> apart<\/p>\n<bank-lab/,
  );
  has(main, /id="figure-banks"><a href="#figure-banks">Figure 1\.2<\/a>/);
  hasNot(main, /Figure 1\.3/);
  has(main, /<a href="#eight">Exercise 1\.1<\/a> <span>Application<\/span>/);
  has(html, /<a href="#eight" data-exercise="eight"><span class="id">1\.1<\/span> Eight/);
  const list = pages.get('index.html')!;
  has(list, /<span class="number">1<\/span> <a href="page\.html">A page<\/a>/);
  has(list, /data-exercises="eight"/);
  has(list, /rel="next" href="page\.html"><span>Next · Chapter 1<\/span> A page/);
});

test("a chapter's exercise has a level, and no two pages one exercise", () => {
  assert.deepEqual(build(asked('eight', ''), { ...chapter, ...front }).problems, [
    "content/page.md:7: an exercise of a chapter has a 'level', 1 to 5",
  ]);
  assert.match(
    build(asked('eight', 'level: 6\n'), { ...chapter, ...front }).problems[0]!,
    /'level' is 1 to 5$/,
  );
  const twice = build(asked('eight', 'level: 1\n'), {
    'book.yaml': 'title: A book\nchapters: [page, other]\n',
    'other.md': `---\ntitle: Other\nlede: Other.\ndescription: Other.\n---\n${asked('eight', 'level: 1\n')}`,
  });
  assert.deepEqual(twice.problems, [
    'content/other.md:1: exercise eight is in content/page.md already; give it another id',
  ]);
});

test('a chapter links each term at its first use, with its meaning at hand; the glossary lists them', () => {
  const files = {
    'book.yaml': 'title: A book\nchapters: [page]\nback: [glossary]\n',
    'glossary.yaml':
      '- term: bank\n  forms: [banks]\n  meaning: It delivers a *word*.\n  see: page.html#a\n- term: bank conflict\n  meaning: Words that wait.\n  see: page.html#a\n',
    'glossary.md': '---\ntitle: Glossary\nlede: Words.\ndescription: Words.\n---\n::terms\n\nA bank.\n',
  };
  const text = `## A bank {#a}\n\nRiver\`bank\` and riverbank. **Banks** wait, a [bank](page.html#a), a bank conflict, a bank.\n\n## B\n`;
  const { main, problems, pages } = build(text, files);
  assert.deepEqual(problems, []);
  const terms = [
    ...main.matchAll(/<a href="glossary\.html#([^"]+)" aria-describedby="([^"]+)">([^<]*)<\/a>/g),
  ];
  assert.deepEqual(
    terms.map(([, id, tip, word]) => [id, tip, word]),
    [
      ['term-bank', 'tip-term-bank', 'Banks'],
      ['term-bank-conflict', 'tip-term-bank-conflict', 'bank conflict'],
    ],
  );
  has(main, /<span role="tooltip" id="tip-term-bank">It delivers a <em>word<\/em>\.<\/span>/);
  const glossary = pages.get('glossary.html')!;
  has(
    glossary,
    /<dt id="term-bank"><a class="anchor" href="#term-bank">bank<\/a><\/dt>\n<dd>It delivers a <em>word/,
  );
  hasNot(glossary, /role="tooltip"/);
  const wrong = build('', { 'glossary.yaml': '- term: bank\n' });
  assert.match(wrong.problems[0]!, /^content\/glossary\.yaml:1: a term has a 'term', a 'meaning' and 'see'/);
});
