// The exercise of a kind, a level and a seed. The exercises of a kind and a level stand in a list, and a seed takes one of them: the
// seeds step through the list by a length that shares no factor with it, near the golden section. So neighbours in the run of
// seeds are far apart in the list, and none comes twice before all have come.
import { gcd } from '../figure/text.ts';
import { mask } from './kinds/mask.ts';
import { padding } from './kinds/padding.ts';
import { stride } from './kinds/stride.ts';
import { struct } from './kinds/struct.ts';
import { swizzle } from './kinds/swizzle.ts';
import { tile } from './kinds/tile.ts';
import { width } from './kinds/width.ts';
import { type Kind, kinds, type Levels, mostLevel, type Task } from './task.ts';

const levelsOf: Record<Kind, Levels> = { stride, struct, tile, padding, width, mask, swizzle };

/** What names an exercise: the same for ever, as long as its kind is left as it is. */
export interface Address {
  kind: Kind;
  /** 1 to mostLevel. */
  level: number;
  /** 0 to mostSeed. */
  seed: number;
}

export interface Instance extends Address, Task {}

export const mostSeed = 999_999;

const lists = new Map<string, Task[]>();

/** All exercises of a kind and a level. */
export function tasksOf(kind: Kind, level: number): Task[] {
  const key = `${kind} ${level}`;
  const list = lists.get(key) ?? [...levelsOf[kind][level - 1]!()];
  lists.set(key, list);
  return list;
}

function stepOf(length: number): number {
  let step = Math.max(1, Math.round(length * 0.618));
  while (gcd(step, length) > 1) step++;
  return step;
}

export function instanceOf({ kind, level, seed }: Address): Instance {
  const tasks = tasksOf(kind, level);
  const task = tasks[(seed * stepOf(tasks.length)) % tasks.length]!;
  return { kind, level, seed, ...task };
}

/** 'stride-2-117', the part of a link behind the '#'. */
export const addressText = ({ kind, level, seed }: Address): string => `${kind}-${level}-${seed}`;

/** The address that a text names, if it names one. */
export function readAddress(text: string): Address | undefined {
  const match = /^([a-z]+)-(\d)-(\d{1,6})$/.exec(text);
  const kind = kinds.find(each => each === match?.[1]);
  const level = Number(match?.[2]);
  if (!kind || level < 1 || level > mostLevel) return undefined;
  return { kind, level, seed: Number(match![3]) };
}
