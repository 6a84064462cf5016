// A fix in words. What the engine says of it is English, whatever language is around.
import type { Fix, Fixes } from '../engine/fixes.ts';
import type { FixOutcome } from '../engine/fixing.ts';
import { mend } from '../messages/en.ts';

export type Say = typeof mend;
export const english: Say = mend;

/** Where the engine's words begin in lower case: 'mend it' → 'Mend it.' */
export const asSentence = (text: string): string =>
  text && `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** What a fix saves and what it costs, on one machine: '8 → 1 wavefronts', '28 bytes more', '32 → 32 blocks …'. */
export function factsOf(fix: Fix, machine: string, say: Say = english): string[] {
  const chip = fix.occupancy.find(({ id }) => id === machine);
  const blocks = chip ? [say.blocks(chip.blocks_before, chip.blocks_after, machine)] : [];
  return [say.waves(fix.wavefronts_before, fix.wavefronts_after), say.room(fix.bytes_added), ...blocks];
}

/** What was proved of a fix, and how. */
export const proofOf = (fix: Fix, say: Say = english): string =>
  say.proof(fix.all_wavefronts_before, fix.all_wavefronts_after, fix.compares_values);

/** What a search came to, where that is not all that can be known. */
export function troubleOf(outcome: FixOutcome, say: Say = english): string {
  if (outcome.status === 'done') return outcome.fixes.complete ? '' : say.cut;
  if (outcome.status === 'failed') return say.failed(outcome.message);
  return outcome.status === 'superseded' ? say.superseded : say.lost;
}

/** What was found, in a few words. */
export const foundIn = ({ arrays, together }: Fixes, say: Say = english): string =>
  say.found(arrays.reduce((sum, { candidates }) => sum + candidates.length, together.length));
