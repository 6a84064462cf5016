// node tools/sizes.mjs [--record] [ASSETS] [WASM]: what readers load, in kB after brotli, from the folder of the built site's
// assets and that of the module; they are left in build/bench as rows for the table of `make bench`, too. A file counts as the transfer of it would. --record adds a row to the table of docs/sizes.md.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { glueScript } from './bundle.mjs';
import { webDir } from './node.mjs';

const folders = process.argv.slice(2).filter(each => each !== '--record');
const assets = resolve(folders[0] ?? join(webDir, '../build/site/assets'));
const wasm = resolve(folders[1] ?? join(webDir, '../build/wasm'));
const table = join(webDir, '../docs/sizes.md');
const small = bytes => brotliCompressSync(bytes).length; // at its best, quality 11
const sizeOf = (...files) => files.reduce((sum, file) => sum + small(readFileSync(join(assets, file))), 0);

const glue = small(Buffer.from(await glueScript(wasm))); // stands in banklab.js

/** What, bytes, and the name and the limit in kB of the row, where it has one. */
const rows = [
  ['the module’s first part and its script', sizeOf('banklab.first.wasm') + glue, 'size.first', 150],
  ['the module’s rest, in the background', sizeOf('banklab.rest.wasm')],
  ['the search for fixes, when it is wanted', sizeOf('banklab.fix.wasm')],
  ['the module whole', small(readFileSync(join(wasm, 'banklab.wasm'))), 'size.module', 200],
  ['banklab.js, which may fetch the module', sizeOf('banklab.js'), 'size.element', 60],
  [
    'banklab.js with the module inline, for file://',
    sizeOf('banklab.js', 'banklab.inline.js'),
    'size.inline',
    320,
  ],
  [
    'a page’s scripts before the editor, the module’s not',
    sizeOf('boot.js', 'reader.js', 'banklab.js') - glue,
    'size.page_scripts',
    40,
  ],
  ['the editor', sizeOf('banklab.editor.js')],
  ['a page’s styles', sizeOf('page.css')],
];
const kB = bytes => (bytes / 1000).toFixed(1);
console.log('kB after brotli');
for (const [name, bytes] of rows) console.log(`${name.padEnd(56)}${kB(bytes).padStart(7)}`);
const bench = join(webDir, '../build/bench');
mkdirSync(bench, { recursive: true });
writeFileSync(
  join(bench, 'sizes.json'),
  JSON.stringify(
    rows
      .filter(([, , name]) => name)
      .map(([how, bytes, name, target]) => ({
        name,
        value: bytes / 1000,
        unit: 'kB',
        higher_is_better: false,
        target,
        how: `${how}, after brotli`,
      })),
    null,
    2,
  ),
);

if (process.argv.includes('--record')) {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%cs %h'], { cwd: webDir, encoding: 'utf8' });
  const [date, commit] = stdout.trim().split(' ');
  const lines = readFileSync(table, 'utf8').split('\n');
  const last = lines.findLastIndex(line => /^\| \d{4}-/.test(line));
  lines.splice(last + 1, 0, `| ${[date, commit, ...rows.map(([, bytes]) => kB(bytes))].join(' | ')} |`);
  writeFileSync(table, lines.join('\n'));
}
console.log('\nbefore, in the same order (docs/sizes.md)');
for (const line of readFileSync(table, 'utf8')
  .split('\n')
  .filter(row => /^\| \d/.test(row))
  .slice(-5))
  console.log(line);
