// What a lab's attributes say.
import type { Options } from '../engine/report.ts';

/** By a knob's name. */
export type Ranges = Record<string, { min?: number; max?: number }>;

export interface Settings {
  view: 'both' | 'figure' | 'editor' | 'badge';
  readOnly: boolean;
  veiled: boolean;
  /** The editor's accessible name, where the page gives one. */
  label: string | undefined;
  /** Values to begin with. */
  knobs: Record<string, number>;
  /** How far the sliders go, where the page says so and not the engine. */
  ranges: Ranges;
  /** Index of the access to show first; undefined: the dearest. */
  site: number | undefined;
  /** How the source is run; without the knobs. */
  options: Options;
}

const named = ['machine', 'launch', 'kernel', 'fill'] as const;

export function settingsOf(element: HTMLElement & { view: Settings['view'] }): Settings {
  const options: Options = {};
  for (const name of named) {
    const value = element.getAttribute(name);
    if (value !== null) options[name] = value;
  }
  const blocks = element.getAttribute('blocks');
  if (blocks !== null) options.blocks = blocks === 'all' ? 'all' : Number(blocks);
  const input = element.getAttribute('input');
  if (input !== null) options.input = input.split(';').map(text => text.trim());
  const site = Number(element.getAttribute('site') ?? 0);
  return {
    options,
    view: element.view,
    readOnly: element.hasAttribute('readonly'),
    veiled: element.hasAttribute('veiled'),
    label: element.getAttribute('label') ?? undefined,
    ...knobsOf(element),
    site: site >= 1 ? site - 1 : undefined,
  };
}

/**
 * The attribute `knobs`, a JSON object: of each knob a number, its value, or an object of `value`, `min` and `max`, each of
 * which may be missing. What is no number is passed over; what is no object is told of and counts as empty.
 */
function knobsOf(element: HTMLElement): { knobs: Record<string, number>; ranges: Ranges } {
  const knobs: [string, number][] = [];
  let ranges: Ranges = {};
  const text = element.getAttribute('knobs');
  try {
    const all = Object.entries(JSON.parse(text ?? '{}') as Record<string, unknown>);
    for (const [name, given] of all) {
      const value = typeof given === 'object' && given ? (given as { value?: unknown }).value : given;
      if (isNumber(value)) knobs.push([name, value]);
    }
    ranges = knownRanges(all);
  } catch {
    console.error(`bank-lab: the attribute knobs is not a JSON object: ${text}`, element);
  }
  return { knobs: Object.fromEntries(knobs), ranges };
}

/** Of each knob that has one the range; what is no number is passed over. */
export function knownRanges(given: readonly [name: string, range: unknown][]): Ranges {
  return Object.fromEntries(
    given.flatMap(([name, parts]): [string, Ranges[string]][] => {
      if (typeof parts !== 'object' || !parts) return [];
      const { min, max } = parts as Record<string, unknown>;
      const range = { ...(isNumber(min) ? { min } : {}), ...(isNumber(max) ? { max } : {}) };
      return Object.keys(range).length ? [[name, range]] : [];
    }),
  );
}

/** The attribute `knobs` that says these values and ranges. */
export function knobsText(knobs: Record<string, number>, ranges: Ranges = {}): string {
  const names = new Set([...Object.keys(knobs), ...Object.keys(ranges)]);
  return JSON.stringify(
    Object.fromEntries(
      [...names].map(name => {
        const value = name in knobs ? { value: knobs[name] } : {};
        return [name, ranges[name] ? { ...value, ...ranges[name] } : knobs[name]];
      }),
    ),
  );
}

const isNumber = (value: unknown): value is number => Number.isFinite(value);
