// A kernel's prediction beside its measurement, line by line.
import type { Analysis, Report } from '../engine/report.ts';
import type { MeasuredLine, Section } from './csv.ts';

export interface Cost {
  wavefronts: number | undefined;
  ideal: number | undefined;
}

export type LineState = 'same' | 'differs' | 'other' | 'unmeasured' | 'unpredicted' | 'unknown';

export interface ComparedLine {
  line: number;
  text: string;
  predicted: Cost | undefined;
  /** The prediction is a lower bound. */
  atLeast: boolean;
  measured: Cost | undefined;
  state: LineState;
}

interface Prediction {
  wavefronts: number;
  ideal: number;
  predictable: boolean;
  lowerBound: boolean;
}

/** A kernel's name without its scopes, and its template's arguments, as a launch or a profile writes them. */
function nameOf(text: string): { base: string; values: string[] } {
  // A profile has '(int)128' and '(bool)1' for values.
  const plain = text.replaceAll('(anonymous namespace)::', '').replace(/\([a-z][a-z ]*\)(?=-?\d)/g, '');
  let depth = 0;
  let end = 0;
  for (; end < plain.length && (depth || plain[end] !== '('); end++)
    depth += plain[end] === '<' ? 1 : plain[end] === '>' ? -1 : 0;
  const head = plain.slice(0, end);
  const open = head.indexOf('<');
  const values = open < 0 ? '' : head.slice(open + 1, head.lastIndexOf('>'));
  return {
    base: /\w*$/.exec((open < 0 ? head : head.slice(0, open)).trim())![0],
    values: values.split(',').map(value =>
      value
        .trim()
        .replace(/^true$/, '1')
        .replace(/^false$/, '0'),
    ),
  };
}

/** Whether two names may be one kernel's: values are compared where both are numbers, types as the two write them are not. */
function isSameKernel(one: string, other: string): boolean {
  const [a, b] = [nameOf(one), nameOf(other)];
  const isNumber = (text = ''): boolean => /^-?\d+$/.test(text);
  return (
    a.base === b.base &&
    a.values.every((value, i) => !isNumber(value) || !isNumber(b.values[i]) || value === b.values[i])
  );
}

/** The report that stands for a section: of the launches of its kernel the one at the section's place among those. */
export function reportFor(analysis: Analysis, sections: readonly Section[], at: number): Report | undefined {
  const section = sections[at]!;
  const ours = analysis.reports.filter(({ launch }) => isSameKernel(launch.kernel, section.kernel));
  const before = sections
    .slice(0, at)
    .filter(({ kernel, file }) => kernel === section.kernel && file === section.file).length;
  if (ours.length) return ours[Math.min(before, ours.length - 1)];
  return section.kernel ? undefined : analysis.reports[Math.min(at, analysis.reports.length - 1)];
}

function predictionsOf({ sites }: Report): Map<number, Prediction> {
  const byLine = new Map<number, Prediction>();
  for (const site of sites) {
    if (site.file !== undefined) continue;
    const line = byLine.get(site.line) ?? { wavefronts: 0, ideal: 0, predictable: true, lowerBound: false };
    line.wavefronts += site.wavefronts;
    line.ideal += site.ideal;
    line.predictable &&= site.predictable;
    line.lowerBound ||= site.lower_bound;
    byLine.set(site.line, line);
  }
  return byLine;
}

/** Blanks aside. */
export const plain = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** A line counts as the same line where its number and its text agree, blanks aside. */
export function compare(source: string, report: Report, section: Section): ComparedLine[] {
  const texts = source.split('\n');
  const predictions = predictionsOf(report);
  const measured = new Map<number, MeasuredLine>(section.lines.map(line => [line.number, line]));
  const told = [...measured.values()].filter(({ wavefronts }) => wavefronts).map(({ number }) => number);
  const lines = [...new Set([...predictions.keys(), ...told])].sort((a, b) => a - b);
  return lines.map(line => {
    const prediction = predictions.get(line);
    const there = measured.get(line);
    const text = texts[line - 1] ?? '';
    return {
      line,
      text: text.trim(),
      predicted: prediction?.predictable
        ? { wavefronts: prediction.wavefronts, ideal: prediction.ideal }
        : undefined,
      atLeast: prediction?.lowerBound ?? false,
      measured: there && { wavefronts: there.wavefronts, ideal: there.ideal },
      state: stateOf(text, prediction, there),
    };
  });
}

function stateOf(
  text: string,
  predicted: Prediction | undefined,
  there: MeasuredLine | undefined,
): LineState {
  if (there && plain(there.text) !== plain(text)) return 'other';
  if (predicted && !predicted.predictable) return 'unknown';
  if (!predicted) return 'unpredicted';
  if (!there?.wavefronts) return predicted.wavefronts ? 'unmeasured' : 'same';
  const { wavefronts, ideal } = there;
  if (predicted.lowerBound) return wavefronts >= predicted.wavefronts ? 'same' : 'differs';
  return wavefronts === predicted.wavefronts && (ideal ?? predicted.ideal) === predicted.ideal
    ? 'same'
    : 'differs';
}
