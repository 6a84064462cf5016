// node tools/bundle.mjs OUT [WASM]: the stylesheet and the scripts that pages load, these as classic scripts, since
// under file:// nothing else may be loaded, and the engine beside them. Each entry is listed here once; stylesheets
// imported by a script become text in it.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, transform } from 'esbuild';
import { webDir } from './node.mjs';

const entries = {
  lab: 'lab/main.ts',
  editor: 'lab/editor-main.ts',
  boot: 'reader/boot.ts',
  reader: 'reader/main.ts',
};

const options = {
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
};

/** Writes the page's scripts to outDir (a path). */
export async function bundle(outDir) {
  await build({
    ...options,
    entryPoints: Object.entries(entries)
      .map(([out, path]) => ({ in: join(webDir, path), out }))
      .filter(entry => existsSync(entry.in)),
    outdir: outDir,
  });
}

/**
 * Writes the engine to outDir from wasmDir, which holds banklab.js and banklab.wasm, whole and in two parts: the parts;
 * engine-worker.js, the module's script and the worker's in one; engine-inline.js, this and the whole module as text for
 * file://. Pages load engine-worker.js too: the module's script must not take the page's own module loader, if it has
 * one, for its.
 */
export async function bundleEngine(outDir, wasmDir) {
  const worker = await build({ ...options, entryPoints: [join(webDir, 'engine/worker.ts')], write: false });
  const { code: glue } = await transform(readFileSync(join(wasmDir, 'banklab.js'), 'utf8'), { minify: true });
  const factory = `var createBankLab = ((exports, module, define) => {\n${glue}\nreturn createBankLab;\n})();`;
  const script = `${factory}\n${worker.outputFiles[0].text}`;
  mkdirSync(outDir, { recursive: true });
  writeFileSync(join(outDir, 'engine-worker.js'), script);
  for (const part of ['banklab.first.wasm', 'banklab.rest.wasm'])
    copyFileSync(join(wasmDir, part), join(outDir, part));
  const inline = { worker: script, wasm: readFileSync(join(wasmDir, 'banklab.wasm')).toString('base64') };
  writeFileSync(join(outDir, 'engine-inline.js'), `globalThis.bankLabInline = ${JSON.stringify(inline)};\n`);
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
  await bundleEngine(outDir, resolve(process.argv[3] ?? join(webDir, '../build/wasm')));
}
