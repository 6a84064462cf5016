// A run that gave no report, in words.
import type { Outcome } from '../engine/client.ts';

export function troubleOf(outcome: Exclude<Outcome, { status: 'done' | 'superseded' }>): string {
  const shown = 'What is shown is the last version that finished';
  if (outcome.status === 'stopped')
    return `This ran longer than ${outcome.limit / 1000} seconds and was stopped. ${shown}; change the source and it runs again.`;
  if (outcome.unreachable)
    return 'The engine could not be fetched: there seems to be no network. It runs as soon as there is one, or with the next change.';
  return `The engine could not answer (${outcome.message}). ${shown}; the next change starts the engine anew.`;
}
