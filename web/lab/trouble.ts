// A run that gave no report, in words.
import type { Outcome } from '../engine/client.ts';
import type { Messages } from '../messages/index.ts';

export function troubleOf(
  outcome: Exclude<Outcome, { status: 'done' | 'superseded' }>,
  say: Messages['lab'],
): string {
  if (outcome.status === 'stopped') return say.stopped(outcome.limit / 1000);
  return outcome.unreachable ? say.unreachable : say.broken(outcome.message);
}
