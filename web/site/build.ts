// npm run build, its first half: content → the pages in ../build/site, or in the folder named; tools/bundle.mjs adds what
// they load. Any fault of the content is printed at its place, and nothing is written.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readOwnBook } from './book.ts';
import { icon } from './drawings/icon.ts';
import { rowsScript } from './hardware.ts';
import { appIcons, manifest } from './manifest.ts';
import { document } from './page.ts';
import { indexScript } from './search.ts';

const root = resolve('..');
const out = resolve(process.argv[2] ?? join(root, 'build/site'));
const { book, pages, hardware } = await readOwnBook(root);

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, 'assets'), { recursive: true });
writeFileSync(join(out, 'assets/icon.svg'), icon());
for (const [size, png] of await appIcons()) writeFileSync(join(out, `assets/icon-${size}.png`), png);
writeFileSync(join(out, 'book.webmanifest'), manifest(book, pages));
for (const page of pages) writeFileSync(join(out, page.file), document(page, book));
writeFileSync(
  join(out, 'assets/search.index.js'),
  indexScript(pages, ({ file }, id) => (id ? `${file}#${id}` : file)),
);
if (hardware) writeFileSync(join(out, 'assets/rows.data.js'), rowsScript(hardware));
console.log(`site: ${pages.length} pages in ${relative(root, out)}`);
