// node tools/dist.mjs OUT [SITE] [WASM]: what is handed out, the same byte for byte whenever and wherever it is made:
//   banklab-book.zip   the built book, SITE, in a folder of its own
//   banklab-embed.tgz  the npm package
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { zipSync } from 'fflate';
import { webDir } from './node.mjs';
import { writePackage } from './package.mjs';

/** The first date that a zip can hold; zips hold local time, so this is the same in every zone. */
const noTime = new Date(1980, 0, 1);

/** A folder as a zip, its files in the order of their names. */
function zipOf(folder, inside) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => statSync(join(folder, path)).isFile())
    .sort();
  const entries = files.map(path => [`${inside}/${path}`, readFileSync(join(folder, path))]);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: noTime });
}

/** npm writes the same archive of the same files, if their modes are the same: it puts neither times nor owners into it. */
async function writeEmbed(outDir, wasmDir) {
  const folder = join(outDir, 'package');
  await writePackage(folder, wasmDir);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, path);
    chmodSync(file, statSync(file).isDirectory() ? 0o755 : 0o644);
  }
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--silent', './package'], {
    cwd: outDir,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  renameSync(join(outDir, stdout.trim()), join(outDir, 'banklab-embed.tgz'));
  rmSync(folder, { recursive: true });
}

const [
  out = join(webDir, '../build/dist'),
  site = join(webDir, '../build/site'),
  wasm = join(webDir, '../build/wasm'),
] = process.argv.slice(2).map(path => resolve(path));
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'banklab-book.zip'), zipOf(site, 'banklab-book'));
await writeEmbed(out, wasm);
for (const file of readdirSync(out).sort())
  console.log(`dist: ${join(out, file)}, ${(statSync(join(out, file)).size / 1000).toFixed(0)} kB`);
