// Links from strangers: hostile ones of every kind are decoded to nothing, or to a state that is as it should be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'fflate';
import { decodeState } from '../../web/lab/link.ts';
import { fuzzLinks, hold, seeds } from '../fuzz/links/hold.ts';

test('links of every kind hold what they were made of', () => {
  for (const link of seeds()) {
    hold(link);
    assert.ok(decodeState(link), link.slice(0, 60));
  }
});

test('hostile links, always the same ones, do no harm', () => {
  const { links, states } = fuzzLinks(1, 4000);
  assert.equal(links, 4000);
  assert.ok(states > 400 && states < 2000, `${states} of them hold a state`);
});

const linkOf = (text: string): string =>
  `#v2..${Buffer.from(deflateSync(Buffer.from(text)))
    .toString('base64url')
    .slice(0, 99_000)}`;

test('a link that unfolds to 75 MB is given up after the first', () => {
  const link = linkOf(`{"s":"${'x'.repeat(76_000_000)}`);
  assert.ok(Math.min(hold(link), hold(link), hold(link)) < 50);
  assert.equal(decodeState(link), undefined);
});

test('blanks count where a link unfolds to too much, though JSON does not ask for them', () => {
  const link = (blanks: number): string => linkOf(`{"s":"a","k":{},"a":{}}${' '.repeat(blanks)}`);
  assert.equal(decodeState(link(200_000))!.source, 'a');
  assert.equal(decodeState(link(300_000)), undefined);
});
