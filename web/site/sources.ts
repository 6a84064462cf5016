// What a book is made of: book.yaml, which names the book, its `language` (English if it does not say), and its pages in their order,
// `front`, the numbered `chapters`, and `back`, each a list of names; the pages' Markdown; the terms of glossary.yaml.
import { readFileSync } from 'node:fs';
import { type Data, readData } from './data.ts';
import { readTerms, type Term } from './glossary.ts';
import type { Book } from './page.ts';
import { ContentError, type Place, type Problems } from './problems.ts';
import type { Shelves } from './shelves.ts';

export const frontMatter = /^---\n([\s\S]*?)\n---\n/;

/** A sheet is printed on one page; a window is a page as wide as the window, which its own script makes live. */
type Layout = 'text' | 'sheet' | 'window';

export interface Source {
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

function readSource(name: string, shelves: Shelves, from: Data): Omit<Source, 'chapter'> {
  const found = shelves.find(`${name}.md`);
  if (!found) return from.fail(`no page '${name}'; write ${shelves.shown(`${name}.md`)}`);
  const { path, shown: file } = found;
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

export function readBook(shelves: Shelves, problems: Problems): { book: Book; sources: Source[] } {
  const place = { file: shelves.shown('book.yaml'), line: 1 };
  return problems.attempt(
    () => {
      const yaml = readFileSync(shelves.find('book.yaml')!.path, 'utf8');
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
          return problems.attempt(() => [{ ...readSource(page.text(), shelves, page), chapter }], []);
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

/** The terms of every glossary.yaml; a term of the first takes the place of another's of its name. */
export function readGlossary(shelves: Shelves, problems: Problems): Term[] {
  const terms = shelves
    .every('glossary.yaml')
    .flatMap(({ path, shown }) =>
      problems.attempt(
        () => readTerms(readData(readFileSync(path, 'utf8'), 'the glossary', { file: shown, line: 1 })),
        [],
      ),
    );
  return terms.filter(({ id }, i) => terms.findIndex(each => each.id === id) === i);
}
