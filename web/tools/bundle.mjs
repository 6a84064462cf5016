// node tools/bundle.mjs OUT [WASM]: the stylesheet and the scripts that pages load, these as classic scripts, since
// under file:// nothing else may be loaded, and the engine beside them. Each entry is listed here once; stylesheets
// imported by a script become text in it.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, transform } from 'esbuild';
import { webDir } from './node.mjs';

/** Beside the element, what the book's pages load. */
const pageEntries = {
  boot: 'reader/boot.ts',
  reader: 'reader/main.ts',
  search: 'reader/search-script.ts',
  play: 'play/main.ts',
  occupancy: 'occupancy/main.ts',
  rows: 'rows/main.ts',
  across: 'across/main.ts',
  practice: 'practice/main.ts',
  cards: 'cards/main.ts',
};

/** Beside English: messages/index.ts. */
const languages = ['de'];

const target = ['es2022', 'chrome105', 'firefox110', 'safari16'];

/** A stylesheet that a script imports is its text, minified. */
const styleTexts = {
  name: 'style texts',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), {
        loader: 'css',
        minify: true,
        target: target.slice(1),
      });
      return { contents: code, loader: 'text' };
    });
  },
};

export const options = {
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  tsconfigRaw: {},
  target,
  // Other people's pages may be in any encoding.
  charset: 'ascii',
  plugins: [styleTexts],
  legalComments: 'none',
  logLevel: 'warning',
};

/** An entry (a path under web/) as the text of a script. */
export async function scriptOf(entry, more = {}) {
  const { outputFiles } = await build({
    ...options,
    ...more,
    entryPoints: [join(webDir, entry)],
    write: false,
  });
  return outputFiles[0].text;
}

/** Writes the scripts that only the book's pages load to outDir (a path). */
export async function bundlePages(outDir) {
  await build({
    ...options,
    entryPoints: Object.entries(pageEntries).map(([out, path]) => ({ in: join(webDir, path), out })),
    outdir: outDir,
  });
}

/** The module's script, of the folder wasmDir, as an expression: its maker, hidden from any module loader around. */
export async function glueScript(wasmDir) {
  const { code } = await transform(readFileSync(join(wasmDir, 'banklab.js'), 'utf8'), { minify: true });
  return `((__dirname, exports, module, define, require) => {\n${code}\nreturn createBankLab;\n})('')`;
}

/** The engine's side as the body of a function: the module's script, and what a worker answers. */
export async function engineScript(wasmDir) {
  const worker = await scriptOf('engine/worker.ts');
  return `var createBankLab = ${await glueScript(wasmDir)};\n${worker}return createBankLab;\n`;
}

/**
 * Writes the element to outDir from wasmDir, which holds the module in its parts:
 *   banklab.js             defines the element; run by a worker, it is that worker
 *   banklab.editor.js      loaded when an editor is first wanted
 *   banklab.LANGUAGE.js    what it says in another language, loaded where it is to speak that
 *   banklab.first.wasm     fetched, and banklab.rest.wasm after it
 *   banklab.fix.wasm       fetched when 'Mend it' is pressed
 *   banklab.inline.js      the module as text, for file://, and banklab.inline.fix.js its search for fixes
 *   embed.html             a page that is one lab, for frames, with banklab.embed.js
 */
export async function bundleElement(outDir, wasmDir) {
  mkdirSync(outDir, { recursive: true });
  const element = await scriptOf('lab/main.ts');
  writeFileSync(
    join(outDir, 'banklab.js'),
    `(() => {
const bankLabEngine = () => {
${await engineScript(wasmDir)}};
if (typeof document === 'undefined') bankLabEngine();
else {
${element}}
})();
`,
  );
  writeFileSync(join(outDir, 'banklab.editor.js'), await scriptOf('lab/editor-script.ts'));
  for (const language of languages)
    writeFileSync(join(outDir, `banklab.${language}.js`), await scriptOf(`messages/${language}-script.ts`));
  writeFileSync(join(outDir, 'banklab.embed.js'), await scriptOf('lab/embed.ts'));
  copyFileSync(join(webDir, 'lab/embed.html'), join(outDir, 'embed.html'));
  for (const part of ['banklab.first.wasm', 'banklab.rest.wasm', 'banklab.fix.wasm'])
    copyFileSync(join(wasmDir, part), join(outDir, part));
  const inline = (part, name) => `globalThis.${name} = "${inlineText(readFileSync(join(wasmDir, part)))}";\n`;
  writeFileSync(join(outDir, 'banklab.inline.js'), inline('banklab.labs.wasm', 'bankLabWasm'));
  writeFileSync(join(outDir, 'banklab.inline.fix.js'), inline('banklab.fix.wasm', 'bankLabFixWasm'));
}

/**
 * Bytes as a string literal's text, one character for each: compressed it is little larger than the bytes, where base64 is a
 * third larger. What a literal or a page cannot hold stands as one of the rarest ASCII characters, and those 256 higher; the first six
 * characters say which they are. engine/sources.ts reads it.
 */
function inlineText(bytes) {
  const unfit = [...'\0\r\n\\"<'].map(char => char.charCodeAt(0));
  const counts = new Array(128).fill(0);
  for (const byte of bytes) if (byte < 128) counts[byte]++;
  const rarest = [...counts.keys()]
    .filter(byte => byte >= 32 && byte < 127 && !unfit.includes(byte))
    .sort((a, b) => counts[a] - counts[b])
    .slice(0, unfit.length);
  const codes = Array.from({ length: 256 }, (_, byte) => byte);
  for (const [i, rare] of rarest.entries()) {
    codes[unfit[i]] = rare;
    codes[rare] = 256 + rare;
  }
  return (
    String.fromCharCode(...rarest) + Array.from(bytes, byte => String.fromCharCode(codes[byte])).join('')
  );
}

/** Writes the pages' stylesheet to outDir, and those that one page alone loads. */
export async function bundleStyles(outDir) {
  await build({
    entryPoints: ['page', 'play', 'occupancy', 'rows', 'across', 'practice', 'cards'].map(name =>
      join(webDir, 'styles', `${name}.css`),
    ),
    outdir: outDir,
    bundle: true,
    minify: true,
    tsconfigRaw: {},
    target: target.slice(1),
    logLevel: 'warning',
  });
}

if (process.argv[1]?.endsWith('bundle.mjs')) {
  const outDir = resolve(process.argv[2] ?? '../build/site/assets');
  await bundlePages(outDir);
  await bundleStyles(outDir);
  await bundleElement(outDir, resolve(process.argv[3] ?? join(webDir, '../build/wasm')));
}
