// Changes the bank model in one place at a time and looks whether its tests notice: node mutants.mjs ROOT FOLDER [FILE…]
//
// Each operator, comparison and number of core/bank is changed once (see `changesOf`); the changed room is compiled and
// linked with the tests, which were compiled before, and run. A change that no test notices must be in equivalent.txt, with
// the reason for which nothing can notice it; one that stands there and is noticed is an error too. What was noticed is kept in
// FOLDER/known.json as long as the changed file stays as it is, so that a run that was ended goes on where it was; what survived
// is tried again. Without that file all is.

import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const [root, folder, ...wanted] = process.argv.slice(2);
const bank = join(root, 'core/bank');
const tests = join(root, 'tests/bank');
const work = resolve(folder);
const overlay = join(work, 'bank'); // which stands before core/bank on the include path
mkdirSync(overlay, { recursive: true });
const run = promisify(execFile);
const read = path => readFileSync(path, 'utf8');
const of = (path, ending) => readdirSync(path).filter(name => name.endsWith(ending)).sort();

// ---- the changes

const binary = {
  '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', '+': '-', '-': '+', '*': '/', '/': '*', '%': '/',
  '<<': '>>', '>>': '<<', '&': '|', '|': '&', '^': '|', '&&': '||', '||': '&&', '+=': '-=', '-=': '+=', '|=': '&=',
  '&=': '|=', '*=': '/=',
};
const words = { true: 'false', false: 'true', continue: 'break', min: 'max', max: 'min', front: 'back', back: 'front' };

/** A source without what is no code: comments, strings and lines of the preprocessor, their characters blanks. */
function codeOf(text) {
  const blank = part => part.replace(/[^\n]/g, ' ');
  return text
    .replace(/\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'/g, blank)
    .replace(/^[ \t]*#(?:[^\n]*\\\n)*[^\n]*/gm, blank)
    .replace(/^.*\bstatic_assert\b.*$/gm, blank);
}

/** Every change of one file: { file, line, from, to, at, nth }, `nth` of those alike on lines alike. */
function changesOf(file) {
  const text = read(join(bank, file));
  const code = codeOf(text);
  const changes = [];
  const add = (at, from, to) => {
    const line = text.slice(0, at).split('\n').length;
    const written = text.split('\n')[line - 1].trim();
    const nth = changes.filter(other => other.code === written && other.from === from && other.to === to).length;
    changes.push({ file, line, at, from, to, nth, code: written });
  };
  // clang-format leaves blanks around an operator of two operands, and only around those.
  for (const match of code.matchAll(/(?<=[ \n])[-+*/%<>=!&|^]{1,3}(?=[ \n])/g))
    if (binary[match[0]]) add(match.index, match[0], binary[match[0]]);
  for (const match of code.matchAll(/(?<=[(, !=])[!~](?=[\w(])/g)) add(match.index, match[0], '');
  for (const match of code.matchAll(/\+\+|--/g)) add(match.index, match[0], match[0] === '++' ? '--' : '++');
  for (const match of code.matchAll(/(?<![\w.'])(0[xX][\da-fA-F]+|\d+)(?=[uUlL]*(?![\w.]))/g)) {
    const value = BigInt(match[0]);
    add(match.index, match[0], String(value + 1n));
    if (value > 0n) add(match.index, match[0], String(value - 1n));
  }
  for (const match of code.matchAll(/\b[a-z]+\b/g)) if (words[match[0]]) add(match.index, match[0], words[match[0]]);
  return changes.sort((a, b) => a.at - b.at);
}
const named = ({ file, code, from, to, nth }) => `${file} | ${code} | ${from} → ${to || '(nothing)'}${nth ? ` (${nth + 1})` : ''}`;

// ---- building

const flags = ['-std=c++20', '-O0', '-w', '-fno-exceptions', '-fno-rtti', `-I${work}`, `-I${join(root, 'core')}`];
// The library's headers take most of the time: they are read once.
const library = join(work, 'library.hpp');
const compile = (source, object, ...more) =>
  run('g++', [...flags, ...more, ...(more.includes('-mavx2') ? [] : ['-include', library]), '-c', source, '-o', object]);
const units = { model: [], batch: [], avx2: [] };
for (const file of of(bank, '.cpp'))
  units[file === 'batch_avx2.cpp' ? 'avx2' : file.startsWith('batch') ? 'batch' : 'model'].push(file);
const unitOf = file => Object.keys(units).filter(unit => !file.endsWith('.cpp') || units[unit].includes(file));

async function buildUnit(unit, object) {
  const source = join(work, `${unit}.cpp`);
  writeFileSync(source, units[unit].map(file => `#include "bank/${file}"\n`).join(''));
  await compile(source, object, '-DBANKLAB_AVX2', ...(unit === 'avx2' ? ['-mavx2'] : []));
}

const objects = unit => join(work, `${unit}.o`);
const program = join(work, 'test_bank');
const testObjects = of(tests, '.cpp').map(file => join(work, `${file}.o`));
// The changed room comes first: of its inline functions the tests use the changed ones, too.
const link = (changed, output) =>
  run('g++', [...Object.keys(units).map(unit => (changed.includes(unit) ? join(work, `${unit}.changed.o`) : objects(unit))),
    ...testObjects, join(work, 'gtest.o'), '-o', output]);

// Those that take long only where the others notice nothing.
const slow = 'BruteForce.*:Schedule.ServesEveryLane*:*BatchOf.*';
const slowest = 'BruteForce.AgreesOnAMillion*';
const stages = [`-${slow}`, `${slow}:-${slowest}`, slowest];
const limits = stages.map(() => 600); // seconds of the processor's: others may use it, too

async function test() {
  const environment = { ...process.env, GTEST_FAIL_FAST: '1', GTEST_BRIEF: '1' };
  for (const [i, filter] of stages.entries()) {
    try {
      await run('bash', ['-c', 'ulimit -t "$0" && exec "$@"', String(limits[i]), program, `--gtest_filter=${filter}`],
        { env: environment, maxBuffer: 1 << 26 });
    } catch (error) {
      return ['SIGXCPU', 'SIGKILL'].includes(error.signal) ? 'killed by time' : 'killed';
    }
  }
  return 'survived';
}

/** How long each stage may take: an endless loop is noticed, too. */
async function measure() {
  for (const [i, filter] of stages.entries()) {
    const { stderr } = await run('bash',
      ['-c', 'TIMEFORMAT=%U; time "$0" "$1" >/dev/null', program, `--gtest_filter=${filter}`], { maxBuffer: 1 << 26 })
      .catch(() => {
        throw new Error('the tests fail as they are');
      });
    limits[i] = Math.ceil(2 + 3 * Number(stderr.trim().split('\n').at(-1)));
  }
}

for (const file of readdirSync(bank)) writeFileSync(join(overlay, file), read(join(bank, file)));
console.log('mutants: build the tests');
const included = new Set(readdirSync(bank).flatMap(file => read(join(bank, file)).match(/^#include <(?!imm|emm|wasm)[^>]+>$/gm) ?? []));
writeFileSync(library, [...included].join('\n'));
await run('g++', [...flags, '-DBANKLAB_AVX2', '-x', 'c++-header', library, '-o', `${library}.gch`]);
await Promise.all([
  ...Object.keys(units).map(unit => buildUnit(unit, objects(unit))),
  run('g++', ['-std=c++20', '-O1', '-w', '-I/usr/src/googletest/googletest', '-c',
    '/usr/src/googletest/googletest/src/gtest-all.cc', '-o', join(work, 'gtest.o')]),
]);
for (const [i, file] of of(tests, '.cpp').entries())
  await run('g++', ['-std=c++20', '-O1', '-w', `-I${join(root, 'core')}`, `-DBANKLAB_TESTS_DIR="${join(root, 'tests')}"`,
    '-c', join(tests, file), '-o', testObjects[i]]);
execFileSync('g++', ['-std=c++20', '-O1', '-w', '-c', '/usr/src/googletest/googletest/src/gtest_main.cc', '-o', join(work, 'gtest_main.o')]);
testObjects.push(join(work, 'gtest_main.o'));
await link([], program);
await measure();

// ---- trying

const hash = text => createHash('sha256').update(text).digest('hex').slice(0, 16);
const knownFile = join(work, 'known.json');
const known = existsSync(knownFile) ? JSON.parse(read(knownFile)) : {}; // by file: { text, fate: by the change's name }
const keep = () => {
  writeFileSync(`${knownFile}.new`, JSON.stringify(known));
  renameSync(`${knownFile}.new`, knownFile);
};

// In the order in which they are named.
const place = file => wanted.findIndex(word => file.startsWith(word));
const files = readdirSync(bank).filter(file => /\.[ch]pp$/.test(file) && (!wanted.length || wanted.some(word => file.startsWith(word))));
files.sort((a, b) => place(a) - place(b));
for (const file of files) {
  const text = hash(read(join(bank, file)));
  if (known[file]?.text !== text) known[file] = { text, fate: {} };
}
const changes = files.flatMap(changesOf);
console.log(`mutants: ${changes.length} changes of ${files.length} files`);
const began = Date.now();
let tried = 0;
for (const change of changes) {
  const name = named(change);
  const { fate: fates } = known[change.file];
  if (fates[name] && fates[name] !== 'survived') continue;
  const original = read(join(bank, change.file));
  writeFileSync(join(overlay, change.file),
    original.slice(0, change.at) + change.to + original.slice(change.at + change.from.length));
  const changed = unitOf(change.file);
  let fate;
  try {
    await Promise.all(changed.map(unit => buildUnit(unit, join(work, `${unit}.changed.o`))));
    await link(changed, program);
    fate = await test();
  } catch {
    fate = 'does not compile';
  }
  writeFileSync(join(overlay, change.file), original);
  fates[name] = fate;
  if (++tried % 10 === 0 || fate === 'survived') keep();
  if (fate === 'survived') console.log(`mutants: survived: ${change.file}:${change.line}: ${name}`);
}
keep();

// ---- judging

const explained = new Map();
for (const line of read(join(root, 'tests/mutation/equivalent.txt')).split('\n')) {
  if (!line.trim() || line.startsWith('#')) continue;
  const [name, reason] = line.split(/ :: /);
  explained.set(name.trim(), reason);
}
const fates = changes.map(change => [change, known[change.file].fate[named(change)]]);
const count = fate => fates.filter(([, its]) => its.startsWith(fate)).length;
const unexplained = fates.filter(([change, fate]) => fate === 'survived' && !explained.has(named(change)));
const names = new Set(fates.filter(([, fate]) => fate === 'survived').map(([change]) => named(change)));
const stale = [...explained].filter(([name]) => !names.has(name) && (!wanted.length || files.includes(name.split(' ')[0])));
for (const [change] of unexplained)
  console.log(`core/bank/${change.file}:${change.line}: no test notices ${change.from} → ${change.to || '(nothing)'}: ${change.code}`);
for (const [name, reason] of stale) console.log(`equivalent.txt: ${name}: is noticed, or not there (${reason})`);
console.log(`mutants: ${count('killed')} killed, ${count('survived')} survived (${count('survived') - unexplained.length} explained), ` +
  `${count('does not compile')} do not compile; ${((Date.now() - began) / 60000).toFixed(1)} minutes for ${tried} of them`);
process.exitCode = unexplained.length || stale.length ? 1 : 0;
