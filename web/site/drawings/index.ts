// The book's drawings that are no snippet's figure, by the name that `::drawing NAME` gives.
import { banks } from './banks.ts';
import { fragments } from './fragments.ts';
import { wrongHalves } from './halves.ts';
import { layouts } from './layouts.ts';
import { memories } from './memories.ts';
import { pairs } from './pairs.ts';
import { passes } from './passes.ts';
import { rings } from './rings.ts';
import { swizzles } from './swizzles.ts';
import { walks } from './walks.ts';
import { warpsOfBlocks } from './warps.ts';

export const drawings: Record<string, () => string> = {
  banks,
  fragments,
  halves: wrongHalves,
  layouts,
  memories,
  pairs,
  passes,
  rings,
  swizzles,
  walks,
  warps: warpsOfBlocks,
};
