// What the kinds share: how much an array must hold, accesses by a function of the lane, and all pairs of lists.
import { type Access, warp } from '../access.ts';

/** An access of the whole warp: `index` gives each lane's element, of so many bytes. */
export function accessBy(index: (lane: number) => number, bytes = 4, more: Partial<Access> = {}): Access {
  return {
    bytes,
    isStore: false,
    lanes: warp,
    offsets: warp.map(lane => index(lane) * bytes),
    ...more,
  };
}

/** Elements of an array that holds all that is touched, rounded up as one writes it. */
export function lengthFor(access: Access): number {
  const last = Math.max(...access.lanes.map(lane => access.offsets[lane]!)) / access.bytes + 1;
  const unit = last > 256 ? 64 : 32;
  return Math.ceil(last / unit) * unit;
}

/** Every pair of them. */
export function* pairsOf<A, B>(as: Iterable<A>, bs: Iterable<B>): Iterable<[A, B]> {
  const all = [...bs];
  for (const a of as) for (const b of all) yield [a, b];
}

/** Every triple of them. */
export function* triplesOf<A, B, C>(as: Iterable<A>, bs: Iterable<B>, cs: Iterable<C>): Iterable<[A, B, C]> {
  for (const [[a, b], c] of pairsOf(pairsOf(as, bs), cs)) yield [a, b, c];
}

/** from, from + 1 … to */
export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** ' + 3', or nothing for 0. */
export const plus = (n: number): string => (n ? ` + ${n}` : '');
/** ' * 3', or nothing for 1. */
export const times = (n: number): string => (n === 1 ? '' : ` * ${n}`);
