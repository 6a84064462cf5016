// What an exercise is made of: a snippet, what is asked of it, and what its worked solution is derived from.
import type { Access } from './access.ts';

export const kinds = ['stride', 'struct', 'tile', 'padding', 'width', 'mask', 'swizzle'] as const;
export type Kind = (typeof kinds)[number];

/** Levels count from 1 to this. */
export const mostLevel = 5;

/** A question that a number answers. `step` is how many bytes lie between lanes 0 and 1, `lanes` how many lanes take part. */
export type Ask = 'wavefronts' | 'excessive' | 'lanes' | 'step';

/** The thought behind the addresses of an exercise, with its own numbers; web/messages puts it into words. */
export type Reason =
  /** `words` from lane to lane, all along. */
  | { of: 'stride'; words: number }
  /** Lanes in groups of `group`: `inner` words from lane to lane, `outer` from group to group. */
  | { of: 'groups'; group: number; inner: number; outer: number }
  /** The index is taken modulo `length`. */
  | { of: 'wrap'; words: number; length: number }
  | { of: 'struct'; name: string; members: Member[]; alignment: number; size: number; elements: number }
  /** A struct's inner array of `length` words; the struct has `size` bytes. */
  | { of: 'inner'; name: string; length: number; size: number }
  /** Words from one lane to the next in x, y and z, of a block so large. */
  | { of: 'block'; block: readonly [number, number, number]; words: readonly [number, number, number] }
  | { of: 'padding'; rows: string; elementBytes: number }
  | { of: 'width'; type: string; bytes: number; isStore: boolean }
  | { of: 'mask'; condition: string; lanes: readonly number[] }
  /** Every lane has a row of its own, all of them `pitch` elements wide; the columns that are reached, by lane. */
  | { of: 'swizzle'; columns: readonly number[]; pitch: number; elementWords: number }
  | { of: 'xor'; first: readonly number[]; second: readonly number[] };

export interface Member {
  type: string;
  name: string;
  offset: number;
  bytes: number;
}

/** Values of a knob of the snippet, of which the one with the fewest wavefronts is to be chosen. */
export interface Choice {
  knob: string;
  options: { value: number; accesses: Access[] }[];
}

export interface Task {
  code: string;
  /** The accesses of the snippet, in its order; where there is a choice, those with the best one. */
  accesses: Access[];
  /** What they are called, where there are several. */
  names?: string[];
  ask: Ask[];
  choice?: Choice;
  reasons: Reason[];
}

/** All exercises of one kind, by level; no two of a level have the same code. */
export type Levels = readonly (() => Iterable<Task>)[];
