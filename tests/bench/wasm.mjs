// The engine as WebAssembly under Node: node wasm.mjs BANKLAB.JS BENCH_SIMT TESTS_FOLDER
//
// Lane-operations per second, on the kernel of simt.cpp with all its blocks: one run's number of them is the
// native run's, which executes the same code; the time is that of `analyze` as a page calls it, from text to
// report, so that the rate is a lower bound of the machine's. And the memory that each kernel of the corpus
// takes, in a module of its own: how far WebAssembly's memory, which never shrinks, has grown. And how long a
// page searches for what mends the textbooks' conflicts of tests/fix, and the kernel of the corpus whose runs
// are the longest.
import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {basename, join, resolve} from 'node:path';

const [script, native, tests] = process.argv.slice(2).map((path) => resolve(path));
const createBankLab = createRequire(import.meta.url)(script);
process.setMaxListeners(0); // each module listens for what nobody catches
const wasm = readFileSync(script.replace(/js$/, 'wasm'));

/** A fresh module and its memory. */
async function start() {
  let memory;
  const module = await createBankLab({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), imports);
      memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
      done(instance);
      return instance.exports;
    },
  });
  return {module, bytes : () => memory.buffer.byteLength};
}

const kernels = join(tests, 'kernels');
const text = (name) => readFileSync(join(kernels, name), 'utf8');

const counted = JSON.parse(
    execFileSync(
        native,
        [ '--benchmark_filter=tiledProduct', '--benchmark_min_time=0.01', '--benchmark_format=json' ]),
);
const operations = counted.benchmarks[0].operations_of_a_run;
const {module} = await start();
const options = JSON.stringify({blocks : 'all'});
const source = text('23_matmul32_tiled.cu');
const seconds = [];
for (let i = 0; i < 14; ++i) {
  const before = process.cpuUsage();
  const report = JSON.parse(module.analyze(source, options)).reports[0];
  const {user, system} = process.cpuUsage(before); // of the processor, as the native benchmark counts
  if (i >= 4) seconds.push((user + system) / 1e6); // the first ones compile the module
  if (report.truncated || report.blocks_run !== 16) throw new Error('the kernel did not run whole');
}
seconds.sort((a, b) => a - b);
const middle = seconds[seconds.length / 2];
console.log(
    `tiledProduct in WebAssembly: ${(middle * 1000).toFixed(1)} ms from text to report, ` +
        `${(operations / middle / 1e6).toFixed(0)} M lane-operations/s (${
            (operations / 1e6).toFixed(1)} M in a run; ` +
        `best ${(operations / seconds[0] / 1e6).toFixed(0)} M/s)`,
);

const classics = readdirSync(join(tests, 'fix'))
                     .filter((name) => name.endsWith('.mended'))
                     .map((name) => join(tests, 'fix', name.replace('.mended', '.cu')));
for (const path of [...classics, join(kernels, '26_sgemm_transposed_A_store.cu')]) {
  const source = readFileSync(path, 'utf8');
  const times = [];
  for (let i = 0; i < 5; ++i) {
    const before = process.cpuUsage();
    const fixes = JSON.parse(module.fix(source, '{}'));
    const {user, system} = process.cpuUsage(before);
    if (!fixes.arrays.some(({candidates}) => candidates.length))
      throw new Error(`${path}: nothing was found`);
    times.push((user + system) / 1000);
  }
  times.sort((a, b) => a - b);
  console.log(
      `search for what mends ${basename(path)}: ${times[2].toFixed(0)} ms (best ${times[0].toFixed(0)})`);
}

const peaks = [];
for (const name of readdirSync(kernels).filter((name) => name.endsWith('.cu'))) {
  const {module, bytes} = await start();
  module.analyze(text(name), '{}');
  peaks.push([ bytes() / 2 ** 20, name ]);
}
peaks.sort((a, b) => b[0] - a[0]);
for (const size of new Set(peaks.map(([ mebibytes ]) => mebibytes))) {
  const names = peaks.filter(([ mebibytes ]) => mebibytes === size).map(([, name ]) => name);
  const shown = names.length > 4 ? `${names.slice(0, 4).join(', ')}, …` : names.join(', ');
  console.log(`peak memory ${size.toFixed(1)} MiB: ${names.length} of ${peaks.length} kernels (${shown})`);
}
