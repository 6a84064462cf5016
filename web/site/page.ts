// The frame of a page. Links are relative to it; no inline script and no inline style, so that it works under the
// strictest policy, in any folder of any host, and from a file.
import { escapeHtml, type Heading } from './markup.ts';

export interface Page {
  /** The file's name in the site, 'exercises.html'. All pages stand side by side. */
  file: string;
  title: string;
  lede: string;
  description: string;
  body: string;
  headings: Heading[];
}

export interface Book {
  title: string;
  pages: { file: string; title: string }[];
}

/** h2 with their h3 and exercises below them. */
function contents(headings: Heading[]): string {
  const parts: { heading: Heading; below: Heading[] }[] = [];
  for (const heading of headings) {
    if (heading.level === 2) parts.push({ heading, below: [] });
    else if (heading.level === 3) parts.at(-1)?.below.push(heading);
  }
  if (parts.length < 2) return '';
  const link = ({ id, text, exercise }: Heading) =>
    `<a href="#${escapeHtml(id)}"${exercise ? ` data-exercise="${escapeHtml(id)}"` : ''}>${text}</a>`;
  const items = parts.map(({ heading, below }) => {
    const list = below.length ? `\n<ol>${below.map(each => `<li>${link(each)}</li>`).join('')}</ol>` : '';
    return `<li>${link(heading)}${list}</li>`;
  });
  return `<nav class="contents" aria-label="On this page">
<details>
<summary>On this page <span class="progress"></span></summary>
<ol>
${items.join('\n')}
</ol>
</details>
</nav>
`;
}

function themeSwitch(): string {
  const choices = [
    ['auto', 'Auto'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ].map(
    ([value, label]) =>
      `<label><input type="radio" name="theme" value="${value}"${value === 'auto' ? ' checked' : ''}><span>${label}</span></label>`,
  );
  return `<fieldset class="theme"><legend>Theme</legend>${choices.join('')}</fieldset>`;
}

function neighbours(page: Page, book: Book): string {
  const at = book.pages.findIndex(({ file }) => file === page.file);
  const link = (rel: string, label: string, other: { file: string; title: string } | undefined) =>
    other ? `<a rel="${rel}" href="${other.file}"><span>${label}</span> ${escapeHtml(other.title)}</a>` : '';
  return link('prev', 'Previous', book.pages[at - 1]) + link('next', 'Next', book.pages[at + 1]);
}

/** The whole HTML document. */
export function document(page: Page, book: Book): string {
  const front = page.file === 'index.html';
  const title = front ? page.title : `${page.title} · ${book.title}`;
  const around = neighbours(page, book);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="assets/page.css">
<script src="assets/boot.js"></script>
<script src="assets/banklab.js" defer></script>
<script src="assets/reader.js" defer></script>
</head>
<body${front ? ' class="front"' : ''}>
<a class="skip" href="#main">Skip to the text</a>
<header class="site">
<a class="brand" href="index.html"${front ? ' aria-current="page"' : ''}>${escapeHtml(book.title)}</a>
${themeSwitch()}
</header>
${contents(page.headings)}<main id="main" tabindex="-1">
<header class="title">
<h1>${escapeHtml(page.title)}</h1>
<p class="lede">${escapeHtml(page.lede)}</p>
</header>
<noscript><p class="note">Everything stands here without JavaScript: figures, and the answers in the worked solutions. With it, the
code can be changed and the figures follow.</p></noscript>
${page.body}</main>
<footer class="site">
${around ? `<nav class="neighbours" aria-label="Pages">${around}</nav>\n` : ''}<p>Nothing on this page calls another host. Your progress stays in this browser.</p>
</footer>
</body>
</html>
`;
}
