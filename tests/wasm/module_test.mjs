// The WebAssembly module as a page would use it: node module_test.mjs BANKLAB.JS BANKLAB.D.TS TESTS_FOLDER
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [script, types, tests] = process.argv.slice(2);
const createBankLab = createRequire(import.meta.url)(script);
const module = await createBankLab({ wasmBinary: readFileSync(script.replace(/js$/, 'wasm')) });

// The declarations name what there is, with as many parameters.
const declared = readFileSync(types, 'utf8').match(/interface BankLabModule \{([^}]*)\}/)[1];
const names = [...declared.matchAll(/^\s*(\w+)\(([^)]*)\)/gm)].map((m) => m[1]);
assert.deepEqual(names.sort(), [
  'analyze',
  'fix',
  'fixFinish',
  'fixStart',
  'fixStep',
  'machines',
  'multiprocessors',
  'replay',
  'request',
  'studyFinish',
  'studyStart',
  'studyStep',
  'version',
]);
for (const name of names) assert.equal(typeof module[name], 'function', name);
for (const [, name, parameters] of declared.matchAll(/^\s*(\w+)\(([^)]*)\)/gm)) {
  const count = parameters === '' ? 0 : parameters.split(',').length;
  assert.throws(() => module[name](...Array(count + 1).fill('')), name);
  assert.equal(typeof module[name](...Array(count).fill('')), 'string', name);
}

assert.match(module.version(), /^\d+\.\d+\.\d+$/);

const machines = JSON.parse(module.machines());
const sm90 = machines.find((machine) => machine.id === 'sm_90');
assert.equal(sm90.evidence, 'measured');
assert.deepEqual([sm90.lanes, sm90.banks, sm90.bankBytes], [32, 32, 4]);

const limits = JSON.parse(module.multiprocessors()).find((one) => one.id === 'sm_90');
assert.deepEqual([limits.threads, limits.blocks, limits.sharedBytes], [2048, 32, 228 * 1024]);

const measured = readFileSync(join(tests, 'hardware/h200_requests.csv'), 'utf8');
const replay = JSON.parse(module.replay(measured, 'sm_90'));
assert.deepEqual([replay.rows, replay.agreed, replay.errors.length], [4425, 4425, 0]);
assert.match(JSON.parse(module.replay('', 'tpu')).errors[0].message, /^unknown machine 'tpu'/);

const report = (source, options) => JSON.parse(module.analyze(source, JSON.stringify(options)));
const stride = report('float v = shared[tid * s];', { set: { s: 8 }, file: 'stride.cu' });
assert.equal(stride.schema, 'banklab.report/1');
assert.equal(stride.file, 'stride.cu');
assert.deepEqual(stride.reports[0].totals, { requests: 1, wavefronts: 8, ideal: 1, excessive: 7 });
assert.equal(stride.reports[0].sites[0].patterns[0].byte_offsets[31], 31 * 8 * 4);

// What is wrong is in the JSON; nothing throws, and the module goes on working.
assert.match(report('', { speed: 1 }).diagnostics[0].message, /^unknown option 'speed'/);
assert.match(JSON.parse(module.analyze('', '{')).diagnostics[0].message, /^JSON, byte 1/);
assert.match(report('', { machine: 'tpu' }).diagnostics[0].message, /^unknown machine/);
assert.equal(report('float v = ', {}).diagnostics[0].severity, 'error');
report('{'.repeat(100000), {});
report('('.repeat(100000), {});
report('float v = ' + '-'.repeat(100000) + '1;', {});
report('\u0000\ud800 世界 🙂', {});
const endless = report('while (true) { shared[tid] = 1; }', { maxSteps: 10000 });
assert.equal(endless.reports[0].truncated, true);
assert.deepEqual(report('float v = shared[tid * s];', { set: { s: 8 }, file: 'stride.cu' }), stride);

// A search, whole and run by run, gives the same; ended early, what is proved until then.
const column = readFileSync(join(tests, 'fix/transpose.cu'), 'utf8');
const fixes = JSON.parse(module.fix(column, '{}'));
assert.equal(fixes.schema, 'banklab.fix/1');
assert.equal(fixes.complete, true);
assert.equal(fixes.arrays[0].candidates[0].wavefronts_after, 64);
assert.equal(module.fixStart(column, '{}'), '');
let runs = 0;
for (let progress = module.fixStep(); progress; progress = module.fixStep()) {
  assert.equal(JSON.parse(progress).done, ++runs);
}
assert.ok(runs > 10);
assert.deepEqual(JSON.parse(module.fixFinish()), fixes);
assert.equal(module.fixFinish(), '');
assert.equal(module.fixStep(), '');
module.fixStart(column, '{}');
module.fixStep();
assert.equal(JSON.parse(module.fixFinish()).complete, false);
assert.match(JSON.parse(module.fixStart('', '{"speed":1}')).diagnostics[0].message, /^unknown option 'speed'/);

console.log('the module does what its declarations say');
