// ::occupancy: a drawing, a table and a sentence without script, and what the script needs to make them live.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build, has, hasNot, multiprocessors } from './stub.ts';

const line = '::occupancy threads = 128, bytes = 7936, padding = 128, on = sm_100 | How many fit';

test('the calculator stands there without script, and with what its script needs', () => {
  const { main, html, problems } = build(`${line}\n`);
  assert.deepEqual(problems, []);
  has(main, /<p class="figure-title" id="figure-occupancy">How many fit<\/p>/);
  has(main, /On 10\.0, blocks of 128 threads and 7,936 bytes: 3 blocks at once, 12 of 32 warps/);
  has(main, /<tr class="picked"><th scope="row">10\.0<\/th>/);
  has(main, /<tr><th scope="row">1\.0<\/th>/);
  has(main, /<svg class="drawing wide"[^>]* role="img" aria-label="Compute capability 10\.0/);
  hasNot(main, /<(input|select|button)/);
  const data = /data-multiprocessors="([^"]*)"/.exec(main)![1]!.replaceAll('&quot;', '"');
  assert.deepEqual(JSON.parse(data), multiprocessors);
  has(html, /<link rel="stylesheet" href="assets\/occupancy\.css">/);
  has(html, /<script src="assets\/occupancy\.js" defer>/);
});

test('other pages do not load its script', () => {
  hasNot(build('A page of text.\n').html, /occupancy\.js/);
});

test('a value that is missing or no number is a fault at its line', () => {
  const faults = (text: string) => build(`One.\n\n${text}\n`).problems.join();
  assert.match(
    faults('::occupancy threads = 128, bytes = few, padding = 0, on = sm_10'),
    /page\.md:8: .*'bytes' has none/,
  );
  assert.match(
    faults('::occupancy threads = 128, bytes = 8, padding = 0, on = sm_11'),
    /on which\? .*sm_10, sm_100/,
  );
});
