// What a lab's attributes say.
import type { Options } from '../engine/report.ts';

export interface Settings {
  view: 'both' | 'figure' | 'editor' | 'badge';
  readOnly: boolean;
  veiled: boolean;
  /** The editor's accessible name, where the page gives one. */
  label: string | undefined;
  /** Values to begin with. */
  knobs: Record<string, number>;
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
    knobs: knobsOf(element),
    site: site >= 1 ? site - 1 : undefined,
  };
}

/** The attribute `knobs`, a JSON object of names and numbers. One that is not is told of and counts as empty. */
function knobsOf(element: HTMLElement): Record<string, number> {
  const text = element.getAttribute('knobs');
  if (text === null) return {};
  try {
    const values = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return Object.fromEntries(values.filter((entry): entry is [string, number] => Number.isFinite(entry[1])));
  } catch {
    console.error(`bank-lab: the attribute knobs is not a JSON object: ${text}`, element);
    return {};
  }
}
