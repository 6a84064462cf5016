// Markdown → HTML: markdown-it with directives, live numbers, math as MathML, CUDA in colour, headings with ids.
import MarkdownIt from 'markdown-it';
import temml from 'temml';
import { highlight } from '../lab/highlight.ts';
import type { Messages } from '../messages/index.ts';
import { type Directive, directives } from './directives.ts';
import { linkTerms, type Term } from './glossary.ts';
import type { Live } from './live.ts';
import { inProse } from './live.ts';
import { ContentError, type Place, type Problems } from './problems.ts';

export interface Heading {
  level: number;
  id: string;
  /** HTML */
  text: string;
  exercise?: boolean;
}

/** What one piece of Markdown is read with. */
export interface Context {
  file: string;
  /** The line of the file on which the piece begins. */
  line: number;
  live: Live;
  problems: Problems;
  /** The words of the book's language. */
  say: Messages;
  /** The snippet that expressions without one mean. */
  snippet?: string | undefined;
  /** In an exercise: where snippets leave their figures, for the solution to show. */
  veil?: string[] | undefined;
  headings: Heading[];
  /** In a chapter: the terms that it has not used yet. */
  terms?: Set<Term> | undefined;
  /** An id that the page does not have yet, made from the name. */
  unique(name: string): string;
  /** The next figure's or exercise's number in its chapter, '3.1'; undefined in a page that is no chapter. */
  number(kind: 'figure' | 'exercise'): string | undefined;
  /** Whether this is the page's first call. */
  isFirstFigure(): boolean;
  /** The page needs assets/NAME.js, and the stylesheet of that name. */
  script(name: string): void;
  /** Gives the HTML of a directive. */
  directive(directive: Directive, context: Context): string;
}

const placeOf = (env: unknown, line: number): Place => {
  const { file, line: first } = env as Context;
  return { file, line: first + line };
};

function math(source: string, display: boolean, place: Place): string {
  let html: string;
  try {
    html = temml.renderToString(source, { displayMode: display, throwOnError: true, strict: true });
  } catch (error) {
    throw new ContentError(`math: ${(error as Error).message.split('\n')[0]}`, place);
  }
  // display="block" says the same; the page's policy allows no style attribute.
  html = html.replace(' style="display:block math;"', '');
  const style = / style="([^"]*)"/.exec(html);
  if (style)
    throw new ContentError(
      `math: '${source}' needs the inline style '${style[1]}'; write it another way`,
      place,
    );
  return html;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const md = new MarkdownIt({ html: false, typographer: true, quotes: '“”‘’' });
md.core.ruler.disable('replacements');
directives(md, placeOf);

// Live numbers are filled in before the text is read as Markdown, so that they may stand in bold, math and tables.
md.core.ruler.before('inline', 'live', state => {
  const context = state.env as Context;
  let line = 0;
  for (const token of state.tokens) {
    line = token.map?.[0] ?? line;
    if (token.type !== 'inline') continue;
    token.meta = { line };
    const content = token.content;
    token.content = content.replace(/\{\{(.*?)\}\}/gs, (_, text: string, at: number) => {
      const before = content.slice(0, at).split('\n').length - 1;
      const place = placeOf(context, line + before);
      return context.problems.attempt(
        () => inProse(context.live.value(text, context.snippet, place), text, place, context.say.site.number),
        '?',
      );
    });
  }
});

md.core.ruler.push('terms', linkTerms);

// Headings carry their id in braces, `## Title {#id}`; without one it is made from the words.
md.core.ruler.before('inline', 'heading-id', state => {
  state.tokens.forEach((token, i) => {
    const next = state.tokens[i + 1];
    if (token.type !== 'heading_open' || !next) return;
    const match = /^(.*?)\s*\{#([\w.-]+)\}$/.exec(next.content);
    if (match) next.content = match[1]!;
    token.attrSet('id', match?.[2] ?? slug(next.content));
  });
});

// Each heading is the link to itself. Noted as they are written, so that headings and exercises come in the order of the page.
md.renderer.rules.heading_open = (tokens, i, options, env, self) => {
  const token = tokens[i]!;
  const text = self.renderInline(tokens[i + 1]?.children ?? [], options, env);
  (env as Context).headings.push({
    level: Number(token.tag.slice(1)),
    id: String(token.attrGet('id')),
    text,
  });
  return `${self.renderToken(tokens, i, options)}<a class="anchor" href="#${token.attrGet('id')}">`;
};
md.renderer.rules.heading_close = (tokens, i, options, _env, self) =>
  `</a>${self.renderToken(tokens, i, options)}`;

md.inline.ruler.before('escape', 'math', (state, silent) => {
  if (state.src[state.pos] !== '$') return false;
  const display = state.src.startsWith('$$', state.pos);
  const mark = display ? '$$' : '$';
  const from = state.pos + mark.length;
  const to = state.src.indexOf(mark, from);
  if (to < 0 || /^\s*$/.test(state.src.slice(from, to))) return false;
  if (!display && (/\s/.test(state.src[from]!) || /\s/.test(state.src[to - 1]!))) return false;
  if (!silent) {
    const token = state.push('math', 'math', 0);
    token.content = state.src.slice(from, to);
    token.meta = { display };
  }
  state.pos = to + mark.length;
  return true;
});

md.renderer.rules.math = (tokens, i, _options, env) => {
  const { content, meta } = tokens[i]!;
  const context = env as Context;
  const place = { file: context.file, line: context.line };
  return context.problems.attempt(() => math(content, meta.display, place), '');
};

md.renderer.rules.directive = (tokens, i, _options, env) => {
  const context = env as Context;
  return context.problems.attempt(() => context.directive(tokens[i]!.meta as Directive, context), '');
};

md.renderer.rules.fence = (tokens, i) => {
  const { content, info } = tokens[i]!;
  const cuda = /^(cuda|cpp|c)\b/.test(info);
  const html = cuda ? highlight(content) : md.utils.escapeHtml(content);
  return `<pre class="code" tabindex="0"><code>${html}</code></pre>\n`;
};

md.renderer.rules.table_open = (_tokens, _i, _options, env) =>
  `<div class="table" tabindex="0" role="group" aria-label="${(env as Context).say.site.table}"><table>\n`;
md.renderer.rules.table_close = () => '</table></div>\n';
// A screen reader says a column's name with each of its cells.
md.core.ruler.push('column-names', state => {
  state.tokens.forEach((token, i) => {
    if (token.type !== 'th_open' || state.tokens[i + 1]?.content.trim()) return;
    const row = state.tokens
      .slice(0, i)
      .filter(({ type }) => type === 'tr_open')
      .at(-1);
    const place = placeOf(state.env, row?.map?.[0] ?? 0);
    (state.env as Context).problems.add(
      'a column of this table has no name; write a word in each cell of its head',
      place,
    );
  });
});

// The page's policy allows no style attribute; the alignment of a column becomes a class.
const cell = (html: string) => html.replace(/ style="text-align:(\w+)"/, ' class="$1"');
md.renderer.rules.th_open = (tokens, i, options, _env, self) => {
  tokens[i]!.attrSet('scope', 'col');
  return cell(self.renderToken(tokens, i, options));
};
md.renderer.rules.td_open = (tokens, i, options, _env, self) => cell(self.renderToken(tokens, i, options));

/** Markdown → HTML. Faults are noted in the context, never thrown. */
export function render(text: string, context: Context): string {
  return context.problems.attempt(() => md.render(text, context), '');
}

/** One line of Markdown → HTML without a paragraph around it. */
export function renderInline(text: string, context: Context): string {
  return context.problems.attempt(() => md.renderInline(text, context), '');
}

export const escapeHtml = md.utils.escapeHtml;
