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
  const missing = build('', { 'book.yaml': 'title: A book\npages: [page, other]\n' });
  assert.deepEqual(missing.problems, ["content/book.yaml:2: no page 'other'; write content/other.md"]);
  const bare = build('', { 'page.md': 'No front matter.\n' });
  assert.match(bare.problems[0]!, /^content\/page\.md:1: a page begins with '---'/);
});

test('the same content gives the same page', () => {
  const text = '## A\n\n::lab any(s = 3)\n\n{{ sites[0].wavefronts @ eight }}\n';
  assert.equal(build(text).html, build(text).html);
});
