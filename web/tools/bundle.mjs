// node tools/bundle.mjs OUT: the stylesheet and the scripts that pages load, these as classic scripts, since under file:// nothing else may be
// loaded. Each entry is listed here once; stylesheets imported by a script become text in it.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { webDir } from './node.mjs';

const entries = {
  lab: 'lab/main.ts',
  editor: 'lab/editor-main.ts',
  'engine-worker': 'engine/worker.ts',
  boot: 'reader/boot.ts',
  reader: 'reader/main.ts',
};

/** Writes the page's scripts to outDir (a path). */
export async function bundle(outDir) {
  await build({
    entryPoints: Object.entries(entries)
      .map(([out, path]) => ({ in: join(webDir, path), out }))
      .filter(entry => existsSync(entry.in)),
    outdir: outDir,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    tsconfigRaw: {},
    target: ['es2022', 'chrome105', 'firefox110', 'safari16'],
    charset: 'utf8',
    loader: { '.css': 'text' },
    legalComments: 'none',
    logLevel: 'warning',
  });
}

/** Writes the pages' one stylesheet to outDir. */
export async function bundleStyles(outDir) {
  await build({
    entryPoints: [join(webDir, 'styles/page.css')],
    outdir: outDir,
    bundle: true,
    minify: true,
    tsconfigRaw: {},
    target: ['chrome105', 'firefox110', 'safari16'],
    logLevel: 'warning',
  });
}

if (process.argv[1]?.endsWith('bundle.mjs')) {
  const outDir = resolve(process.argv[2] ?? '../build/site/assets');
  await bundle(outDir);
  await bundleStyles(outDir);
}
