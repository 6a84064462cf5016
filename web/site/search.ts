// What the search finds: each part of each page, from one heading to the next, with its text. Answers, figures and tables
// are left out.
import type { Place } from '../reader/finder.ts';
import type { Page } from './page.ts';

const voids = /^(area|br|col|hr|img|input|link|meta|wbr)$/;
/** Elements whose text is not searched. */
const left = /^(details|svg|template|figure|math|button)$/;
/** Elements that end a word. */
const apart = /^(br|p|li|pre|div|section|td|th|dt|dd|legend|label|fieldset|dl|h[1-6])$/;

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};
const plain = (html: string): string =>
  html.replace(/&(?:lt|gt|quot|#39|amp);/g, entity => entities[entity]!);
const tidy = (text: string): string => plain(text).replace(/\s+/g, ' ').trim();

/** The places of a page's body. `address` gives the address of an id; of the page's beginning for an empty one. */
function placesOf(page: Page, address: (id: string) => string): Place[] {
  const places: Place[] = [{ page: page.title, title: page.title, href: address(''), text: page.lede }];
  const headings = new Map(page.headings.map(({ id, text }) => [id, tidy(text.replace(/<[^>]*>/g, ''))]));
  let skipped = 0; // elements open, from the first that is left out on
  let inHeading = false;
  for (const [token, close, name = '', rest = ''] of page.body.matchAll(
    /<(\/?)([a-zA-Z][\w-]*)([^>]*)>|[^<]+/g,
  )) {
    if (!name) {
      if (!skipped && !inHeading) places.at(-1)!.text += token;
      continue;
    }
    const alone = voids.test(name) || rest.endsWith('/');
    if (skipped) skipped += alone ? 0 : close ? -1 : 1;
    else if (left.test(name) || / class="level"| role="tooltip"/.test(rest)) skipped = alone ? 0 : 1;
    else {
      const id = /\sid="([^"]*)"/.exec(rest)?.[1];
      const title = id === undefined ? undefined : headings.get(plain(id));
      if (title !== undefined) places.push({ page: page.title, title, href: address(plain(id!)), text: '' });
      if (/^h[1-6]$/.test(name)) inHeading = !close;
      if (apart.test(name)) places.at(-1)!.text += ' ';
    }
  }
  return places.map(place => ({ ...place, text: tidy(place.text) }));
}

/** The index as a script, which leaves the places in the page: under file:// nothing else may be loaded. */
export function indexScript(pages: Page[], address: (page: Page, id: string) => string): string {
  const places = pages.flatMap(page => placesOf(page, id => address(page, id)));
  return `globalThis.bankLabPlaces = ${JSON.stringify(places)};\n`;
}
