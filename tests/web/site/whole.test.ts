import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from '../../../web/site/page.ts';
import { wholeBook } from '../../../web/site/whole.ts';

const page = (file: string, body: string, headings: Page['headings'] = []): Page => ({
  file,
  title: file,
  lede: '',
  description: '',
  body,
  headings,
});

const assets = { icon: '<svg/>', styles: 'b{}', boot: '1', scripts: ['2'] };

function book(pages: Page[], more = {}): string {
  return wholeBook({ title: 'A book', language: 'en', pages }, pages, { ...assets, ...more });
}

test('links between pages become links to places', () => {
  const html = book([
    page('index.html', '<a href="two.html">2</a> <a href="two.html#end">end</a> <a href="#here">here</a>'),
    page(
      'two.html',
      '<p id="end"><a href="index.html">1</a> <a href="https://a.example/two.html">away</a></p>',
    ),
  ]);
  for (const link of ['#two', '#end', '#here', '#index', 'https://a.example/two.html'])
    assert.ok(html.includes(`href="${link}"`), link);
});

test('of two places with one id the later is renamed, with all that leads to it', () => {
  const html = book([
    page('index.html', '<h2 id="end">1</h2><a href="two.html#end">2</a><p id="two">3</p>'),
    page(
      'two.html',
      '<h2 id="end">4</h2><label for="end">5</label><p aria-labelledby="x end" id="x">an id="end" in text</p>' +
        '<a href="#end">6</a><p id="main">7</p>',
      [{ level: 2, id: 'end', text: 'End' }],
    ),
  ]);
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length - 1, 'but for the text that looks like an id');
  assert.match(html, /<h2 id="end">1<\/h2><a href="#two-end">2<\/a><p id="index-two">3/);
  assert.match(
    html,
    /<h2 id="two-end">4<\/h2><label for="two-end">5<\/label><p aria-labelledby="x two-end" id="x">/,
  );
  assert.match(html, /an id="end" in text/);
  assert.match(html, /<a href="#two-end">6<\/a><p id="two-main">7/);
});

test('no text of a script ends the script', () => {
  const html = book([page('index.html', '')], { scripts: ['a="</script><!-- <SCRIPT>"'] });
  assert.ok(html.includes('<script>a="\\x3c/script>\\x3c!-- \\x3cSCRIPT>"</script>'));
});
