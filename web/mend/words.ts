// A fix in words.
import type { Fix, Fixes, RejectedFix } from '../engine/fixes.ts';
import type { FixOutcome } from '../engine/fixing.ts';
import { plural } from '../figure/text.ts';

/** Where the engine's words begin in lower case: 'mend it' → 'Mend it.' */
export const asSentence = (text: string): string =>
  text && `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** What a fix saves and what it costs, on one machine: '8 → 1 wavefronts', '28 bytes more', '32 → 32 blocks …'. */
export function factsOf(fix: Fix, machine: string): string[] {
  const bytes = fix.bytes_added;
  const room = bytes
    ? `${plural(Math.abs(bytes), 'byte')} ${bytes > 0 ? 'more' : 'less'} shared memory`
    : 'no more shared memory';
  const chip = fix.occupancy.find(({ id }) => id === machine);
  const blocks = chip
    ? [`${chip.blocks_before} → ${chip.blocks_after} blocks on a multiprocessor of ${machine}`]
    : [];
  return [`${fix.wavefronts_before} → ${fix.wavefronts_after} wavefronts`, room, ...blocks];
}

/** What was proved of a fix, and how. */
export function proofOf(fix: Fix): string {
  const { all_wavefronts_before: before, all_wavefronts_after: after } = fix;
  const values = fix.compares_values
    ? 'leaves the same value in every byte that it can, over five fills of the memory that nobody wrote,'
    : 'leaves nothing behind that could have changed,';
  return (
    `The changed code was compiled and run beside yours: it takes ${after} wavefronts of all shared memory in place of ${before}, ` +
    `${values} in the first, the middle and the last block of every launch, and brings no new warning; ` +
    'other sizes, launches and data are to be tried anew.'
  );
}

export const rejectionOf = ({ summary, reason }: RejectedFix): string =>
  `${asSentence(summary)} Not offered: ${reason}.`;

/** What a search came to, where that is not all that can be known. */
export function troubleOf(outcome: FixOutcome): string {
  if (outcome.status === 'done')
    return outcome.fixes.complete
      ? ''
      : 'The search was stopped before all was tried; this is what was proved until then.';
  if (outcome.status === 'failed') return `The engine could not search (${outcome.message}).`;
  return outcome.status === 'superseded'
    ? 'The search ended, since another one has begun in this page.'
    : 'The search was lost with a run that took too long.';
}

/** What was found, in a few words. */
export function foundIn({ arrays }: Fixes): string {
  const count = arrays.reduce((sum, { candidates }) => sum + candidates.length, 0);
  return count
    ? `${plural(count, 'change')} found that ${count === 1 ? 'mends' : 'mend'} it.`
    : 'No change found that mends it.';
}
