// Source pages as Nsight Compute exported them (tests/web/profiles), beside the predictions for the kernels they are of.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { before, test } from 'node:test';
import type { BankLabModule, CreateBankLab } from '../../web/engine/banklab.d.ts';
import type { Analysis } from '../../web/engine/report.ts';
import { compare, reportFor } from '../../web/play/compare.ts';
import { profileOf, sourceOf } from '../../web/play/csv.ts';

const folder = resolve('../build/wasm');
let engine: BankLabModule;

before(async () => {
  const create = createRequire(import.meta.url)(`${folder}/banklab.js`) as CreateBankLab;
  engine = await create({ wasmBinary: readFileSync(`${folder}/banklab.wasm`) });
});

const exported = (name: string): string => readFileSync(`../tests/web/profiles/${name}.csv`, 'utf8');

/** Line, wavefronts and ideals as predicted and as measured, and the verdict. */
function table(name: string): unknown[][] {
  const source = readFileSync(`../tests/kernels/${name}.cu`, 'utf8');
  const profile = profileOf(exported(name));
  assert.ok('sections' in profile, JSON.stringify(profile));
  const { sections } = profile;
  assert.equal(sections.length, 1);
  assert.equal(sections[0]!.file, `${name}.cu`);
  assert.equal(sourceOf(sections[0]!), undefined);
  const analysis = JSON.parse(engine.analyze(source, '{"blocks":"all"}')) as Analysis;
  const report = reportFor(analysis, sections, 0);
  assert.ok(report);
  return compare(source, report, sections[0]!).map(({ line, predicted, measured, state }) => [
    line,
    [predicted?.wavefronts, measured?.wavefronts],
    [predicted?.ideal, measured?.ideal],
    state,
  ]);
}

test('lines of a source with their instructions below them', () => {
  assert.deepEqual(table('01_transpose32_unpadded'), [
    [15, [512, 512], [512, 512], 'same'],
    [21, [16384, 16384], [512, 512], 'same'],
  ]);
  assert.deepEqual(table('50_byte_counters_bit_shuffle'), [
    [15, [32, 32], [32, 32], 'same'],
    [16, [2, 2], [2, 2], 'same'],
    [18, [2, 2], [2, 2], 'same'],
    [19, [2, 2], [2, 2], 'same'],
    [21, [8, 8], [4, 4], 'same'],
    [23, [32, 32], [2, 2], 'same'],
  ]);
});

test('a template’s kernel, a statement of two lines, and loads that the compiler made one', () => {
  assert.deepEqual(table('26_sgemm_transposed_A_store'), [
    ...[17, 18, 19, 20].map(line => [line, [64, 64], [32, 32], 'same']),
    [21, [128, undefined], [128, undefined], 'unmeasured'],
    [22, [undefined, 128], [undefined, 128], 'unpredicted'],
    [26, [2048, 1024], [2048, 1024], 'differs'],
    [28, [8192, 4096], [2048, 2048], 'differs'],
  ]);
});

test('an export of instructions alone, or of lines alone, which have no counts, is told', () => {
  assert.deepEqual(profileOf(exported('sass')), { fault: 'onlySass' });
  assert.deepEqual(profileOf(exported('cuda')), { fault: 'noCounts' });
});
