// The hand-written types are held against the module itself: its functions, and real reports as values of the types.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { before, test } from 'node:test';
import ts from 'typescript';
import type { BankLabModule, CreateBankLab } from '../../web/engine/banklab.d.ts';
import type { Fixes, FixProgress } from '../../web/engine/fixes.ts';
import type { Analysis, MachineInfo, Multiprocessor } from '../../web/engine/report.ts';

const folder = resolve('../build/wasm');
let engine: BankLabModule;

before(async () => {
  const create = createRequire(import.meta.url)(`${folder}/banklab.js`) as CreateBankLab;
  engine = await create({ wasmBinary: readFileSync(`${folder}/banklab.wasm`) });
});

/** TypeScript's complaints if the values stand as literals of a type of that file: what is missing, what is too much. */
function complaints(type: string, values: unknown[], file = 'engine/report.ts'): string[] {
  const from = JSON.stringify(resolve(file));
  const literals = values
    .map((value, i) => `export const v${i}: ${type} = ${JSON.stringify(value)};`)
    .join('\n');
  const text = `import type { ${type} } from ${from};\n${literals}`;
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    types: [],
    lib: ['lib.es2022.d.ts'],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  const name = resolve('engine/values.ts');
  host.getSourceFile = (file, ...rest) =>
    file === name ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2022) : read(file, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([name], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 400));
}

/** What Emscripten itself puts beside the bindings. */
const emscriptens = ['count_emval_handles', 'get_first_emval', 'inspect', 'ready', 'run', 'then'];

test('the module has the functions that its types declare, and no others', () => {
  const declared = readFileSync('engine/banklab.d.ts', 'utf8').match(
    /interface BankLabModule \{[^}]*\}/s,
  )![0];
  const names = [...declared.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name!);
  const exported = Object.entries(engine)
    .filter(([name, value]) => typeof value === 'function' && /^[a-z]/.test(name))
    .map(([name]) => name)
    .filter(name => !emscriptens.includes(name) && !name.startsWith('dynCall_'));
  assert.deepEqual(exported.sort(), names.sort());
});

test('reports are values of their type, with nothing missing and nothing more', () => {
  const sources = [
    'float v = shared[tid * s];',
    '__shared__ double d[64];\nd[tid] = 1;\n__syncthreads();\ndouble v = d[tid ^ 1];',
    'float v = shared[tid * ;',
    '__shared__ int h[32];\natomicAdd(&h[tid % 7], tid);\nif (tid < 5) h[99] = 1;',
    '// launch: k<<<2, 64>>>(out, 8)\n__global__ void k(float *out, int n) { __shared__ float t[64]; t[threadIdx.x] = n; }',
  ];
  const analyses = sources.map(source => JSON.parse(engine.analyze(source, '{}')) as Analysis);
  assert.deepEqual(complaints('Analysis', analyses), []);
  assert.ok(analyses.some(analysis => analysis.reports[0]?.knobs.length));
  assert.ok(analyses.some(analysis => analysis.diagnostics.length));
  assert.ok(complaints('Analysis', [{ ...analyses[0], schema: 'another' }]).length > 0);
});

test('fixes are values of their type, and so is how far a search is', () => {
  const sources = ['transpose', 'structs', 'histogram', 'float4_fragments', 'fragment'].map(name =>
    readFileSync(`../tests/fix/${name}.cu`, 'utf8'),
  );
  const all = [...sources, 'float v = ;'].map(source => JSON.parse(engine.fix(source, '{}')) as Fixes);
  assert.deepEqual(complaints('Fixes', all, 'engine/fixes.ts'), []);
  assert.ok(all.some(({ arrays }) => arrays[0]?.candidates.length));
  assert.ok(all.some(({ arrays }) => arrays[0]?.rejected.length));
  assert.ok(all.some(({ arrays }) => arrays[0]?.reason));
  engine.fixStart(sources[0]!, '{}');
  const progress = JSON.parse(engine.fixStep()) as FixProgress;
  assert.deepEqual(complaints('FixProgress', [progress], 'engine/fixes.ts'), []);
  engine.fixFinish();
});

test('the list of machines is of its type, and each machine’s reports name its own banks', () => {
  const machines = JSON.parse(engine.machines()) as MachineInfo[];
  assert.deepEqual(complaints('MachineInfo', machines), []);
  assert.ok(machines.some(machine => machine.id === 'sm_90'));
  for (const { id, lanes, banks } of machines) {
    const analysis = JSON.parse(
      engine.analyze('float v = shared[tid];', JSON.stringify({ machine: id })),
    ) as Analysis;
    const [report] = analysis.reports;
    assert.deepEqual([report!.machine, report!.lanes, report!.banks], [id, lanes, banks]);
  }
});

test('the list of multiprocessors is of its type', () => {
  const all = JSON.parse(engine.multiprocessors()) as Multiprocessor[];
  assert.deepEqual(complaints('Multiprocessor', all), []);
  assert.ok(all.some(({ id }) => id === 'sm_90'));
});
