// The right answers of an exercise, from the engine's reports of its own snippet: nowhere else are they written.
import type { Analysis, Options, Pattern } from '../engine/report.ts';
import type { Instance } from './instance.ts';
import type { Ask } from './task.ts';

export type Analyze = (source: string, options: Options) => Analysis | Promise<Analysis>;

export interface Answers {
  /** For each question of the exercise its answer. */
  numbers: number[];
  /** Of a choice, the wavefronts of each of its options. */
  costs: number[];
}

/** A snippet that the engine does not run as the exercise means it: a fault of the exercise. */
class UnfitError extends Error {}

async function patternsOf(
  instance: Instance,
  analyze: Analyze,
  set?: Record<string, number>,
): Promise<Pattern[]> {
  const { reports, diagnostics } = await analyze(instance.code, set ? { set } : {});
  const report = reports[0];
  const wrong = [...diagnostics, ...(report?.diagnostics ?? [])].find(({ severity }) => severity !== 'note');
  if (!report || wrong) throw new UnfitError(wrong?.message ?? 'no report');
  // One warp is asked for; the others of the block do the same elsewhere.
  return report.sites.map(({ patterns }) => patterns.find(({ warp }) => warp === 0) ?? patterns[0]!);
}

const answerOf: Record<Ask, (pattern: Pattern) => number> = {
  wavefronts: pattern => pattern.wavefronts,
  excessive: pattern => pattern.wavefronts - pattern.ideal,
  lanes: pattern => pattern.passes.reduce((sum, { lanes }) => sum + lanes.length, 0),
  step: pattern => pattern.byte_offsets[1]! - pattern.byte_offsets[0]!,
};

/** Rejects if the engine cannot answer, or finds fault with the snippet. */
export async function answersOf(instance: Instance, analyze: Analyze): Promise<Answers> {
  const { ask, choice } = instance;
  if (!choice) {
    const [pattern] = await patternsOf(instance, analyze);
    return { numbers: ask.map(each => answerOf[each](pattern!)), costs: [] };
  }
  const costs: number[] = [];
  for (const { value } of choice.options) {
    const patterns = await patternsOf(instance, analyze, { [choice.knob]: value });
    costs.push(patterns.reduce((sum, { wavefronts }) => sum + wavefronts, 0));
  }
  return { numbers: [], costs };
}
