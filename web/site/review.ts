// ::review — the book's flash cards, to come back to: the chapters' questions, which are their ledes, with what they say is to be
// remembered; the cards of other pages; the terms. A card is kept by what names it: its page, its term, or the words of its front.
import { createHash } from 'node:crypto';
import { readData } from './data.ts';
import { isExplained, type Term } from './glossary.ts';
import { type Context, escapeHtml, render, renderInline } from './markup.ts';

/** As much of a page as there are cards in it. */
export interface CardSource {
  name: string;
  file: string;
  text: string;
  title: string;
  lede: string;
  chapter: number | undefined;
}

interface Card {
  id: string;
  /** HTML */
  front: string;
  back: string;
  /** Where it is explained; undefined if the book leaves that out. */
  href: string | undefined;
  from: string;
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

function chapterCard({ name, file, text, title, lede }: CardSource, context: Context): Card[] {
  const match = /^## .*\{#remember\}\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text);
  if (!match) return [];
  const line = lineAt(text, match.index) + 1;
  return [
    {
      id: `chapter-${name}`,
      front: escapeHtml(lede),
      back: render(match[1]!, { ...context, file, line, headings: [] }),
      href: `${name}.html#remember`,
      from: title,
    },
  ];
}

function pageCards({ name, file, text, title }: CardSource, context: Context): Card[] {
  return [...text.matchAll(/^:::cards (\S+)\n([\s\S]*?)^:::$/gm)].flatMap(match => {
    const place = { file, line: lineAt(text, match.index) + 1 };
    return readData(match[2]!, `cards ${match[1]}`, place)
      .items()
      .map((data): Card => {
        const { front, back } = data.fields('front', 'back', 'engine');
        const html = (text: string): string => renderInline(text, { ...context, ...place });
        const mark = createHash('sha256').update(front!.text()).digest('hex').slice(0, 8);
        return {
          id: `${match[1]}-${mark}`,
          front: html(front!.text()),
          back: `<p>${html(back!.text())}</p>`,
          href: `${name}.html#cards-${match[1]}`,
          from: title,
        };
      });
  });
}

function termCards(terms: readonly Term[], pages: ReadonlySet<string>, context: Context): Card[] {
  return terms.map(term => {
    const { id, name, meaning, see } = term;
    return {
      id,
      front: escapeHtml(name),
      back: `<p>${renderInline(meaning.text(), { ...context, file: meaning.place.file, line: meaning.place.line })}</p>`,
      href: isExplained(term, pages) ? see : undefined,
      from: context.say.site.explained,
    };
  });
}

function cardHtml({ id, front, back, href, from }: Card): string {
  const link = href ? `<p class="from"><a href="${escapeHtml(href)}">${escapeHtml(from)}</a></p>` : '';
  return `<li data-card="${escapeHtml(id)}"><details class="card"><summary>${front}</summary><div>${back}${link}</div></details></li>`;
}

/** In the order in which new ones come: what the book begins with, first. */
export function review(
  sources: readonly CardSource[],
  terms: readonly Term[],
  pages: ReadonlySet<string>,
  given: Context,
): string {
  const context = { ...given, terms: undefined, snippet: undefined };
  context.script('cards');
  const cards = [
    ...sources.flatMap(source => (source.chapter ? chapterCard(source, context) : [])),
    ...sources.flatMap(source => pageCards(source, context)),
    ...termCards(terms, pages, context),
  ];
  if (!cards.length) return '';
  return `<div class="review">
<p class="status" role="status"></p>
<ol>
${cards.map(cardHtml).join('\n')}
</ol>
</div>
`;
}
