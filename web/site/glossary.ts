// The book's terms, from content/glossary.yaml: a list of term, `forms` in which it stands in a text (its plural, say),
// `meaning` and `see`, the place that explains it. ::terms lists them; a chapter links each at its first use outside of
// exercises, headings and links, with its meaning at hand.
import type MarkdownIt from 'markdown-it';
import type { Data } from './data.ts';
import { type Context, escapeHtml, renderInline } from './markup.ts';

type StateCore = Parameters<MarkdownIt.Core.RuleCore>[0];
type Token = StateCore['tokens'][number];

export interface Term {
  id: string;
  name: string;
  /** Lower case, the name among them. */
  forms: string[];
  meaning: Data;
  see: string;
}

function readTerm(each: Data): Term {
  const { term, forms, meaning, see } = each.fields('term', 'forms', 'meaning', 'see');
  if (!term || !meaning || !see)
    return each.fail("a term has a 'term', a 'meaning' and 'see', the place that explains it");
  const name = term.text();
  const all = [name, ...(forms?.items().map(form => form.text()) ?? [])];
  return {
    id: `term-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    name,
    forms: all.map(form => form.toLowerCase()),
    meaning,
    see: see.text(),
  };
}

export const readTerms = (data: Data): Term[] => data.items().map(readTerm);

const meaningOf = ({ meaning }: Term, context: Context): string =>
  renderInline(meaning.text(), {
    ...context,
    file: meaning.place.file,
    line: meaning.place.line,
    terms: undefined,
  });

/** Whether the book has the page that explains the term. */
export const isExplained = ({ see }: Term, pages: ReadonlySet<string>): boolean =>
  pages.has(see.replace(/\.html.*$/, ''));

/** ::terms — all of them, in the order of the alphabet. `pages` are those of the book. */
export function termList(terms: Term[], pages: ReadonlySet<string>, context: Context): string {
  const items = [...terms]
    .sort((a, b) => a.name.localeCompare(b.name, context.say.language))
    .map(term => {
      const see = isExplained(term, pages)
        ? ` <a href="${escapeHtml(term.see)}">${context.say.site.explained}</a>`
        : '';
      return `<dt id="${term.id}"><a class="anchor" href="#${term.id}">${escapeHtml(term.name)}</a></dt>\n<dd>${meaningOf(term, context)}${see}</dd>`;
    });
  return `<dl class="terms">\n${items.join('\n')}\n</dl>\n`;
}

const mark = (term: Term, text: string, context: Context): string => {
  const tip = `tip-${term.id}`;
  return `<span class="term"><a href="glossary.html#${term.id}" aria-describedby="${tip}">${escapeHtml(text)}</a><span role="tooltip" id="${tip}">${meaningOf(term, context)}</span></span>`;
};

/** Cuts a text at the first use of terms that the page has not used yet. */
function linked(token: Token, state: StateCore, context: Context, left: Set<Term>): Token[] {
  const make = (type: string, content: string): Token => {
    const part = new state.Token(type, '', 0);
    part.content = content;
    return part;
  };
  const parts: Token[] = [];
  let rest = token.content;
  while (left.size) {
    const forms = [...left].flatMap(term => term.forms.map(form => ({ term, form })));
    const pattern = forms
      .map(({ form }) => form)
      .sort((a, b) => b.length - a.length)
      .join('|');
    const match = new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, 'i').exec(rest);
    if (!match) break;
    const { term } = forms.find(({ form }) => form === match[0].toLowerCase())!;
    left.delete(term);
    parts.push(make('text', rest.slice(0, match.index)), make('html_inline', mark(term, match[0], context)));
    rest = rest.slice(match.index + match[0].length);
  }
  return [...parts, make('text', rest)];
}

/** The rule for markdown-it, after the inline ones. */
export function linkTerms(state: StateCore): void {
  const context = state.env as Context;
  const { terms } = context;
  if (!terms || context.snippet !== undefined) return;
  state.tokens.forEach((token, i) => {
    if (token.type !== 'inline' || state.tokens[i - 1]?.type !== 'paragraph_open' || !token.children) return;
    let inLink = 0;
    token.children = token.children.flatMap(child => {
      if (child.type === 'link_open') inLink++;
      else if (child.type === 'link_close') inLink--;
      return child.type === 'text' && !inLink ? linked(child, state, context, terms) : [child];
    });
  });
}
