// The frame of a page. A page of the site has links relative to it, no inline script and no inline style, so that it works
// under the strictest policy, in any folder of any host, and from a file.
import { allMessages } from '../messages/all.ts';
import { type Messages, spoken } from '../messages/index.ts';
import { escapeHtml, type Heading } from './markup.ts';

export interface Page {
  /** The file's name in the site, 'exercises.html'. All pages stand side by side. */
  file: string;
  title: string;
  lede: string;
  description: string;
  /** Its number, of a chapter. */
  chapter?: number | undefined;
  body: string;
  headings: Heading[];
  /** As wide as the window. */
  window?: boolean;
  /** The names of scripts, and of stylesheets, that this page alone loads. */
  scripts?: string[];
}

export interface Book {
  title: string;
  /** BCP 47: of the texts and of what is around them. */
  language: string;
  pages: { file: string; title: string; chapter?: number | undefined }[];
}

type Say = Messages['site'];

/** What a book's pages say around their texts. */
export const sayOf = ({ language }: { language: string }): Say => allMessages[spoken(language)].site;

/** The items of a list of contents: h2 with their h3 and exercises below them. */
export function outline(headings: Heading[]): string[] {
  const parts: { heading: Heading; below: Heading[] }[] = [];
  for (const heading of headings) {
    if (heading.level === 2) parts.push({ heading, below: [] });
    else if (heading.level === 3) parts.at(-1)?.below.push(heading);
  }
  const link = ({ id, text, exercise }: Heading) =>
    `<a href="#${escapeHtml(id)}"${exercise ? ` data-exercise="${escapeHtml(id)}"` : ''}>${text}</a>`;
  return parts.map(({ heading, below }) => {
    const list = below.length ? `\n<ol>${below.map(each => `<li>${link(each)}</li>`).join('')}</ol>` : '';
    return `<li>${link(heading)}${list}</li>`;
  });
}

/** The list of contents beside the text; none where there is little to choose. */
export function contents(name: string, items: string[]): string {
  if (items.length < 2) return '';
  return `<nav class="contents" aria-label="${name}">
<details>
<summary>${name} <span class="progress"></span></summary>
<ol>
${items.join('\n')}
</ol>
</details>
</nav>
`;
}

function themeSwitch({ theme, themes }: Say): string {
  const choices = Object.entries(themes).map(
    ([value, label]) =>
      `<label><input type="radio" name="theme" value="${value}"${value === 'auto' ? ' checked' : ''}><span>${label}</span></label>`,
  );
  return `<fieldset class="theme"><legend>${theme}</legend>${choices.join('')}</fieldset>`;
}

const searchBox = (say: Say): string => `<div class="search" role="search">
<input type="search" role="combobox" placeholder="${say.search}" aria-label="${say.searchName}" aria-expanded="false" aria-controls="found" aria-autocomplete="list" aria-keyshortcuts="/" autocomplete="off" spellcheck="false">
<ul id="found" role="listbox" aria-label="${say.found}" hidden></ul>
<p class="found" role="status"></p>
</div>`;

function neighbours(page: Page, book: Book): string {
  const at = book.pages.findIndex(({ file }) => file === page.file);
  const say = sayOf(book);
  const link = (rel: string, label: string, other: Book['pages'][number] | undefined) =>
    other
      ? `<a rel="${rel}" href="${other.file}"><span>${label}${other.chapter ? ` · ${say.chapter(other.chapter)}` : ''}</span> ${escapeHtml(other.title)}</a>`
      : '';
  return link('prev', say.previous, book.pages[at - 1]) + link('next', say.next, book.pages[at + 1]);
}

/** What the first text of a document says to readers without JavaScript. */
export const withoutScript = (say: Say): string =>
  `<noscript><p class="note">${say.withoutScript}</p></noscript>\n`;

/** A page's text under its title, with HTML that stands between them. */
export function article({ title, lede, chapter, body }: Page, say: Say, between = ''): string {
  const number = chapter ? `<p class="chapter-number">${say.chapter(chapter)}</p>\n` : '';
  return `<header class="title">
${number}<h1>${escapeHtml(title)}</h1>
<p class="lede">${escapeHtml(lede)}</p>
</header>
${between}${body}`;
}

/** The parts of a document; all but the texts are HTML. */
export interface Frame {
  language: string;
  title: string;
  description: string;
  /** What brings the styles and the scripts. */
  links: string;
  /** The body's class, '' for none. */
  kind: '' | 'front' | 'window';
  /** The link of the book's name. */
  brand: string;
  contents: string;
  main: string;
  neighbours: string;
  /** What comes after all else. */
  end?: string;
}

/** The whole HTML document. */
export function documentOf(frame: Frame): string {
  const say = sayOf(frame);
  return `<!doctype html>
<html lang="${escapeHtml(frame.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(frame.title)}</title>
<meta name="description" content="${escapeHtml(frame.description)}">
<meta name="color-scheme" content="light dark">
${frame.links}
</head>
<body${frame.kind && ` class="${frame.kind}"`}>
<a class="skip" href="#main">${say.skip}</a>
<header class="site">
${frame.brand}
${searchBox(say)}
${themeSwitch(say)}
</header>
${frame.contents}<main id="main" tabindex="-1">
${frame.main}</main>
<footer class="site">
${frame.neighbours}<p>${say.footer}</p>
</footer>
${frame.end ?? ''}</body>
</html>
`;
}

/** A page of the site. */
export function document(page: Page, book: Book): string {
  const front = page.file === 'index.html';
  const around = neighbours(page, book);
  const own = page.scripts ?? [];
  const say = sayOf(book);
  const language = spoken(book.language);
  const words = language === 'en' ? '' : `\n<script src="assets/banklab.${language}.js" defer></script>`;
  return documentOf({
    language: book.language,
    title: front ? page.title : `${page.title} · ${book.title}`,
    description: page.description,
    links: `<link rel="icon" href="assets/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="assets/icon-192.png">
<link rel="manifest" href="book.webmanifest">
<link rel="stylesheet" href="assets/page.css">
${own.map(name => `<link rel="stylesheet" href="assets/${name}.css">\n`).join('')}<script src="assets/boot.js"></script>${words}
<script src="assets/banklab.js" defer></script>
${own.map(name => `<script src="assets/${name}.js" defer></script>\n`).join('')}<script src="assets/reader.js" defer></script>`,
    kind: front ? 'front' : page.window ? 'window' : '',
    brand: `<a class="brand" href="index.html"${front ? ' aria-current="page"' : ''}>${escapeHtml(book.title)}</a>`,
    contents: contents(say.onThisPage, outline(page.headings)),
    main: article(page, say, withoutScript(say)),
    neighbours: around ? `<nav class="neighbours" aria-label="${say.pages}">${around}</nav>\n` : '',
  });
}
