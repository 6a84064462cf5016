// Diagnostics: as stretches for the editor to underline, and as a list below it.
import type { Diagnostic } from '../engine/report.ts';
import type { Problem } from './editor.ts';
import { offsetsIn, wordEnd } from './positions.ts';

export function problemsOf(source: string, diagnostics: readonly Diagnostic[]): Problem[] {
  if (!diagnostics.length) return [];
  const offsetOf = offsetsIn(source);
  return diagnostics.map(({ line, column, end_line, end_column, severity, message, notes }) => {
    const from = offsetOf(line, column);
    const end = offsetOf(end_line, end_column);
    const more = notes.map(note => `\nline ${note.line}: ${note.message}`).join('');
    return { from, to: end > from ? end : wordEnd(source, from), severity, message: message + more };
  });
}

/** What a list holds, so that a key that changes nothing in it leaves it alone. */
const listed = new WeakMap<HTMLElement, string>();

/** Fills a list; `goTo` hears the line and column of a place that is clicked. */
export function listDiagnostics(
  room: HTMLElement,
  diagnostics: readonly Diagnostic[],
  goTo: (line: number, column: number) => void,
): void {
  const told = JSON.stringify(diagnostics);
  if (listed.get(room) === told) return;
  listed.set(room, told);
  room.hidden = !diagnostics.length;
  const place = (line: number, column: number) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'place';
    button.textContent = `line ${line}, column ${column}`;
    button.addEventListener('click', () => goTo(line, column));
    return button;
  };
  room.replaceChildren(
    ...diagnostics.map(({ severity, line, column, message, notes }) => {
      const item = document.createElement('li');
      item.className = severity;
      const level = document.createElement('strong');
      level.textContent = severity;
      item.append(level, ' ', place(line, column), ` ${message}`);
      for (const note of notes) {
        const more = document.createElement('p');
        more.append('note ', place(note.line, note.column), ` ${note.message}`);
        item.append(more);
      }
      return item;
    }),
  );
}
