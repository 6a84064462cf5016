// npm run build, its first half: content → the pages in ../build/site, or in the folder named; tools/bundle.mjs adds what
// they load. Any fault of the content is printed at its place, and nothing is written.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bookPages } from './book.ts';
import { icon } from './drawings/icon.ts';
import { loadEngine } from './engine.ts';
import { Problems } from './problems.ts';

const root = resolve('..');
const out = resolve(process.argv[2] ?? join(root, 'build/site'));
const problems = new Problems();
const analyze = await loadEngine(join(root, 'build/wasm'));
const pages = bookPages(join(root, 'content'), 'content', analyze, problems);
if (problems.count) {
  for (const line of problems.lines()) console.error(line);
  process.exit(1);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, 'assets'), { recursive: true });
writeFileSync(join(out, 'assets/icon.svg'), icon());
for (const [file, html] of pages) writeFileSync(join(out, file), html);
console.log(`site: ${pages.size} pages in build/site`);
