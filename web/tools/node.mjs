// Bundles TypeScript for Node and says where the result lies. The output stands under node_modules, so that
// packages, which stay outside the bundle, resolve from there even for sources in ../tests.
import { mkdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const webDir = dirname(dirname(fileURLToPath(import.meta.url)));
const rootDir = dirname(webDir);
const cacheDir = join(webDir, 'node_modules', '.cache', 'banklab');

/** Bundles each entry (a path) for Node; returns the paths of the .mjs files, in the same order. */
export async function bundleForNode(entries) {
  const outFor = entry =>
    join(cacheDir, relative(rootDir, resolve(entry)).replaceAll('..', 'outside').replace(/\.ts$/, '.mjs'));
  mkdirSync(cacheDir, { recursive: true });
  await build({
    entryPoints: entries.map(entry => ({
      in: resolve(entry),
      out: relative(cacheDir, outFor(entry)).replace(/\.mjs$/, ''),
    })),
    outdir: cacheDir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node18',
    packages: 'external',
    sourcemap: 'inline',
    loader: { '.css': 'text' },
    tsconfigRaw: {},
    logLevel: 'warning',
  });
  return entries.map(outFor);
}
