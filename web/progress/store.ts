// The reader's progress in this browser. Where nothing can be kept, it lives as long as the page.
import { load, remove, save } from '../reader/storage.ts';
import { type Part, type Progress, read } from './shape.ts';

/** The names under which it is kept. */
const keys: Record<Part, string> = { exercises: 'progress', practice: 'practice', cards: 'cards' };

/** What could not be kept. */
const here: Partial<Progress> = {};

/** Told after the whole progress has become another one. */
export const changed = 'banklab-progress';

export function get<P extends Part>(part: P): Progress[P] {
  if (part in here) return here[part]!;
  let stored: unknown;
  try {
    stored = JSON.parse(load(keys[part]) ?? '{}');
  } catch {
    stored = {};
  }
  return read[part](stored).value as Progress[P];
}

export function put<P extends Part>(part: P, value: Progress[P]): void {
  if (save(keys[part], JSON.stringify(value))) delete here[part];
  else Object.assign(here, { [part]: value });
}

export const all = (): Progress => ({
  exercises: get('exercises'),
  practice: get('practice'),
  cards: get('cards'),
});

export function putAll(progress: Progress): void {
  for (const part of Object.keys(keys) as Part[]) put(part, progress[part]);
  dispatchEvent(new Event(changed));
}

export function clear(): void {
  for (const part of Object.keys(keys) as Part[]) {
    remove(keys[part]);
    delete here[part];
  }
  dispatchEvent(new Event(changed));
}
