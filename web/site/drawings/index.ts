// The book's drawings that are no snippet's figure, by the name that `::drawing NAME` gives.
import { banks } from './banks.ts';
import { wrongHalves } from './halves.ts';
import { memories, pairs, passes, rings } from './memories.ts';
import { pairs } from './pairs.ts';
import { passes } from './passes.ts';
import { rings } from './rings.ts';

export const drawings: Record<string, () => string> = { banks, halves: wrongHalves, memories, pairs, passes, rings };
