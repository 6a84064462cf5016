// Changes of a text, as stretches that other texts take the place of.
import type { Place } from '../engine/report.ts';
import type { Span } from './editor.ts';
import { offsetsIn } from './positions.ts';

export interface Change extends Span {
  text: string;
}

/** The engine's edits of a source (places, in order, none over another) as changes of it. */
export function changesOf(source: string, edits: readonly (Place & { text: string })[]): Change[] {
  const offsetOf = offsetsIn(source);
  return edits.map(({ line, column, end_line, end_column, text }) => ({
    from: offsetOf(line, column),
    to: offsetOf(end_line, end_column),
    text,
  }));
}

/** The text with the changes made; they are in order and do not overlap. */
export function withChanges(text: string, changes: readonly Change[]): string {
  let done = 0;
  const parts = changes.map(change => {
    const part = text.slice(done, change.from) + change.text;
    done = change.to;
    return part;
  });
  return parts.join('') + text.slice(done);
}
