// When a flash card comes again: the boxes of Leitner. A card that is known goes up a box, one that is easy two, one that is hard
// stays, one that is not known goes back to the first and comes again the same day. A box is a number of days to wait.
export const intervals = [0, 1, 2, 4, 8, 16, 32, 64] as const;

/** New cards on one day, unless the reader asks for more. */
export const freshEachDay = 10;

/** What is kept of a card that was graded once. Days are whole numbers; see dayOf. */
export interface CardState {
  /** Its place in `intervals`. */
  box: number;
  /** The day on which it comes again. */
  due: number;
  /** The day on which it was graded last, and first. */
  seen: number;
  first: number;
}

/** 1, not known, to 4, easy. */
export type Grade = 1 | 2 | 3 | 4;

/** The reader's own day of a moment: milliseconds, and minutes of the time zone as Date has them. */
export const dayOf = (ms: number, zone: number): number => Math.floor((ms - zone * 60_000) / 86_400_000);

export function graded(state: CardState | undefined, grade: Grade, today: number): CardState {
  const last = intervals.length - 1;
  const box = grade === 1 ? 0 : Math.min(last, Math.max(1, (state?.box ?? 0) + grade - 2));
  return { box, due: today + intervals[box]!, seen: today, first: state?.first ?? today };
}

export interface Today {
  /** Those that come again, the longest due first, and those that are new. */
  due: string[];
  fresh: string[];
  /** In how many days the next one comes, if any waits. */
  next: number | undefined;
  /** New ones that wait for another day. */
  left: number;
}

/** `ids` in the order in which new cards come; `more` new ones than there are for each day. */
export function todayOf(
  ids: readonly string[],
  states: Readonly<Record<string, CardState>>,
  today: number,
  more = 0,
): Today {
  const known = ids.filter(id => states[id]);
  const due = known.filter(id => states[id]!.due <= today).sort((a, b) => states[a]!.due - states[b]!.due);
  const begun = known.filter(id => states[id]!.first === today).length;
  const unknown = ids.filter(id => !states[id]);
  const fresh = unknown.slice(0, Math.max(0, freshEachDay + more - begun));
  const waits = known.map(id => states[id]!.due - today).filter(days => days > 0);
  return {
    due,
    fresh,
    next: waits.length ? Math.min(...waits) : undefined,
    left: unknown.length - fresh.length,
  };
}
