// Whether a reader's own code mends a task: it is run beside the task's, and what it costs is held against the best that
// the search finds. The site's generator judges the answers that exercises state by the same function.

import type { Fixes } from '../engine/fixes.ts';
import type { LabEngine } from '../lab/context.ts';
import { spoken } from '../messages/index.ts';
import { english, type Say } from './words.ts';

/** Milliseconds that a search may take. */
const limit = 10_000;

/** As a question's verdict is told, its reason as HTML; 'empty' where there is nothing to judge. */
export type MendVerdict =
  | { kind: 'right'; reasons: string[] }
  | { kind: 'wrong'; reasons: string[]; missing: 0 }
  | { kind: 'empty'; reason: string };

/** Words of the engine as HTML: what stands between backticks is code. */
const html = (text: string): string =>
  text
    .replace(/[&<>]/g, each => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[each]!)
    .replace(/`([^`]*)`/g, '<code>$1</code>');

/** The verdict on the answer that a search was given; `most`: bytes of shared memory that it may add. */
export function verdictOf(
  { answer, diagnostics }: Fixes,
  most = Number.POSITIVE_INFINITY,
  say: Say['judged'] = english.judged,
): MendVerdict {
  if (!answer) return { kind: 'empty', reason: html(diagnostics[0]?.message ?? '') };
  const wrong = (reason: string): MendVerdict => ({ kind: 'wrong', reasons: [reason], missing: 0 });
  const { verdict, wavefronts, best_wavefronts: best, sectors, sectors_before } = answer;
  const problem = html(answer.problem);
  if (verdict === 'different') return wrong(say.different(problem));
  if (verdict === 'unfit') return wrong(say.unfit(problem));
  if (sectors > sectors_before) return wrong(say.sectors(sectors, sectors_before));
  if (wavefronts > best) return wrong(say.worse(wavefronts, best));
  const added = answer.shared_bytes - answer.shared_bytes_before;
  if (added > most) return wrong(say.larger(wavefronts, added, most));
  return { kind: 'right', reasons: [say.best(wavefronts, added)] };
}

/** Judges `code`, which a reader wrote in the place of `task`; in the page's language. */
export async function judge(
  engine: LabEngine,
  task: string,
  code: string,
  most?: number,
): Promise<MendVerdict> {
  const language = spoken(document.documentElement.lang);
  const say = (globalThis.bankLabMessages?.[language]?.mend ?? english).judged;
  if (code.trim() === task.trim()) return { kind: 'empty', reason: say.unchanged };
  const outcome = await engine.fix(task, { answer: code }, { limit });
  if (outcome.status === 'done') return verdictOf(outcome.fixes, most, say);
  return { kind: 'empty', reason: say.busy };
}
