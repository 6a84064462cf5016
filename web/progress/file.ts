// The reader's progress as a file, and back.
import { type Checked, type Part, type Progress, read } from './shape.ts';

const schema = 'banklab.progress/';
const version = 1;

/** Bytes; a file that Export has written is far smaller. */
export const mostBytes = 2_000_000;

export const fileText = (progress: Progress, day: string): string =>
  `${JSON.stringify({ schema: `${schema}${version}`, exported: day, ...progress }, null, 1)}\n`;

export type FileFault = 'notJson' | 'notOurs' | 'newer' | 'tooLarge' | { damaged: Part };

/** What the text of a file holds, or why it cannot be taken: all of it is as it must be, or nothing is taken. */
export function readFile(text: string): Progress | { fault: FileFault } {
  if (text.length > mostBytes) return { fault: 'tooLarge' };
  let all: unknown;
  try {
    all = JSON.parse(text);
  } catch {
    return { fault: 'notJson' };
  }
  const given = typeof all === 'object' && all !== null ? (all as Record<string, unknown>) : {};
  const found = new RegExp(`^${schema}(\\d{1,9})$`).exec(String(given.schema));
  if (!found) return { fault: 'notOurs' };
  if (Number(found[1]) > version) return { fault: 'newer' };
  const parts = {
    exercises: read.exercises(given.exercises),
    practice: read.practice(given.practice),
    cards: read.cards(given.cards),
  };
  for (const [part, { whole }] of Object.entries(parts) as [Part, Checked<unknown>][])
    if (!whole) return { fault: { damaged: part } };
  return {
    exercises: parts.exercises.value,
    practice: parts.practice.value,
    cards: parts.cards.value,
  };
}
