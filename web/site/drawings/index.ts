// The book's drawings that are no snippet's figure, by the name that `::drawing NAME` gives.
import { banks } from './banks.ts';
import { wrongHalves } from './halves.ts';
import { memories } from './memories.ts';

export const drawings: Record<string, () => string> = { banks, halves: wrongHalves, memories };
