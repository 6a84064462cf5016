// The shape of a machine's shared memory, as far as a figure needs it. The engine's own list is the truth; a test holds
// this one against it.

export interface Geometry {
  banks: number;
  /** Bytes of one word of a bank. */
  wordBytes: number;
  /** Whether passes of a wide load may merge when neighbours read the same address. */
  pairRule: boolean;
}

const common: Geometry = { banks: 32, wordBytes: 4, pairRule: true };
const amd: Geometry = { ...common, pairRule: false };

const others: Record<string, Geometry> = {
  'sm_35-bank4': { ...common, pairRule: false },
  'sm_35-bank8': { banks: 32, wordBytes: 8, pairRule: false },
  gfx942: amd,
  gfx950: { ...amd, banks: 64 },
  gfx1100: amd,
  gfx1201: amd,
};

/** A machine's id → its banks and the width of a word. Lanes are as many as a request has offsets. */
export const geometryOf = (machine: string): Geometry => others[machine] ?? common;
