// Directives in Markdown: `::name argument` on a line of its own, and containers, which nest:
//
//   :::name argument
//   field: value        (some have data first, up to a line of three dashes)
//   ---
//   Markdown
//   :::
import type MarkdownIt from 'markdown-it';
import { ContentError, type Place } from './problems.ts';

export interface Directive {
  name: string;
  argument: string;
  /** Has a body; written with three colons. */
  container: boolean;
  /** The lines between the fences, and where they begin. */
  body: string;
  bodyPlace: Place;
  place: Place;
}

const opening = /^:::\s*([a-z]+)(?:\s+(.*?))?\s*$/;
const closing = /^:::\s*$/;
const leaf = /^::([a-z]+)(?:\s+(.*?))?\s*$/;
const fence = /^\s*(```|~~~)/;

/** The line of the fence that closes the container opened on `start`, or -1. Fenced code is no directive. */
function closingLine(lines: string[], start: number): number {
  let depth = 0;
  let inCode = false;
  for (let i = start; i < lines.length; i++) {
    const line = lines[i]!;
    if (fence.test(line)) inCode = !inCode;
    if (inCode) continue;
    if (opening.test(line)) depth++;
    else if (closing.test(line) && --depth === 0) return i;
  }
  return -1;
}

/** Adds the block rule; each directive becomes a token 'directive' whose meta is the Directive. */
export function directives(md: MarkdownIt, place: (env: unknown, line: number) => Place) {
  md.block.ruler.before(
    'fence',
    'directive',
    (state, start, end, silent) => {
      const line = (i: number) => state.src.slice(state.bMarks[i]!, state.eMarks[i]!);
      const first = line(start);
      const match = opening.exec(first) ?? leaf.exec(first);
      if (!match) return false;
      if (silent) return true;
      const container = first.startsWith(':::');
      const at = place(state.env, start);
      let last = start;
      if (container) {
        const lines = Array.from({ length: end }, (_, i) => line(i));
        last = closingLine(lines, start);
        if (last < 0) throw new ContentError(`':::${match[1]}' is never closed; write ':::' after it`, at);
      }
      const token = state.push('directive', '', 0);
      token.map = [start, last + 1];
      token.meta = {
        name: match[1]!,
        argument: match[2] ?? '',
        container,
        body: container
          ? Array.from({ length: Math.max(0, last - start - 1) }, (_, i) => line(start + 1 + i)).join('\n')
          : '',
        bodyPlace: place(state.env, start + 1),
        place: at,
      } satisfies Directive;
      state.line = last + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
}

/** The data before a line of three dashes, and the rest of the body. */
export function splitData({ body, bodyPlace }: Directive): { data: string; text: string; textPlace: Place } {
  const lines = body.split('\n');
  const dashes = lines.findIndex(line => /^---\s*$/.test(line));
  if (dashes < 0) return { data: '', text: body, textPlace: bodyPlace };
  return {
    data: lines.slice(0, dashes).join('\n'),
    text: lines.slice(dashes + 1).join('\n'),
    textPlace: { ...bodyPlace, line: bodyPlace.line + dashes + 1 },
  };
}
