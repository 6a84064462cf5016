// What is kept of a reader, in this browser and in a file: which exercises were solved, how far the exercises from seeds go, the
// boxes of the flash cards. What is read is checked value by value, since both may hold anything.
import { type CardState, intervals } from '../cards/schedule.ts';
import { mostSeed } from '../practice/instance.ts';
import type { Standing } from '../practice/level.ts';
import { type Kind, kinds, mostLevel } from '../practice/task.ts';
import type { State } from '../reader/progress.ts';

export interface KindState extends Standing {
  /** The seed of the next exercise. */
  next: number;
}

export interface Practice {
  kinds: Partial<Record<Kind, KindState>>;
  answered: number;
  right: number;
}

export interface Progress {
  exercises: Record<string, State>;
  practice: Practice;
  cards: Record<string, CardState>;
}

export type Part = keyof Progress;

/** What was read, and whether all of it was as it must be; what was not is left out. */
export interface Checked<T> {
  value: T;
  whole: boolean;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;

const isName = (name: string): boolean => /^[A-Za-z0-9][\w.-]{0,99}$/.test(name);

const mostDay = 100_000; // of the year 2243
const mostCount = 1e9;

function entries<T>(
  value: unknown,
  read: (each: unknown, name: string) => T | undefined,
): Checked<Record<string, T>> {
  const all = isMap(value) ? Object.entries(value) : [];
  const good = all.flatMap(([name, each]) => {
    const one = isName(name) ? read(each, name) : undefined;
    return one === undefined ? [] : [[name, one] as const];
  });
  return { value: Object.fromEntries(good), whole: isMap(value) && good.length === all.length };
}

const readState = (value: unknown): State | undefined =>
  value === 'tried' || value === 'solved' ? value : undefined;

function readKind(value: unknown): KindState | undefined {
  if (!isMap(value)) return undefined;
  const { level, row, next } = value;
  if (!isCount(level, mostLevel) || level < 1 || !isCount(row, mostCount) || !isCount(next, mostSeed))
    return undefined;
  return { level, row, next };
}

function readCard(value: unknown): CardState | undefined {
  if (!isMap(value)) return undefined;
  const { box, due, seen, first } = value;
  if (!isCount(box, intervals.length - 1) || !isCount(due, mostDay)) return undefined;
  if (!isCount(seen, mostDay) || !isCount(first, mostDay) || first > seen) return undefined;
  return { box, due, seen, first };
}

function readPractice(value: unknown): Checked<Practice> {
  const from = isMap(value) ? value : {};
  const each = entries(from.kinds, (one, name) => (kinds.includes(name as Kind) ? readKind(one) : undefined));
  const answered = isCount(from.answered, mostCount) ? from.answered : 0;
  const right = isCount(from.right, answered) ? from.right : 0;
  return {
    value: { kinds: each.value, answered, right },
    whole: each.whole && answered === from.answered && right === from.right,
  };
}

export const read = {
  exercises: (value: unknown): Checked<Progress['exercises']> => entries(value, readState),
  practice: readPractice,
  cards: (value: unknown): Checked<Progress['cards']> => entries(value, readCard),
};

/** Two together: of each thing what is further. Neither the order nor a second time makes a difference. */
export function merged(a: Progress, b: Progress): Progress {
  const exercises = { ...a.exercises };
  for (const [id, state] of Object.entries(b.exercises))
    if (exercises[id] !== 'solved') exercises[id] = state;

  const levels: Practice['kinds'] = {};
  for (const kind of kinds) {
    const both = [a.practice.kinds[kind], b.practice.kinds[kind]].filter(each => each !== undefined);
    if (!both.length) continue;
    const level = Math.max(...both.map(each => each.level));
    const row = Math.max(...both.filter(each => each.level === level).map(each => each.row));
    levels[kind] = { level, row, next: Math.max(...both.map(each => each.next)) };
  }

  const cards = { ...a.cards };
  for (const [id, card] of Object.entries(b.cards)) {
    const own = cards[id];
    const last = own && [own, card].sort((x, y) => y.seen - x.seen || y.due - x.due || y.box - x.box)[0]!;
    cards[id] = own ? { ...last!, first: Math.min(own.first, card.first) } : card;
  }
  const most = (name: 'answered' | 'right'): number => Math.max(a.practice[name], b.practice[name]);
  return { exercises, practice: { kinds: levels, answered: most('answered'), right: most('right') }, cards };
}
