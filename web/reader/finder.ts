// banklab.search.js: finds places of the book by their words. Loaded, with the index, when the reader first searches.
import MiniSearch from 'minisearch';

export interface Place {
  /** The page's title. */
  page: string;
  /** The heading that it stands under; the page's title at its beginning. */
  title: string;
  href: string;
  text: string;
}

export interface Hit extends Place {
  /** Some of the text around the first word found, cut into what was searched for and what was not. */
  excerpt: { text: string; found: boolean }[];
}

export type Find = (query: string) => Hit[];

declare global {
  /** Left by search.index.js. */
  var bankLabPlaces: Place[] | undefined;
  /** Left by search.js. */
  var bankLabFinder: ((places: Place[]) => Find) | undefined;
}

const most = 8;
const before = 40;
const length = 130;

/** Makes the search of the places. */
export function finder(places: Place[]): Find {
  const index = new MiniSearch<Place & { id: number }>({
    fields: ['title', 'text'],
    searchOptions: {
      boost: { title: 3 },
      prefix: true,
      fuzzy: term => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  index.addAll(places.map((place, id) => ({ ...place, id })));
  return query =>
    index
      .search(query)
      .slice(0, most)
      .map(({ id, terms }) => ({ ...places[id]!, excerpt: excerptOf(places[id]!.text, terms) }));
}

function excerptOf(text: string, terms: string[]): Hit['excerpt'] {
  const escaped = terms.map(term => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const words = new RegExp(`(${escaped.join('|')})`, 'i');
  const at = Math.max(0, text.search(words));
  const from = at <= before ? 0 : text.indexOf(' ', at - before) + 1;
  const whole = from + length >= text.length;
  const cut = whole ? text.slice(from) : text.slice(from, text.lastIndexOf(' ', from + length));
  const shown = `${from ? '… ' : ''}${cut}${whole ? '' : ' …'}`;
  return shown
    .split(new RegExp(words, 'gi'))
    .map((part, i) => ({ text: part, found: i % 2 === 1 }))
    .filter(part => part.text);
}
