// The measured rows as they are packed for a page: what comes out is what went in, and what the hardware counted.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rows as say } from '../../web/messages/en.ts';
import { csvOf, type MeasuredRow, pack, requestText, unpack } from '../../web/rows/pack.ts';
import { scatter } from '../../web/rows/scatter.ts';

const ops = [
  { name: 'ld.b32', bytes: 4 },
  { name: 'st.u8', bytes: 1 },
];
const lanes = Array.from({ length: 32 }, (_, lane) => lane);
const rows: MeasuredRow[] = [
  {
    op: 'ld.b32',
    origin: 0,
    mask: 0xffffffff,
    offsets: lanes.map(lane => lane * 1500),
    measured: 4,
    predicted: 4,
    conflicts: 3,
  },
  {
    op: 'st.u8',
    origin: 1,
    mask: 0x80000401,
    offsets: lanes.map(lane => (lane === 31 ? 49_151 : lane === 10 ? 7 : 0)),
    measured: 2,
    predicted: 1,
    conflicts: undefined,
  },
];

test('rows survive being packed', () => {
  const packed = JSON.parse(JSON.stringify(pack(rows, ops, ['a.csv', 'b.csv'])));
  assert.deepEqual(unpack(packed), rows);
});

test('what does not fit into a character is refused', () => {
  assert.throws(() => pack([{ ...rows[0]!, offsets: lanes.map(() => 2) }], ops, []), /0\.5 does not fit/);
});

test('a row is a request, and a line of CSV', () => {
  assert.match(requestText(rows[1]!), /^st\.u8 0x80000401\n0 0 0 0 0 0 0 0\n0 0 7 0 /);
  const [head, line] = csvOf(rows).split('\n');
  const original = readFileSync('../tests/hardware/h200_requests.csv', 'utf8').split('\n');
  assert.equal(
    head,
    original.find(each => !each.startsWith('#')),
  );
  assert.match(line!, /^ld\.b32,0xffffffff,0 1500 3000 .* 46500,4,3$/);
});

test('the drawing has a circle for each pair of counts, and marks those that differ', () => {
  const svg = scatter([...rows, rows[0]!], say);
  assert.equal(svg.match(/<circle /g)?.length, 2);
  assert.match(svg, /<circle class="same".*predicted 4, measured 4: 2 requests/);
  assert.match(svg, /<circle class="differs".*predicted 1, measured 2: 1 request</);
});
