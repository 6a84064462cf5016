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
  const ranges: [string, Ranges[string]][] = [];
  const isNumber = (value: unknown): value is number => Number.isFinite(value);
  const text = element.getAttribute('knobs');
  try {
    for (const [name, given] of Object.entries(JSON.parse(text ?? '{}') as Record<string, unknown>)) {
      const parts =
        typeof given === 'object' && given ? (given as Record<string, unknown>) : { value: given };
      const { value, min, max } = parts as Record<string, unknown>;
      if (isNumber(value)) knobs.push([name, value]);
      const range = { ...(isNumber(min) ? { min } : {}), ...(isNumber(max) ? { max } : {}) };
      if (Object.keys(range).length) ranges.push([name, range]);
    }
  } catch {
    console.error(`bank-lab: the attribute knobs is not a JSON object: ${text}`, element);
  }
  return { knobs: Object.fromEntries(knobs), ranges: Object.fromEntries(ranges) };
}
