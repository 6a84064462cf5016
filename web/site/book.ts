// The content folder → pages. book.yaml names the book, its `language` (English if it does not say), and its pages in their order:
// `front`, the numbered `chapters`, and `back`, each a list of names.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allMessages } from '../messages/all.ts';
import { type Messages, spoken } from '../messages/index.ts';
import { across } from './across.ts';
import { cards } from './cards.ts';
import { type Data, readData } from './data.ts';
import type { Directive } from './directives.ts';
import { drawings } from './drawings/index.ts';
import { type Engine, loadEngine } from './engine.ts';
import { exercise, solution } from './exercise.ts';
import { lab, still, titled } from './figures.ts';
import { readTerms, type Term, termList } from './glossary.ts';
import { type Hardware, readHardware } from './hardware.ts';
import { Live } from './live.ts';
import { type Context, escapeHtml, render, renderInline } from './markup.ts';
import { measurements } from './measurements.ts';
import { calculator } from './occupancy.ts';
import { type Book, document, type Page } from './page.ts';
import { playground } from './play.ts';
import { practice, progress } from './practice.ts';
import { ContentError, type Place, Problems } from './problems.ts';
import { review } from './review.ts';
import { Snippets } from './snippets.ts';

const frontMatter = /^---\n([\s\S]*?)\n---\n/;

/** A sheet is printed on one page; a window is a page as wide as the window, which its own script makes live. */
type Layout = 'text' | 'sheet' | 'window';

interface Source {
  name: string;
  file: string;
  text: string;
  title: string;
  lede: string;
  description: string;
  layout: Layout;
  /** Its number, of a chapter. */
  chapter: number | undefined;
  /** The ids of its exercises. */
  exercises: string[];
}

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
  return title(context.unique(argument)) + draw();
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

function readSource(name: string, folder: string, shown: string, from: Data): Omit<Source, 'chapter'> {
  const file = `${shown}/${name}.md`;
  const path = join(folder, `${name}.md`);
  if (!existsSync(path)) from.fail(`no page '${name}'; write ${file}`);
  const text = readFileSync(path, 'utf8');
  const place: Place = { file, line: 1 };
  const match = frontMatter.exec(text);
  if (!match)
    throw new ContentError("a page begins with '---', its title, lede and description, and '---'", place);
  const { title, lede, description, layout } = readData(match[1]!, 'the page', { file, line: 2 }).fields(
    'title',
    'lede',
    'description',
    'layout',
  );
  const shape = layout?.text() ?? 'text';
  if (shape !== 'text' && shape !== 'sheet' && shape !== 'window')
    layout!.fail("a layout is 'sheet', one printed page, or 'window', as wide as the window");
  if (!title || !lede || !description)
    throw new ContentError('a page has a title, a lede and a description', place);
  const exercises = [...text.matchAll(/^:::\s*exercise\s+([\w.-]+)/gm)].map(([, id]) => id!);
  return {
    name,
    file,
    text,
    title: title.text(),
    lede: lede.text(),
    description: description.text(),
    layout: shape as Layout,
    exercises,
  };
}

function readBook(folder: string, shown: string, problems: Problems): { book: Book; sources: Source[] } {
  const place = { file: `${shown}/book.yaml`, line: 1 };
  return problems.attempt(
    () => {
      const yaml = readFileSync(join(folder, 'book.yaml'), 'utf8');
      const fields = readData(yaml, 'the book', place).fields(
        'title',
        'language',
        'front',
        'chapters',
        'back',
      );
      if (!fields.title) throw new ContentError('a book has a title', place);
      const sources = (['front', 'chapters', 'back'] as const).flatMap(part =>
        (fields[part]?.items() ?? []).flatMap((page, i) => {
          const chapter = part === 'chapters' ? i + 1 : undefined;
          return problems.attempt(() => [{ ...readSource(page.text(), folder, shown, page), chapter }], []);
        }),
      );
      if (!sources.length && !problems.count)
        throw new ContentError("a book has pages: write 'front', 'chapters' or 'back'", place);
      checkExercises(sources, problems);
      const pages = sources.map(({ name, title, chapter }) => ({ file: `${name}.html`, title, chapter }));
      const language = fields.language?.text() ?? 'en';
      return { book: { title: fields.title.text(), language, pages }, sources };
    },
    { book: { title: '', language: 'en', pages: [] }, sources: [] },
  );
}

/** The reader's progress is kept by an exercise's id, so that no two pages may have the same. */
function checkExercises(sources: Source[], problems: Problems): void {
  const pages = new Map<string, string>();
  for (const { exercises, file } of sources)
    for (const id of exercises) {
      const other = pages.get(id);
      if (other) problems.add(`exercise ${id} is in ${other} already; give it another id`, { file, line: 1 });
      pages.set(id, file);
    }
}

/** The terms of glossary.yaml; none where there is no such file. */
function readGlossary(folder: string, shown: string, problems: Problems): Term[] {
  const path = join(folder, 'glossary.yaml');
  if (!existsSync(path)) return [];
  const place = { file: `${shown}/glossary.yaml`, line: 1 };
  return problems.attempt(() => readTerms(readData(readFileSync(path, 'utf8'), 'the glossary', place)), []);
}

function pageOf(
  source: Source,
  terms: Term[],
  live: Live,
  problems: Problems,
  say: Messages,
  directive: Context['directive'],
): Page {
  const front = frontMatter.exec(source.text)![0];
  const ids = new Set<string>();
  const scripts = new Set<string>();
  const counts = { figure: 0, exercise: 0 };
  const { chapter } = source;
  const context: Context = {
    file: source.file,
    line: front.split('\n').length,
    live,
    problems,
    say,
    headings: [],
    terms: chapter === undefined ? undefined : new Set(terms),
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

/** The book and its pages. `shown` is how messages name the folder. Faults go to `problems`. */
export function readPages(
  folder: string,
  shown: string,
  engine: Engine,
  problems: Problems,
  hardware?: Hardware,
): { book: Book; pages: Page[] } {
  const live = new Live(new Snippets(join(folder, 'snippets'), `${shown}/snippets`, engine.analyze));
  const { book, sources } = readBook(folder, shown, problems);
  const terms = readGlossary(folder, shown, problems);
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
    terms: (_, context) => termList(terms, context),
    practice,
    progress,
    review: (_, context) => review(sources, terms, context),
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
  return { book, pages: sources.map(source => pageOf(source, terms, live, problems, say, directive)) };
}

/** The project's own book, of `root`, for a program that builds it: any fault is printed at its place, and ends it. */
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
  const content = readPages(join(root, 'content'), 'content', engine, problems, hardware);
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
