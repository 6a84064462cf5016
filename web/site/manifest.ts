// What makes the site an application that can be installed: its manifest and its icons.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { appIcon } from './drawings/icon.ts';
import type { Book, Page } from './page.ts';

/** Pixels. */
const iconSizes = [192, 512];
const ground = '#fcfaf6'; // tokens.css, --ground in light

/** The icons as PNG, by their size; the same bytes on every machine. */
export async function appIcons(): Promise<Map<number, Uint8Array>> {
  const wasm = createRequire(resolve('package.json')).resolve('@resvg/resvg-wasm/index_bg.wasm');
  await initWasm(readFileSync(wasm));
  return new Map(
    iconSizes.map(size => {
      const drawn = new Resvg(appIcon(ground), { fitTo: { mode: 'width', value: size } }).render();
      return [size, drawn.asPng()];
    }),
  );
}

/** The manifest's JSON; its addresses are relative to it, beside the pages. */
export function manifest(book: Book, pages: Page[]): string {
  const pngs = iconSizes.flatMap(size =>
    ['any', 'maskable'].map(purpose => ({
      src: `assets/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  );
  const icons = [{ src: 'assets/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }, ...pngs];
  const about = {
    name: book.title,
    short_name: book.title,
    description: pages[0]?.description,
    lang: book.language,
    start_url: 'index.html',
    scope: './',
    display: 'standalone',
    background_color: ground,
    theme_color: ground,
    icons,
  };
  return `${JSON.stringify(about, undefined, 2)}\n`;
}
