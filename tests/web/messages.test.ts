// What the interface says stands in web/messages and nowhere else, each language says all of it, and figures, sentences and pages
// hold no word that is not from there. That a language lacks no message is the compiler's to say.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import ts from 'typescript';
import { accessOf, badge, figure, laneFacts, marks, sentence, strip, table } from '../../web/figure/index.ts';
import { allMessages } from '../../web/messages/all.ts';
import { otherLanguages, spoken } from '../../web/messages/index.ts';
import { speech } from '../../web/messages/speech.ts';
import { first, requestOf } from './requests.ts';
import { build, has, hasNot } from './site/stub.ts';

/** A table of messages in which each is marked, so that what is not from it can be told. */
function marked<T>(messages: T): T {
  if (typeof messages === 'string') return `⟦${messages}⟧` as T;
  if (typeof messages === 'function') return ((...given: unknown[]) => marked(messages(...given))) as T;
  if (Array.isArray(messages)) return messages.map(marked) as T;
  if (typeof messages !== 'object' || messages === null) return messages;
  return Object.fromEntries(Object.entries(messages).map(([name, each]) => [name, marked(each)])) as T;
}

/** The text of HTML, with what is said of it to screen readers, but for what stands in marks, or is code. */
function unmarked(html: string): string {
  const said = [...html.matchAll(/ (?:aria-label|title|placeholder)="([^"]*)"/g)].map(([, text]) => text);
  const text = `${html.replace(/<title[^>]*>|<[^>]*>/g, ' ')} ${said.join(' ')}`;
  let inner = text;
  for (let last = ''; last !== inner; ) {
    last = inner;
    inner = inner.replace(/⟦[^⟦⟧]*⟧/g, '');
  }
  return inner.replace(/shared\[[^\]]*\]/g, '');
}

const requests = [
  requestOf(lane => 32 * lane),
  requestOf(lane => 128 * lane),
  requestOf(lane => 4 * lane),
  requestOf(lane => 4 * ((lane * lane * 7) % 61)),
  requestOf(() => 40),
  requestOf(lane => 32 * lane, { bytes: 16, op: 'ld.v4.b32' }),
  requestOf(lane => 16 * lane, { bytes: 16, op: 'st.v4.b32', kind: 'store' }),
  requestOf(lane => 4 * (lane % 5), { op: 'atom.add.u32', kind: 'atomic' }),
];

test('figures, sentences, tables and marks say nothing of their own', () => {
  const say = marked(allMessages.en.figure);
  for (const report of requests) {
    const shapes = (['wide', 'tall'] as const).map(shape =>
      figure(report, first, { shape, idPrefix: 'x', live: true, say }),
    );
    const facts = laneFacts(accessOf(report, first), 3, say);
    const mark = marks(report, say)[0]!;
    const { text, title } = badge(report, 0, say);
    const said = [
      ...shapes,
      sentence(report, first, say),
      table(report, first, say),
      strip(report, first, say),
      ...[facts.name, ...facts.steps, facts.spoken, mark.text, mark.title, text, title],
    ];
    for (const html of said) assert.doesNotMatch(unmarked(html), /[a-z]{2}/i, html);
  }
});

test('in German the same is told of the same numbers', () => {
  const german = allMessages.de.figure;
  const numbers = (html: string): string[] =>
    html
      .replace(/<[^>]*>/g, ' ')
      .match(/\d+/g)!
      .sort();
  for (const report of requests) {
    const [told, erzählt] = [sentence(report, first), sentence(report, first, german)];
    assert.notEqual(told, erzählt);
    assert.deepEqual(numbers(erzählt), numbers(told), erzählt);
  }
  assert.equal(
    sentence(requests[0]!, first, german).replace(/<[^>]*>/g, ''),
    '8 Wavefronts, ideal 1. Benachbarte Lanes liegen 8 Wörter auseinander: ggT(8, 32) = 8, also erreichen sie nur 4 der 32 Banks. ' +
      'Dort wollen alle Lanes 0, 4, 8, … 28 zu Bank 0, jede zu einem anderen Wort.',
  );
});

test('plurals and numbers are written by the rules of the language', () => {
  const { plural, count } = speech('en', ',', 'and', n => n);
  assert.equal(plural(1, 'lane'), '1 lane');
  assert.equal(plural(1024, 'lane'), '1,024 lanes');
  assert.equal(speech('de', '.', 'und', n => n).plural(1024, 'Wort', 'Wörter'), '1.024 Wörter');
  assert.equal(count(32), '32');
  for (const [language, mark] of [
    ['en', ','],
    ['de', '.'],
  ] as const)
    for (const n of [0, 999, 1000, 12_345, 123_456, 1_234_567, -1234, 0.1256, 1234.5])
      assert.equal(speech(language, mark, '', () => '').count(n), new Intl.NumberFormat(language).format(n));
});

test('a language is found by its tag, and English stands for those that are not known', () => {
  assert.equal(spoken('de-AT'), 'de');
  assert.equal(spoken('DE'), 'de');
  for (const tag of ['', 'en', 'en-GB', 'fr', 'den', 'x-de']) assert.equal(spoken(tag), 'en', tag);
  for (const language of otherLanguages) assert.equal(allMessages[language].language, language);
});

test('a book in German has German chrome', () => {
  const { html, problems } = build('## Eins\n\n::lab odd\n\n## Zwei\n', {
    'book.yaml': 'title: Buch\nlanguage: de\nchapters: [page]\n',
    'snippets/odd.cu': 'float v = shared[tid * 8];\n',
  });
  assert.deepEqual(problems, []);
  has(html, /<html lang="de">/);
  has(html, /<script src="assets\/banklab\.de\.js" defer>[\s\S]*assets\/banklab\.js/);
  for (const said of [
    'Auf dieser Seite',
    'Im Buch suchen',
    'Zum Text',
    'Kapitel 1',
    'Bild 1.1',
    'Dasselbe als Tabelle',
    'ideal 1',
  ])
    assert.ok(html.includes(said), said);
  hasNot(html, /wavefronts|Neighbouring|Skip to|Chapter|Everything stands/);
});

/** Texts of a source that a reader might come to see. Those of errors, which speak to authors and programmers, are not among them. */
function textsIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isThrowStatement(node) || ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node) && /\.(fail|add|error|matches)$/.test(node.expression.getText())) return;
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** Words that a reader would see: between tags, in names for screen readers, or a sentence by itself. */
function proseIn(text: string): string | undefined {
  const said = [...text.matchAll(/(?:aria-label|title|placeholder)="([A-Za-z][^"]*)"/g)].map(
    ([, value]) => value!,
  );
  const between = [...text.matchAll(/>([^<>]*[A-Za-z]{2}[^<>]*)</g)].map(([, value]) => value!);
  const bare = /[<>={}[\]()#*]/.test(text) ? '' : text;
  const sentence =
    /\b[A-Za-z]{2,} [a-z]+ [a-z]{2,}/.test(bare) || /^[A-Z][a-z]+( [a-z]|\.$|…)/.test(bare) ? [bare] : [];
  return [...said, ...between, ...sentence][0];
}

test('no source of the interface holds a text of its own', () => {
  const rooms = ['lab', 'figure', 'mend', 'reader'];
  const pages = ['page', 'figures', 'exercise', 'questions', 'cards', 'glossary', 'markup', 'book', 'whole'];
  const files = [
    ...rooms.flatMap(room => readdirSync(room).map(file => `${room}/${file}`)),
    ...pages.map(page => `site/${page}.ts`),
  ].filter(file => /\.ts$/.test(file) && !/\.d\.ts$/.test(file));
  assert.ok(files.length > 60);
  // The words in these are CUDA's.
  const found = files
    .filter(file => !['lab/link.ts', 'lab/highlight.ts'].includes(file))
    .flatMap(file =>
      textsIn(file).flatMap(text => (proseIn(text) === undefined ? [] : [`${file}: ${proseIn(text)}`])),
    );
  assert.deepEqual(found, []);
});

test('a text in a source would be found', () => {
  const texts = [
    '<p>Press Esc.</p>',
    '<b aria-label="close">',
    'Copied.',
    'Searching…',
    'The link stands in the address bar.',
  ];
  for (const text of texts) assert.ok(proseIn(text), text);
});
