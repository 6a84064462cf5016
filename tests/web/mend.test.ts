// The parts of 'Mend it' that need no page: changes of a text, diffs, words, and which access a figure shows. The fixes are the
// engine's own, of the module that the site is built with.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { before, test } from 'node:test';
import type { BankLabModule, CreateBankLab } from '../../web/engine/banklab.d.ts';
import type { Fix, Fixes } from '../../web/engine/fixes.ts';
import type { Analysis } from '../../web/engine/report.ts';
import { changesOf, withChanges } from '../../web/lab/changes.ts';
import { after as accessAfter, before as accessBefore } from '../../web/mend/compare.ts';
import { linesOf } from '../../web/mend/diff.ts';
import { asSentence, factsOf, foundIn, proofOf, troubleOf } from '../../web/mend/words.ts';

let module: BankLabModule;
before(async () => {
  const folder = resolve('../build/wasm');
  const create = createRequire(folder)(`${folder}/banklab.js`) as CreateBankLab;
  module = await create({ wasmBinary: readFileSync(`${folder}/banklab.wasm`) });
});

const fixesOf = (source: string): Fixes => JSON.parse(module.fix(source, '{}')) as Fixes;
const analysisOf = (source: string): Analysis => JSON.parse(module.analyze(source, '{}')) as Analysis;

const transpose = `// größer 🏦
__global__ void transpose(float* out, const float* in) {
  /* 🏦 */ __shared__ float tile[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  tile[ty][tx] = in[ty * 32 + tx]; /* ü */ out[ty] = tile[ty][tx];
  __syncthreads();
  out[ty * 32 + tx] = tile[tx][ty];
}
void host(float* a, float* b) { transpose<<<1, dim3(32, 32)>>>(a, b); }
`;

/** What a diff makes of a text, by its lines alone. */
function patched(text: string, diff: string): string {
  const lines = text.split('\n');
  let shift = 0;
  let at = 0;
  for (const line of diff.split('\n').slice(2)) {
    const start = /^@@ -(\d+)/.exec(line)?.[1];
    if (start) at = Number(start) - 1 + shift;
    else if (line.startsWith('+')) {
      lines.splice(at++, 0, line.slice(1));
      shift++;
    } else if (line.startsWith('-')) {
      assert.equal(lines[at], line.slice(1));
      lines.splice(at, 1);
      shift--;
    } else at++;
  }
  return lines.join('\n');
}

test('the edits make of a source what the diff makes of it, and that takes the wavefronts that were promised', () => {
  const { arrays } = fixesOf(transpose);
  const candidates = arrays.flatMap(array => array.candidates);
  assert.ok(candidates.length >= 3);
  for (const { edits, diff, all_wavefronts_after } of candidates) {
    const mended = withChanges(transpose, changesOf(transpose, edits));
    assert.notEqual(mended, transpose);
    assert.equal(mended, patched(transpose, diff));
    const wavefronts = analysisOf(mended).reports.reduce((sum, { totals }) => sum + totals.wavefronts, 0);
    assert.equal(wavefronts, all_wavefronts_after, mended);
  }
});

test('changes put texts in, take stretches out, and leave the rest', () => {
  const changes = [
    { from: 0, to: 0, text: '>' },
    { from: 1, to: 3, text: '' },
    { from: 4, to: 5, text: 'EEE' },
  ];
  assert.equal(withChanges('abcdef', changes), '>adEEEf');
  assert.equal(withChanges('abc', []), 'abc');
});

test('a diff is shown line by line, without the names of files', () => {
  const diff =
    '--- a/x.cu\n+++ b/x.cu\n@@ -3,3 +3,3 @@\n one\n--- two\n+++ three\n \n@@ -9 +9,2 @@\n-a\n+b\n+\n\\ No newline at end of file\n';
  assert.deepEqual(
    linesOf(diff, line => `line ${line}`).map(({ kind, text }) => `${kind}:${text}`),
    [
      'place:line 3',
      'keep:one',
      'remove:-- two',
      'add:++ three',
      'keep:',
      'place:line 9',
      'remove:a',
      'add:b',
      'add:',
    ],
  );
});

test('a fix is said in what it saves, what it costs, and what was proved', () => {
  const [tile] = fixesOf(transpose).arrays;
  const padding = tile!.candidates.find(({ kind }) => kind === 'padding')!;
  const facts = factsOf(padding, 'sm_90');
  assert.deepEqual(facts.slice(0, 2), ['1,088 → 96 wavefronts', '128 bytes more shared memory']);
  assert.match(facts[2]!, /^\d+ → \d+ blocks on a multiprocessor of sm_90$/);
  assert.equal(factsOf(padding, 'gfx90a').length, 2);
  const at = (bytes_added: number): string => factsOf({ ...padding, bytes_added }, '')[1]!;
  assert.deepEqual(
    [at(0), at(1), at(-4)],
    ['no more shared memory', '1 byte more shared memory', '4 bytes less shared memory'],
  );
  assert.match(proofOf(padding), /leaves the same value in every byte/);
  assert.match(
    proofOf({ ...padding, compares_values: false }),
    /leaves nothing behind that could have changed/,
  );
});

test('what a search came to is said only where something is missing', () => {
  const fixes = fixesOf('float v = shared[tid * 8];');
  assert.equal(troubleOf({ status: 'done', fixes }), '');
  assert.match(
    troubleOf({ status: 'done', fixes: { ...fixes, complete: false } }),
    /stopped before all was tried/,
  );
  assert.match(troubleOf({ status: 'failed', message: 'unreachable' }), /could not search \(unreachable\)/);
  assert.match(troubleOf({ status: 'superseded' }), /another one has begun/);
  assert.match(troubleOf({ status: 'stopped' }), /took too long/);
  assert.match(foundIn(fixes), /^\d changes found that mend it\.$/);
  assert.equal(foundIn({ ...fixes, arrays: [] }), 'No change found that mends it.');
  assert.deepEqual(['', 'mend it', 'Done.'].map(asSentence), ['', 'Mend it.', 'Done.']);
});

const twoLaunches = `__global__ void clean() { __shared__ int a[32]; a[threadIdx.x] = 1; }
__global__ void dear() { __shared__ int t[32][32]; t[0][threadIdx.x] = 1; t[threadIdx.x][0] = 2; }
void host() { clean<<<1, 32>>>(); dear<<<1, 32>>>(); }
`;

test('the figure shows the access with the most excess, before and after, in the launch where it runs', () => {
  const [t] = fixesOf(twoLaunches).arrays;
  const fix = t!.candidates[0] as Fix;
  const original = analysisOf(twoLaunches);
  const was = accessBefore(original, fix, 't', 0)!;
  assert.equal(was.report, original.reports[1]);
  assert.equal(was.report.sites[was.site]!.text, 't[threadIdx.x][0]');
  const mended = analysisOf(withChanges(twoLaunches, changesOf(twoLaunches, fix.edits)));
  const is = accessAfter(mended, was, 1, 't')!;
  assert.equal(is.site, was.site);
  assert.equal(is.report.sites[is.site]!.excessive, 0);
  // Of other accesses, those of the array, the dearest.
  const fewer = { ...is.report, sites: is.report.sites.slice(1) };
  assert.equal(accessAfter({ ...mended, reports: [fewer] }, was, 0, 't')!.site, 0);
  assert.equal(accessAfter({ ...mended, reports: [] }, was, 0, 't'), undefined);
});
