// Diagnostics: as stretches for the editor to underline, and as a list below it.
import type { Diagnostic } from '../engine/report.ts';
import type { Messages } from '../messages/index.ts';
import type { Problem } from './editor.ts';
import { offsetsIn, wordEnd } from './positions.ts';

type Say = Messages['lab'];

export function problemsOf(source: string, diagnostics: readonly Diagnostic[], say: Say): Problem[] {
  if (!diagnostics.length) return [];
  const offsetOf = offsetsIn(source);
  return diagnostics.map(({ line, column, end_line, end_column, severity, message, notes }) => {
    const from = offsetOf(line, column);
    const end = offsetOf(end_line, end_column);
    const more = notes.map(note => `\n${say.line(note.line)}: ${note.message}`).join('');
    return { from, to: end > from ? end : wordEnd(source, from), severity, message: message + more };
  });
}

/** What a list holds, so that a key that changes nothing in it leaves it alone. */
const listed = new WeakMap<HTMLElement, string>();

/** Fills a list; `goTo` hears the line and column of a place that is clicked. */
export function listDiagnostics(
  room: HTMLElement,
  diagnostics: readonly Diagnostic[],
  say: Say,
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
    button.textContent = say.place(line, column);
    button.addEventListener('click', () => goTo(line, column));
    return button;
  };
  room.replaceChildren(
    ...diagnostics.map(({ severity, line, column, message, notes }) => {
      const item = document.createElement('li');
      item.className = severity;
      const level = document.createElement('strong');
      level.textContent = say.severity[severity];
      item.append(level, ' ', place(line, column), ' ', inEnglish(message));
      for (const note of notes) {
        const more = document.createElement('p');
        more.append(`${say.severity.note} `, place(note.line, note.column), ' ', inEnglish(note.message));
        item.append(more);
      }
      return item;
    }),
  );
}

/** The engine's words, whatever language is around them. */
function inEnglish(text: string): HTMLElement {
  const element = document.createElement('span');
  element.lang = 'en';
  element.textContent = text;
  return element;
}
