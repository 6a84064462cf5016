// The single-file edition: all pages one after the other in one document that holds what the site's pages load. Links
// between pages become links to places in it.
import { createHash } from 'node:crypto';
import { escapeHtml, type Heading } from './markup.ts';
import {
  article,
  type Book,
  contents,
  documentOf,
  outline,
  type Page,
  sayOf,
  withoutScript,
} from './page.ts';
import { indexScript } from './search.ts';

/** What the document holds: texts, as the files of the site's assets/ have them. */
export interface Assets {
  icon: string;
  styles: string;
  /** Runs before anything is drawn. */
  boot: string;
  /** Run in this order when the text is there. */
  scripts: string[];
}

/** Attributes that hold ids, several with spaces between. */
const idAttributes =
  /(\s(?:id|for|data-exercise|aria-(?:labelledby|describedby|controls|details|owns))=")([^"]+)/g;
const linkAttribute = /(\shref=")(?:([^"#:]+)\.html)?(?:#([^"]*))?(?=")/g;

/** Rewrites what stands in tags; text that looks like an attribute is left alone. */
const inTags = (html: string, rewrite: (tag: string) => string): string =>
  html.replace(/<[a-z][^>]*>/g, rewrite);

const idsIn = (html: string): string[] =>
  (html.match(/<[a-z][^>]*>/g) ?? []).flatMap(tag => /\sid="([^"]+)"/.exec(tag)?.[1] ?? []);

const nameOf = ({ file }: { file: string }): string => file.replace(/\.html$/, '');

/** For each page by its name the ids that it gives up, since an earlier page has them, and what it has in their place. */
function renamings(pages: Page[]): Map<string, Map<string, string>> {
  const taken = new Set(['main', 'found', ...pages.map(nameOf)]);
  return new Map(
    pages.map(page => {
      const renamed = new Map<string, string>();
      const ids = idsIn(page.body);
      for (const id of ids) {
        if (taken.has(id)) {
          let other = `${nameOf(page)}-${id}`;
          while (taken.has(other) || ids.includes(other)) other += '-2';
          renamed.set(id, other);
        }
        taken.add(renamed.get(id) ?? id);
      }
      return [nameOf(page), renamed];
    }),
  );
}

/** A page's body and headings with the document's ids, and with links to places in it. */
function placed(page: Page, renamed: Map<string, Map<string, string>>): Page {
  const own = nameOf(page);
  const idOf = (id: string, name = own): string => renamed.get(name)?.get(id) ?? id;
  const body = inTags(page.body, tag =>
    tag
      .replace(
        idAttributes,
        (_, start: string, ids: string) =>
          start +
          ids
            .split(' ')
            .map(id => idOf(id))
            .join(' '),
      )
      .replace(linkAttribute, (all, start: string, name: string | undefined, id: string | undefined) => {
        if (name === undefined && id === undefined) return all;
        if (name !== undefined && !renamed.has(name)) return all;
        return `${start}#${id ? idOf(id, name) : name}`;
      }),
  );
  const headings: Heading[] = page.headings.map(heading => ({ ...heading, id: idOf(heading.id) }));
  return { ...page, body, headings };
}

/** A script's text where a document's parser must not find the end of it. */
const scriptText = (text: string): string => text.replace(/<(?=\/script|script|!--)/gi, '\\x3c');

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The whole book as one HTML document. */
export function wholeBook(book: Book, pages: Page[], assets: Assets): string {
  const say = sayOf(book);
  const renamed = renamings(pages);
  const chapters = pages.map(page => placed(page, renamed));
  const items = chapters.map(page => {
    const below = outline(page.headings);
    const list = below.length > 1 ? `\n<ol>\n${below.join('\n')}\n</ol>` : '';
    return `<li><a href="#${nameOf(page)}">${escapeHtml(page.title)}</a>${list}</li>`;
  });
  const index = indexScript(chapters, (page, id) => `#${id || nameOf(page)}`);
  const [boot, ...scripts] = [assets.boot, index, ...assets.scripts].map(scriptText);
  // The document may ask for nothing, of anyone.
  const policy = [
    "default-src 'none'",
    `script-src ${[boot!, ...scripts].map(hash).join(' ')} 'wasm-unsafe-eval'`,
    `style-src ${hash(assets.styles)}`,
    'img-src data: blob:',
    'worker-src blob:',
  ].join('; ');
  return documentOf({
    language: book.language,
    title: chapters[0]?.title ?? book.title,
    description: chapters[0]?.description ?? '',
    links: `<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(assets.icon.trim())}" type="image/svg+xml">
<style>${assets.styles}</style>
<script>${boot}</script>`,
    kind: '',
    brand: `<a class="brand" href="#${nameOf(pages[0]!)}">${escapeHtml(book.title)}</a>`,
    contents: contents(say.contents, items),
    main: chapters
      .map(
        (page, i) =>
          `<article class="chapter" id="${nameOf(page)}">\n${article(page, say, i ? '' : withoutScript(say))}</article>\n`,
      )
      .join(''),
    neighbours: '',
    end: scripts.map(script => `<script>${script}</script>\n`).join(''),
  });
}
