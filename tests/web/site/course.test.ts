// A course: a folder with a book.yaml of its own, in front of the book's content. It orders chapters, leaves some out, adds its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build, has, hasNot } from './stub.ts';

const page = (title: string, text: string) =>
  `---\ntitle: ${title}\nlede: What is ${title}?\ndescription: About ${title}.\n---\n${text}`;

const glossary = `- term: bank
  meaning: One of 32 parts.
  see: first.html#a
- term: lane
  meaning: One of 32 threads.
  see: second.html
`;

const book = {
  'book.yaml': 'title: Book\nfront: [index]\nchapters: [first, second, third]\nback: [glossary]\n',
  'index.md': page('Home', '::pages\n'),
  'first.md': page(
    'First',
    '## A {#a}\n\nA bank and a lane, as [the second](second.html#b) says.\n\n## What to remember {#remember}\n\n- One.\n',
  ),
  'second.md': page('Second', '## B {#b}\n\nMore of [the first](first.html).\n\n::lab eight\n'),
  'third.md': page('Third', '## C {#c}\n\nSee [the second](second.html).\n\n::lab eight\n'),
  'glossary.md': page('Glossary', '::terms\n'),
  'glossary.yaml': glossary,
};

test('a course takes the chapters that it names, in its order, and its own among them', () => {
  const { pages, problems } = build('', book, {
    'book.yaml': 'title: GPU 101\nfront: [index]\nchapters: [third, ours, first]\nback: [glossary]\n',
    'ours.md': page(
      'Ours',
      '## Here {#here}\n\nA lane.\n\n::lab mine\n\nBack to [the third](third.html#c).\n',
    ),
    'snippets/mine.cu': 'float v = shared[tid * 4];\n',
  });
  assert.deepEqual(problems, []);
  assert.deepEqual(
    [...pages.keys()],
    ['index.html', 'third.html', 'ours.html', 'first.html', 'glossary.html'],
  );
  has(pages.get('third.html')!, /Chapter 1</);
  has(pages.get('ours.html')!, /Chapter 2<[\s\S]*shared\[[\s\S]*href="third\.html#c"/);
  has(pages.get('index.html')!, /<title>Home<\/title>[\s\S]*third\.html[\s\S]*ours\.html[\s\S]*first\.html/);
});

test('a link to a chapter that is left out is its text, and a term that it explains is told without', () => {
  const { pages, problems } = build('', book, {
    'book.yaml': 'title: GPU 101\nchapters: [first]\nback: [glossary]\n',
  });
  assert.deepEqual(problems, []);
  for (const html of pages.values()) hasNot(html, /second\.html|third\.html/);
  has(pages.get('first.html')!, /as the second says\./);
  has(pages.get('first.html')!, /href="glossary\.html#term-bank"/);
  has(pages.get('glossary.html')!, /One of 32 parts\. <a href="first\.html#a">Explained here/);
  has(pages.get('glossary.html')!, /One of 32 threads\.<\/dd>/);
});

test('without the glossary no term is linked', () => {
  const { pages, problems } = build('', book, { 'book.yaml': 'title: GPU 101\nchapters: [first]\n' });
  assert.deepEqual(problems, []);
  hasNot(pages.get('first.html')!, /class="term"/);
});

test('a page, a snippet and a term of the course take the place of the book’s', () => {
  const { pages, problems } = build('', book, {
    'book.yaml': 'title: GPU 101\nchapters: [first, second]\nback: [glossary]\n',
    'first.md': page('Our first', '## A {#a}\n\nA bank and a warp.\n'),
    'snippets/eight.cu': 'float v = shared[tid * 16];\n',
    'glossary.yaml':
      '- term: bank\n  meaning: A place to sit.\n  see: first.html#a\n- term: warp\n  meaning: 32 lanes.\n  see: first.html#a\n',
  });
  assert.deepEqual(problems, []);
  has(pages.get('first.html')!, /Our first/);
  has(pages.get('second.html')!, /16 of 1 · 16-way/);
  has(pages.get('glossary.html')!, /A place to sit\.[\s\S]*One of 32 threads\.[\s\S]*32 lanes\./);
  hasNot(pages.get('glossary.html')!, /One of 32 parts/);
});

test('a course in German speaks German around its texts, and has no English there', () => {
  const { pages, problems } = build('', book, {
    'book.yaml':
      'title: Kurs\nlanguage: de\nfront: [index]\nchapters: [eins]\nback: [karten, üben]\n'.replace(
        'üben',
        'ueben',
      ),
    'glossary.yaml':
      '- term: bank\n  meaning: Ein Teil.\n  see: eins.html\n- term: lane\n  meaning: Ein Thread.\n  see: eins.html\n',
    'eins.md': page('Eins', '## Hier {#hier}\n\n::lab eight\n\n## Merken {#remember}\n\n- Dies.\n'),
    'karten.md': page('Karten', '::review\n'),
    'ueben.md': page(
      'Sonst',
      '::occupancy threads = 128, bytes = 7936, padding = 128, on = sm_100 | Wie viele\n',
    ),
  });
  assert.deepEqual(problems, []);
  has(pages.get('eins.html')!, /Kapitel 1/);
  has(pages.get('ueben.html')!, /Auf 10\.0, Blöcke von 128 Threads/);
  has(
    pages.get('karten.html')!,
    /data-card="chapter-eins"[\s\S]*What is Eins\?[\s\S]*Dies\.[\s\S]*#remember/,
  );
  for (const html of pages.values())
    hasNot(html, />[^<]*\b(?:the|of|and|with|blocks|Explained|Chapter|Table|Search|Skip)\b[^<]*</);
});

test('what is wrong in a course is told at its own place', () => {
  const { problems } = build('', book, {
    'book.yaml': 'title: GPU 101\nchapters: [first, fourth, bad]\n',
    'bad.md': page('Bad', 'Text.\n\n::lab nothing\n'),
  });
  assert.deepEqual(problems, [
    "course/bad.md:8: no snippet 'nothing'; write course/snippets/nothing.cu",
    "course/book.yaml:2: no page 'fourth'; write course/fourth.md",
  ]);
});
