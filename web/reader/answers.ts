// Judges an answer to one question. Pure: what was asked and what was answered in, verdict out.

export interface NumberQuestion {
  kind: 'number';
  answer: number;
  /** HTML for an answer, by the answer as text; 'else' for every other one. */
  reasons: Record<string, string>;
}

export interface OptionsQuestion {
  kind: 'choice' | 'multi';
  options: { right: boolean; reason: string }[];
}

export type Verdict =
  /** `reason` as HTML, where the usual words do not do. */
  | { kind: 'empty'; reason?: string }
  | { kind: 'not-number' }
  | { kind: 'right'; reasons: string[] }
  /** `missing`: how many right options were not chosen. */
  | { kind: 'wrong'; reasons: string[]; missing: number };

/** '8', ' 8 ', '8-way', '1,024', '8 wavefronts', '−1' → the number; what is none → null. */
export function readNumber(text: string): number | null {
  const match = /^([-−+]?)\s*(\d{1,3}(?:[ ,]\d{3})+|\d+)(?:\.0+)?(?:\s*-?\s*[a-z]+)?\.?$/i.exec(
    text.normalize('NFKC').trim(),
  );
  if (!match) return null;
  const value = Number(match[2]!.replace(/[ ,]/g, ''));
  return match[1] === '-' || match[1] === '−' ? -value : value;
}

export function judgeNumber(question: NumberQuestion, text: string): Verdict {
  if (!text.trim()) return { kind: 'empty' };
  const value = readNumber(text);
  if (value === null) return { kind: 'not-number' };
  const own = Object.hasOwn(question.reasons, String(value));
  const reasons = [question.reasons[own ? String(value) : 'else'] ?? ''];
  return value === question.answer ? { kind: 'right', reasons } : { kind: 'wrong', reasons, missing: 0 };
}

/** `chosen`: the indices of the chosen options. What was chosen is explained; what is missing is only counted. */
export function judgeOptions(question: OptionsQuestion, chosen: number[]): Verdict {
  if (!chosen.length) return { kind: 'empty' };
  const { options } = question;
  const wrong = chosen.filter(i => !options[i]?.right);
  const missing = options.filter(({ right }, i) => right && !chosen.includes(i)).length;
  if (!wrong.length && !missing) return { kind: 'right', reasons: chosen.map(i => options[i]!.reason) };
  return {
    kind: 'wrong',
    reasons: wrong.map(i => options[i]?.reason ?? ''),
    missing: question.kind === 'multi' ? missing : 0,
  };
}
