// node tools/package.mjs OUT [WASM]: the npm package as a folder, for `npm pack`: modules that share their chunks, their
// types, and the scripts of pages that are not bundled.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { bundleElement, engineScript, glueScript, options } from './bundle.mjs';
import { webDir } from './node.mjs';

/** The module's script as a module. */
const glue = wasmDir => ({
  name: 'glue',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^banklab:glue$/ }, ({ path }) => ({ path, namespace: 'banklab' }));
    onLoad({ filter: /.*/, namespace: 'banklab' }, async () => ({
      contents: `export const createBankLab = ${await glueScript(wasmDir)};`,
    }));
  },
});

async function writeModules(outDir, wasmDir) {
  await build({
    ...options,
    entryPoints: ['index', 'index.node', 'element', 'define'].map(name => join(webDir, `package/${name}.ts`)),
    outdir: outDir,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
    splitting: true,
    chunkNames: 'chunk-[hash]',
    plugins: [...options.plugins, glue(wasmDir)],
  });
  writeFileSync(join(outDir, 'banklab.worker.js'), `(() => {\n${await engineScript(wasmDir)}})();\n`);
}

/** The types of what the entries import, each beside its like; a declaration imports './x.js' where a source has './x.ts'. */
function writeTypes(outDir) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(webDir, 'node_modules/typescript/bin/tsc'), '-p', 'package/tsconfig.json', '--outDir', outDir],
    { cwd: webDir, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stdout);
  copyFileSync(join(webDir, 'engine/banklab.d.ts'), join(outDir, 'engine/banklab.d.ts'));
  for (const path of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.d.ts')) continue;
    const file = join(outDir, path);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/(['"])(\.{1,2}\/[^'"]*?)(?:\.d)?\.ts\1/g, '$1$2.js$1'));
  }
}

export async function writePackage(outDir, wasmDir) {
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  await bundleElement(outDir, wasmDir);
  await writeModules(outDir, wasmDir);
  writeTypes(join(outDir, 'types'));
  const { version } = JSON.parse(readFileSync(join(webDir, 'package.json'), 'utf8'));
  const about = JSON.parse(readFileSync(join(webDir, 'package/package.json'), 'utf8'));
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify({ ...about, version }, undefined, 2)}\n`);
  for (const file of [
    'package/README.md',
    'package/custom-elements.json',
    '../docs/embedding.md',
    '../docs/report.md',
    '../docs/fix.md',
    '../LICENSE',
  ])
    copyFileSync(join(webDir, file), join(outDir, file.split('/').at(-1)));
}

if (process.argv[1]?.endsWith('package.mjs')) {
  const outDir = resolve(process.argv[2] ?? join(webDir, '../build/package'));
  await writePackage(outDir, resolve(process.argv[3] ?? join(webDir, '../build/wasm')));
  console.log(`package: ${outDir}`);
}
