// npm run dist, its first half: the book as one file, ../build/dist/banklab-book.html, from the content and from what
// the built site loads. Arguments: another folder to write to, another site.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spoken } from '../messages/index.ts';
import { readOwnBook } from './book.ts';
import { wholeBook } from './whole.ts';

const [out = '../build/dist', site = '../build/site'] = process.argv.slice(2);
const root = resolve('..');
const { book, pages } = await readOwnBook(root);

const language = spoken(book.language);
const words = language === 'en' ? [] : [`banklab.${language}.js`];
const asset = (file: string) => readFileSync(join(site, 'assets', file), 'utf8');
const html = wholeBook(book, pages, {
  icon: asset('icon.svg'),
  styles: asset('page.css') + asset('occupancy.css'),
  boot: asset('boot.js'),
  scripts: [
    ...words,
    'banklab.inline.js',
    'banklab.inline.fix.js',
    'banklab.editor.js',
    'banklab.js',
    'search.js',
    'reader.js',
    'occupancy.js',
  ].map(asset),
});
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'banklab-book.html'), html);
