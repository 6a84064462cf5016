import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finder, type Place } from '../../../web/reader/finder.ts';
import { indexScript } from '../../../web/site/search.ts';

const body = `<p>One <b>warp</b> &lt; two.</p>
<h2 id="banks">Banks &amp; words</h2>
<p>There are 32<br>banks.</p><svg><path d="M0"/><text>figure</text></svg>
<pre><code>float v = <span>shared</span>[tid * 8];</code></pre>
<section id="L1.1"><p class="level">L1.1</p><h3 id="L1.1-title">Which bank?</h3>
<p>Think<sub>1</sub>.</p><form><label>bank <input></label><template>because</template></form>
<details><summary>Worked solution</summary><p>It is <em>six</em>.</p></details><p>Later.</p></section>`;

const page = {
  file: 'one.html',
  title: 'One page',
  lede: 'The lede.',
  description: '',
  body,
  headings: [
    { level: 2, id: 'banks', text: 'Banks &amp; words' },
    { level: 3, id: 'L1.1', text: '<span class="id">L1.1</span> Which bank?', exercise: true },
  ],
};

test('each part of a page is a place, with its text and without answers and figures', () => {
  const script = indexScript([page], ({ file }, id) => `${file}#${id}`);
  const places = JSON.parse(/^globalThis\.bankLabPlaces = (.*);\n$/s.exec(script)![1]!) as Place[];
  assert.deepEqual(
    places.map(({ title, href, text }) => [title, href, text]),
    [
      ['One page', 'one.html#', 'The lede. One warp < two.'],
      ['Banks & words', 'one.html#banks', 'There are 32 banks. float v = shared[tid * 8];'],
      ['L1.1 Which bank?', 'one.html#L1.1', 'Think1. bank Later.'],
    ],
  );
});

const places = ['Padding a tile', 'Strides', 'Broadcast'].map((title, i) => ({
  page: 'A page',
  title,
  href: `#${i}`,
  text: `${'Some words stand before it. '.repeat(5)}The stride of a <tile> decides on padding. ${'And after. '.repeat(9)}`,
}));

test('a word in a title comes first; beginnings and slips of the pen are found; all words must be there', () => {
  const find = finder(places);
  assert.deepEqual(find('strid').map(({ title }) => title)[0], 'Strides');
  assert.deepEqual(
    find('brodcast').map(({ title }) => title),
    ['Broadcast'],
  );
  assert.deepEqual(find('padding zebra'), []);
  assert.deepEqual(find('((('), []);
});

test('an excerpt shows the word among its neighbours, and marks it', () => {
  const { excerpt } = finder(places)('decides')[0]!;
  const text = excerpt.map(part => part.text).join('');
  assert.match(text, /^… .*The stride of a <tile> decides on padding\. (And after\. )*And( after\.)? …$/);
  assert.deepEqual(
    excerpt.filter(({ found }) => found).map(part => part.text),
    ['decides'],
  );
});
