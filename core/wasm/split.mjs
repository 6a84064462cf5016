// node split.mjs WASM_SPLIT BANKLAB.JS HEADERS.TXT OUT_FOLDER SNIPPET.cu…
// Parts the module, so that a page waits for less and loads what it needs:
//   banklab.fix.wasm    the search for fixes: the functions of core/analysis/fix, by their names
//   banklab.labs.wasm   all else, in one, for pages from a disk; or, in two,
//   banklab.first.wasm  what these snippets run, which is measured by an instrumented module, and
//   banklab.rest.wasm   all other functions, and the texts of the known headers
// Texts that only one part names stand in it. A part calls functions of another through imports of the namespaces `fix` and
// `rest`; web/engine/parts.ts brings that part in when the first such call comes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { freeTable, moveData, moveTexts } from './sections.mjs';

const [wasmSplit, script, headers, folder, ...snippets] = process.argv.slice(2);
const whole = script.replace(/js$/, 'wasm');
const [fix, labs, first, rest] = ['fix', 'labs', 'first', 'rest'].map(part => join(folder, `banklab.${part}.wasm`));
const createBankLab = createRequire(import.meta.url)(script);
const features = ['--enable-simd', '--enable-mutable-globals'];

// With the options that pages give.
const sources = snippets.map(file => ({ text: readFileSync(file, 'utf8'), options: { set: {}, machine: 'sm_90' } }));
sources.push({ text: sources[0].text, options: { set: { s: 3 }, maxSteps: 2000 } });

/** No call may go there. */
const missing = new Proxy({}, { get: (_, name) => () => assert.fail(`function ${String(name)} of another part is called`) });

/** An instance of a module, and what it says of every source without the other parts. */
async function run(file) {
  let instance;
  const module = await createBankLab({
    instantiateWasm(imports, done) {
      const compiled = new WebAssembly.Module(readFileSync(file));
      instance = new WebAssembly.Instance(compiled, { ...imports, fix: missing, rest: missing });
      done(instance, compiled);
      return instance.exports;
    },
  });
  const answers = [module.version(), module.machines()];
  for (const { text, options } of sources) answers.push(module.analyze(text, JSON.stringify(options)));
  return { instance, answers };
}

/** A module as text. */
const disassembled = file =>
  execFileSync(join(dirname(wasmSplit), 'wasm-dis'), [file, ...features], { encoding: 'utf8', maxBuffer: 2 ** 28 });

/** Every number in a module's code that may be an address: constants, offsets of accesses, and such an offset's sum with the
 *  constant that it is added to. */
function constantsOf(file) {
  const text = disassembled(file);
  const numbers = new Set();
  for (const [, number] of text.matchAll(/(?:i32\.const |offset=)(\d+)/g)) numbers.add(Number(number));
  for (const [, offset, base] of text.matchAll(/offset=(\d+)[^(\n]*\s+\(i32\.const (\d+)\)/g))
    numbers.add(Number(offset) + Number(base));
  return numbers;
}

/**
 * The functions of the room of fixes, by their places in the module (the symbol map counts imports first, wasm-split does not).
 * Functions with equal code are one by now, under one of their names: what has a name of fixes, a template of its types say, may be
 * others' too. So a function is left out where another room calls it, or where it may be called through the table and is short.
 */
function functionsOfFix() {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(whole)));
  const before = imports.filter(({ kind }) => kind === 'function').length;
  const names = new Map();
  for (const line of readFileSync(`${script}.symbols`, 'utf8').split('\n')) {
    if (!line.includes('banklab::analysis::fix::')) continue;
    names.set(Number.parseInt(line, 10) - before, line.slice(line.indexOf(':') + 1));
  }
  assert.ok(names.size > 100, 'the symbol map does not name the functions of fix');

  const callers = new Map();
  const inTable = new Set();
  const lines = new Map();
  let current;
  for (const line of disassembled(whole).split('\n')) {
    const [, called] = /\(call \$(\d+)/.exec(line) ?? [];
    const [, defined] = /^ \(func \$(\d+)/.exec(line) ?? [];
    if (defined) current = Number(defined);
    else if (called) callers.set(Number(called), (callers.get(Number(called)) ?? new Set()).add(current));
    else if (/^ \(elem /.test(line)) for (const [, place] of line.matchAll(/\$(\d+)/g)) inTable.add(Number(place));
    lines.set(current, (lines.get(current) ?? 0) + 1);
  }
  const isEntry = place => /^banklab::analysis::fix::(start|step|finish)?[fF]ix(Json)?\\28/.test(names.get(place));
  const isOwn = place =>
    (isEntry(place) || [...(callers.get(place) ?? [])].every(caller => names.has(caller))) &&
    !(inTable.has(place) && lines.get(place) < kShort);
  for (let size = 0; size !== names.size; ) {
    size = names.size;
    for (const place of [...names.keys()]) if (!isOwn(place)) names.delete(place);
  }
  return [...names.keys()].join('\n');
}

/** Lines of a function's text; shorter ones may be those of many types. */
const kShort = 40;

/** Moves the texts that only the module `to` names out of `from`; `others` share their memory. */
function moveTextsTo(from, to, ...others) {
  const kept = new Set([from, ...others].flatMap(file => [...constantsOf(file)]));
  const moved = moveTexts(readFileSync(from), readFileSync(to), kept, constantsOf(to));
  writeFileSync(from, moved[0]);
  writeFileSync(to, moved[1]);
}

const list = join(folder, 'banklab.fix.txt');
writeFileSync(list, functionsOfFix());
execFileSync(wasmSplit, [whole, ...features, `--split-funcs=@${list}`, '--placeholder-namespace=fix', '-o1', labs, '-o2', fix]);
rmSync(list);
moveTextsTo(labs, fix);

const instrumented = join(folder, 'banklab.instrumented.wasm');
const profile = join(folder, 'banklab.profile');
execFileSync(wasmSplit, [labs, '--instrument', ...features, '-o', instrumented]);
const { instance } = await run(instrumented);
const memory = Object.values(instance.exports).find(value => value instanceof WebAssembly.Memory);
const end = memory.buffer.byteLength;
memory.grow(4); // room behind all else for the profile, a few bytes for each function
const length = instance.exports.__write_profile(end, memory.buffer.byteLength - end);
assert.ok(length > 0 && end + length <= memory.buffer.byteLength, 'no room for the profile');
writeFileSync(profile, new Uint8Array(memory.buffer, end, length));

execFileSync(wasmSplit, [labs, ...features, `--profile=${profile}`, '--placeholder-namespace=rest', '-o1', first, '-o2', rest]);
rmSync(instrumented);
rmSync(profile);
const [smaller, larger] = moveData(readFileSync(first), readFileSync(rest), readFileSync(headers));
writeFileSync(first, smaller);
writeFileSync(rest, larger);
moveTextsTo(first, rest, fix);
writeFileSync(fix, freeTable(readFileSync(fix))); // the second split has made the table longer

// Each alone answers all of them as the whole does, or the split is wrong.
const { answers } = await run(whole);
for (const part of [first, labs]) assert.deepEqual((await run(part)).answers, answers);
