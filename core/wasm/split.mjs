// node split.mjs WASM_SPLIT BANKLAB.JS HEADERS.TXT OUT_FOLDER SNIPPET.cu…
// Parts the module in two, so that a page's first figure waits for less: `banklab.first.wasm` holds what these snippets
// run; `banklab.rest.wasm` all other functions, the texts of the known headers, and those that only these functions name. Which functions run is measured, by
// an instrumented module. The first part calls those of the rest through imports of the namespace `placeholder`;
// web/engine/parts.ts brings the rest in when the first such call comes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { moveData, moveTexts } from './sections.mjs';

const [wasmSplit, script, headers, folder, ...snippets] = process.argv.slice(2);
const whole = script.replace(/js$/, 'wasm');
const first = join(folder, 'banklab.first.wasm');
const rest = join(folder, 'banklab.rest.wasm');
const createBankLab = createRequire(import.meta.url)(script);
const features = ['--enable-simd', '--enable-mutable-globals'];

// With the options that pages give.
const sources = snippets.map(file => ({ text: readFileSync(file, 'utf8'), options: { set: {}, machine: 'sm_90' } }));
sources.push({ text: sources[0].text, options: { set: { s: 3 }, maxSteps: 2000 } });

/** An instance of a module, and what it says of every source. */
async function run(file, more = {}) {
  let instance;
  const module = await createBankLab({
    instantiateWasm(imports, done) {
      const compiled = new WebAssembly.Module(readFileSync(file));
      instance = new WebAssembly.Instance(compiled, { ...imports, ...more });
      done(instance, compiled);
      return instance.exports;
    },
  });
  const answers = [module.version(), module.machines()];
  for (const { text, options } of sources) answers.push(module.analyze(text, JSON.stringify(options)));
  return { instance, answers };
}

/** Every number in a module's code that may be an address: constants, offsets of accesses, and such an offset's sum with the
 *  constant that it is added to. */
function constantsOf(file) {
  const text = execFileSync(join(dirname(wasmSplit), 'wasm-dis'), [file, ...features], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const numbers = new Set();
  for (const [, number] of text.matchAll(/(?:i32\.const |offset=)(\d+)/g)) numbers.add(Number(number));
  for (const [, offset, base] of text.matchAll(/offset=(\d+)[^(\n]*\s+\(i32\.const (\d+)\)/g))
    numbers.add(Number(offset) + Number(base));
  return numbers;
}

const instrumented = join(folder, 'banklab.instrumented.wasm');
const profile = join(folder, 'banklab.profile');
execFileSync(wasmSplit, [whole, '--instrument', ...features, '-o', instrumented]);
const { instance } = await run(instrumented);
const memory = Object.values(instance.exports).find(value => value instanceof WebAssembly.Memory);
const end = memory.buffer.byteLength;
memory.grow(4); // room behind all else for the profile, a few bytes for each function
const length = instance.exports.__write_profile(end, memory.buffer.byteLength - end);
assert.ok(length > 0 && end + length <= memory.buffer.byteLength, 'no room for the profile');
writeFileSync(profile, new Uint8Array(memory.buffer, end, length));

execFileSync(wasmSplit, [whole, ...features, `--profile=${profile}`, '-o1', first, '-o2', rest]);
rmSync(instrumented);
rmSync(profile);
const [smaller, larger] = moveData(readFileSync(first), readFileSync(rest), readFileSync(headers));
writeFileSync(first, smaller);
writeFileSync(rest, larger);
const parts = moveTexts(smaller, larger, constantsOf(first), constantsOf(rest));
writeFileSync(first, parts[0]);
writeFileSync(rest, parts[1]);

// The first part alone answers all of them as the whole does, or the split is wrong.
const missing = new Proxy({}, { get: (_, name) => () => assert.fail(`function ${String(name)} of the rest is called`) });
assert.deepEqual((await run(first, { placeholder: missing })).answers, (await run(whole)).answers);
