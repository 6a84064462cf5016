// What a page with script need not parse at once: figures as text, with their places kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asleep, drawingsAsleep } from '../../../web/site/asleep.ts';
import { build } from './stub.ts';

const drawing = (kind: string, height: number) =>
  `<svg class="drawing ${kind}" viewBox="0 0 800 ${height}" role="img"><text>8</text></svg>`;

test('asleep, HTML is the same as text, and each of its drawings has a place of its size', () => {
  assert.equal(asleep('<table></table>'), '<noscript><table></table></noscript>');
  const html = `<figure>${drawing('wide', 90)}\n${drawing('tall', 300)}<figcaption>T</figcaption></figure>`;
  const slept = drawingsAsleep(html);
  const [whole, text, places] = /<noscript>([\s\S]*)<\/noscript>([\s\S]*)<figcaption>/.exec(slept)!;
  assert.equal(slept.replace(whole, `${text}<figcaption>`), html);
  assert.equal(
    places,
    '<svg class="drawing wide place" viewBox="0 0 800 90" aria-hidden="true"></svg>' +
      '<svg class="drawing tall place" viewBox="0 0 800 300" aria-hidden="true"></svg>',
  );
});

test('a page’s first figure is awake, the others are not; what they say can be read at once', () => {
  const { html } = build('## One\n\n::lab odd\n\n## Two\n\n::figure odd\n', {
    'book.yaml': 'title: Book\nchapters: [page]\n',
    'snippets/odd.cu': 'float v = shared[tid * 8];\n',
  });
  const figures = html.match(/<figure>[\s\S]*?<\/figure>/g)!;
  assert.equal(figures.length, 2);
  assert.match(figures[0]!, /<div class="bank-figures"><svg class="bank-figure wide"/);
  assert.match(figures[1]!, /<div class="bank-figures"><noscript><svg class="bank-figure wide"/);
  for (const figure of figures) assert.match(figure, /<figcaption>.*<\/figcaption>/);
  assert.equal(html.match(/class="table"[^>]*><noscript><table/g)!.length, 2);
});
