// Below the sentence, quietly: what a compiler may make of the access that is shown, in the engine's words. The counts stay those of
// the source as it is written.
import type { Place, Report } from '../engine/report.ts';

/** What the report notes of a site, be it that the note stands there or at a site that takes part with it. */
export function compiledNotes({ sites }: Report, at: number): string[] {
  const site = sites[at];
  if (!site) return [];
  const isHere = ({ line, column, file }: Place): boolean =>
    line === site.line && column === site.column && file === site.file;
  const notes = sites.flatMap((other, i) =>
    other.merges.filter(merge => i === at || merge.with.some(isHere)).map(({ message }) => message),
  );
  return [...new Set(notes)].map(note => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`);
}

export function showCompiled(room: HTMLElement, report: Report, at: number): void {
  const text = compiledNotes(report, at).join(' ');
  room.hidden = !text;
  if (room.textContent !== text) room.textContent = text;
}
