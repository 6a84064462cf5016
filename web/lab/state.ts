// What a link to a lab holds; link.ts writes and reads it.
import type { Ranges } from './settings.ts';

export interface State {
  /** The name of the lab. */
  lab: string;
  source: string;
  knobs: Record<string, number>;
  /** How far the sliders go, where the page said so. */
  ranges?: Ranges;
  /** Attributes that say how the source is run. */
  attributes: Record<string, string>;
}

/** The attributes that a link may hold. */
export const linkAttributes = ['machine', 'launch', 'kernel', 'fill', 'blocks', 'input', 'site'] as const;

/** Whether a hash may be a link, of whatever version, to the lab of this name, or what a cut left of one. */
export function mayLink(hash: string, lab: string): boolean {
  const [version] = /^#v\d+\./.exec(hash) ?? [];
  return version !== undefined && `${hash}.`.startsWith(`${version}${encodeURIComponent(lab)}.`);
}
