// The content → pages.

import { basename, join, resolve } from 'node:path';
import { allMessages } from '../messages/all.ts';
import { type Messages, spoken } from '../messages/index.ts';
import { across } from './across.ts';
import { drawingsAsleep } from './asleep.ts';
import { cards } from './cards.ts';
import type { Directive } from './directives.ts';
import { drawings } from './drawings/index.ts';
import { type Engine, loadEngine } from './engine.ts';
import { exercise, solution } from './exercise.ts';
import { lab, still, titled } from './figures.ts';
import { type Term, termList } from './glossary.ts';
import { type Hardware, readHardware } from './hardware.ts';
import { Live } from './live.ts';
import { type Context, escapeHtml, render, renderInline } from './markup.ts';
import { measurements } from './measurements.ts';
import { calculator } from './occupancy.ts';
import { type Book, document, type Page } from './page.ts';
import { playground } from './play.ts';
import { practice, progress } from './practice.ts';
import { ContentError, Problems } from './problems.ts';
import { review } from './review.ts';
import { type Shelf, Shelves } from './shelves.ts';
import { Snippets } from './snippets.ts';
import { frontMatter, readBook, readGlossary, type Source } from './sources.ts';

function note({ argument, body, bodyPlace, place }: Directive, context: Context): string {
  const title = argument
    ? `<p class="note-title">${renderInline(argument, { ...context, line: place.line })}</p>\n`
    : '';
  return `<div class="note">\n${title}${render(body, { ...context, line: bodyPlace.line })}</div>\n`;
}

/** ::drawing NAME | caption */
function drawing(directive: Directive, context: Context): string {
  const { place } = directive;
  const { argument, title } = titled(directive, context);
  const draw = drawings[argument];
  if (!draw)
    throw new ContentError(`no drawing '${argument}'; there are ${Object.keys(drawings).join(', ')}`, place);
  return title(context.unique(argument)) + (context.isFirstFigure() ? draw() : drawingsAsleep(draw()));
}

/** ::pages — every page of the book but the front, with what it is about. */
function pageList(sources: Source[]): string {
  const items = sources
    .filter(({ name }) => name !== 'index')
    .map(({ name, title, description, chapter, exercises }) => {
      const number = chapter ? `<span class="number">${chapter}</span> ` : '';
      const progress = exercises.length
        ? ` <span class="progress" data-exercises="${exercises.join(' ')}"></span>`
        : '';
      return `<li>${number}<a href="${name}.html">${escapeHtml(title)}</a>${progress}<p>${escapeHtml(description)}</p></li>`;
    });
  return `<ul class="pages">\n${items.join('\n')}\n</ul>\n`;
}

const linkToPage = /<a\s[^>]*?href="([\w-]+)\.html(?:#[^"]*)?"[^>]*>([\s\S]*?)<\/a>/g;

/** A link to a page that this book leaves out is its text alone. One to a page that there is nowhere stays, and is found as a fault. */
const withoutLeftOut = (html: string, isLeftOut: (page: string) => boolean): string =>
  html.replace(linkToPage, (link, page: string, text: string) => (isLeftOut(page) ? text : link));

function pageOf(
  source: Source,
  terms: Term[] | undefined,
  live: Live,
  problems: Problems,
  say: Messages,
  directive: Context['directive'],
): Page {
  const front = frontMatter.exec(source.text)![0];
  const ids = new Set<string>();
  const scripts = new Set<string>();
  const counts = { figure: 0, exercise: 0 };
  let hasFigure = false;
  const { chapter } = source;
  const context: Context = {
    file: source.file,
    line: front.split('\n').length,
    live,
    problems,
    say,
    headings: [],
    terms: chapter === undefined || !terms ? undefined : new Set(terms),
    unique(name) {
      let id = name;
      for (let i = 2; ids.has(id); i++) id = `${name}-${i}`;
      ids.add(id);
      return id;
    },
    number(kind) {
      counts[kind]++;
      return chapter === undefined ? undefined : `${chapter}.${counts[kind]}`;
    },
    isFirstFigure() {
      const isFirst = !hasFigure;
      hasFigure = true;
      return isFirst;
    },
    script: name => scripts.add(name),
    directive,
  };
  const text = render(source.text.slice(front.length), context);
  const body = source.layout === 'sheet' ? `<div class="sheet">\n${text}</div>\n` : text;
  const { title, lede, description } = source;
  return {
    file: `${source.name}.html`,
    title,
    lede,
    description,
    chapter,
    body,
    headings: context.headings,
    window: source.layout === 'window',
    scripts: [...scripts],
  };
}

/** The book and its pages. Faults go to `problems`. */
export function readPages(
  shelves: Shelves,
  engine: Engine,
  problems: Problems,
  hardware?: Hardware,
): { book: Book; pages: Page[] } {
  const live = new Live(new Snippets(shelves, engine.analyze));
  const { book, sources } = readBook(shelves, problems);
  const inBook = new Set(sources.map(({ name }) => name));
  const terms = readGlossary(shelves, problems);
  // A term's link leads to the glossary.
  const linked = inBook.has('glossary') ? terms : undefined;
  const say = allMessages[spoken(book.language)];
  const kinds: Record<string, (directive: Directive, context: Context) => string> = {
    exercise,
    solution,
    cards,
    note,
    lab,
    figure: still,
    drawing,
    playground,
    occupancy: (each, context) => calculator(each, context, engine.multiprocessors),
    machines: (each, context) => across(each, context, engine.machines ?? []),
    measurements: (each, context) => measurements(each, context, hardware),
    pages: () => pageList(sources),
    terms: (_, context) => termList(terms, inBook, context),
    practice,
    progress,
    review: (_, context) => review(sources, terms, inBook, context),
  };
  const containers = ['exercise', 'solution', 'cards', 'note'];
  const directive = (each: Directive, context: Context) => {
    const make = Object.hasOwn(kinds, each.name) ? kinds[each.name] : undefined;
    const colons = each.container ? ':::' : '::';
    if (!make)
      throw new ContentError(
        `unknown directive '${colons}${each.name}'; there are ${Object.keys(kinds).join(', ')}`,
        each.place,
      );
    if (containers.includes(each.name) !== each.container)
      throw new ContentError(
        `'${each.name}' is written with ${each.container ? 'two colons' : 'three colons, and closed'}`,
        each.place,
      );
    return make(each, context);
  };
  const isLeftOut = (name: string): boolean => !inBook.has(name) && shelves.find(`${name}.md`) !== undefined;
  const pages = sources.map(source => {
    const page = pageOf(source, linked, live, problems, say, directive);
    return { ...page, body: withoutLeftOut(page.body, isLeftOut) };
  });
  return { book, pages };
}

/** The project's content and, in front of it, the folder of a course. */
function shelvesOf(root: string): Shelves {
  const content: Shelf = { folder: join(root, 'content'), shown: 'content' };
  const given = process.env.BANKLAB_COURSE;
  if (!given) return new Shelves([content]);
  const folder = resolve(given);
  return new Shelves([{ folder, shown: basename(folder) }, content]);
}

/**
 * The project's own book, of `root`, or that of the course in the folder BANKLAB_COURSE, for a program that builds it: any fault is
 * printed at its place, and ends it.
 */
export async function readOwnBook(
  root: string,
): Promise<{ book: Book; pages: Page[]; hardware?: Hardware | undefined }> {
  const problems = new Problems();
  const engine = await loadEngine(join(root, 'build/wasm'));
  const { request } = engine;
  const hardware = problems.attempt(
    () => request && readHardware(join(root, 'tests/hardware'), request),
    undefined,
  );
  const content = readPages(shelvesOf(root), engine, problems, hardware);
  if (problems.count) {
    for (const line of problems.lines()) console.error(line);
    process.exit(1);
  }
  return { ...content, hardware };
}

/** Every page of the site as its file's name and its HTML. */
export function bookPages(...content: Parameters<typeof readPages>): Map<string, string> {
  const { book, pages } = readPages(...content);
  return new Map(pages.map(page => [page.file, document(page, book)]));
}
