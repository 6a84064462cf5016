// What one access of a warp costs, by the book's own arithmetic: address → word → bank, passes, the most different words of a
// bank. The worked solutions are made of it; answers are graded by the engine, and a test holds the two against each other.

/** An access of one warp of 32 lanes. */
export interface Access {
  /** Bytes that one lane takes: 1, 2, 4, 8 or 16. */
  bytes: number;
  isStore: boolean;
  /** The lanes that take part, in order. */
  lanes: readonly number[];
  /** The byte offset of each of the 32 lanes; those of lanes that take no part mean nothing. */
  offsets: readonly number[];
}

/** Lanes that are served together. */
export interface Pass {
  lanes: number[];
  /** The most different words that one bank has to deliver. */
  degree: number;
  /** A bank that has as many, the first of them. */
  bank: number;
  /** Its different words, and for each a lane that wants it, the first. */
  words: number[];
  wantedBy: number[];
}

export interface Cost {
  passes: Pass[];
  /** The pair rule has merged passes. */
  paired: boolean;
  wavefronts: number;
  ideal: number;
}

export const warp: readonly number[] = Array.from({ length: 32 }, (_, lane) => lane);
const banks = 32;
const wordBytes = 4;

export const bankOf = (word: number): number => word % banks;

/** The words that a lane touches. */
export function wordsOf({ bytes, offsets }: Access, lane: number): number[] {
  const first = Math.floor(offsets[lane]! / wordBytes);
  return Array.from({ length: Math.ceil(bytes / wordBytes) }, (_, i) => first + i);
}

function passOf(access: Access, lanes: number[]): Pass {
  const wanted = new Map<number, Map<number, number>>();
  for (const lane of lanes)
    for (const word of wordsOf(access, lane)) {
      const words = wanted.get(bankOf(word)) ?? new Map<number, number>();
      if (!words.has(word)) words.set(word, lane);
      wanted.set(bankOf(word), words);
    }
  const degree = Math.max(...[...wanted.values()].map(words => words.size));
  const bank = Math.min(...[...wanted].flatMap(([each, words]) => (words.size === degree ? [each] : [])));
  const busiest = wanted.get(bank)!;
  return { lanes, degree, bank, words: [...busiest.keys()], wantedBy: [...busiest.values()] };
}

/** The pair rule: for wide loads, if every lane has the address of lane i XOR x, or that lane takes no part; x is 1 or 2. */
function pairs({ bytes, isStore, lanes, offsets }: Access): boolean {
  if (bytes < 8 || isStore) return false;
  return [1, 2].some(x =>
    lanes.every(lane => !lanes.includes(lane ^ x) || offsets[lane] === offsets[lane ^ x]),
  );
}

/** Some lane must take part. */
export function costOf(access: Access): Cost {
  const paired = pairs(access);
  const together = (32 * wordBytes) / Math.max(access.bytes, wordBytes); // lanes whose words fill the banks once
  const size = Math.min(32, paired ? 2 * together : together);
  const passes: Pass[] = [];
  for (let from = 0; from < 32; from += size) {
    const lanes = access.lanes.filter(lane => lane >= from && lane < from + size);
    if (lanes.length) passes.push(passOf(access, lanes));
  }
  const wavefronts = passes.reduce((sum, { degree }) => sum + degree, 0);
  return { passes, paired, wavefronts, ideal: passes.length };
}
