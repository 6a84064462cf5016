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
// What only some pages load, each name once.
const own = [...new Set(pages.flatMap(({ scripts }) => scripts ?? []))];
// The playground takes a whole window, and the measured rows are a file of their own: without their scripts they stand
// as they do where there is no JavaScript, and the labs in them work.
const apart = ['play', 'rows'];
const asset = (file: string) => readFileSync(join(site, 'assets', file), 'utf8');
const html = wholeBook(book, pages, {
  icon: asset('icon.svg'),
  styles: ['page', ...own].map(name => asset(`${name}.css`)).join(''),
  boot: asset('boot.js'),
  scripts: [
    ...words,
    'banklab.inline.js',
    'banklab.inline.fix.js',
    'banklab.editor.js',
    'banklab.js',
    'search.js',
    ...own.filter(name => !apart.includes(name)).map(name => `${name}.js`),
    'reader.js',
  ].map(asset),
});
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'banklab-book.html'), html);
