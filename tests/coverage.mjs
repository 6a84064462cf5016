// Adds up which lines of the engine the tests ran: node coverage.mjs ROOT FOLDER
//
// Takes the profiles that the tests left in FOLDER, prints for each room of core/ how many of its lines ran, and writes the
// others to ROOT/build/coverage.txt, one `file:line: text` each. Fails below the least that is allowed.

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Per cent of the lines of all rooms. */
const least = 95;

const [root, folder] = process.argv.slice(2);
const profile = join(folder, 'all.profdata');
const raw = readdirSync(folder).filter(name => name.endsWith('.profraw')).map(name => join(folder, name));
execFileSync('llvm-profdata-14', ['merge', '-sparse', ...raw, '-o', profile]);
const programs = readdirSync(join(folder, 'tests')).filter(name => /^test_\w+$/.test(name)).map(name => join(folder, 'tests', name));
programs.push(join(folder, 'core/banklab'));
const lcov = execFileSync(
  'llvm-cov-14',
  ['export', '-format=lcov', `-instr-profile=${profile}`, programs[0], ...programs.slice(1).flatMap(each => ['-object', each]),
    join(root, 'core')],
  { encoding: 'utf8', maxBuffer: 2 ** 28 },
);

const rooms = new Map();
const missed = [];
let lines = [];
let file = '';
for (const line of lcov.split('\n')) {
  const [key, value = ''] = line.split(/:(.*)/s);
  if (key === 'SF') {
    file = relative(root, value);
    lines = readFileSync(value, 'utf8').split('\n');
  }
  if (key !== 'DA') continue;
  const [number, count] = value.split(',').map(Number);
  const room = file.split('/').slice(0, 2).join('/');
  const sum = rooms.get(room) ?? { ran: 0, all: 0 };
  rooms.set(room, sum);
  ++sum.all;
  if (count) ++sum.ran;
  else missed.push(`${file}:${number}: ${lines[number - 1].trim()}`);
}
const shown = ({ ran, all }) => `${((100 * ran) / all).toFixed(1)} % of ${all} lines`;
const total = { ran: 0, all: 0 };
for (const [room, sum] of [...rooms].sort()) {
  console.log(`coverage: ${room.padEnd(16)} ${shown(sum)}`);
  total.ran += sum.ran;
  total.all += sum.all;
}
console.log(`coverage: ${'in all'.padEnd(16)} ${shown(total)}; the others are in build/coverage.txt`);
writeFileSync(join(root, 'build/coverage.txt'), `${missed.join('\n')}\n`);
if ((100 * total.ran) / total.all < least) {
  console.error(`coverage: less than ${least} % of the lines ran`);
  process.exitCode = 1;
}
