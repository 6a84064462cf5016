// A figure in parts, so that a live one is changed only where it differs: layers, always the same ones in the same order
// for a shape, each holding single elements at fixed places.

import { escapeHtml } from './text.ts';

export interface Layer {
  /** Attributes of the layer's <g>, with a space before each. */
  attributes: string;
  /** Each one element, or '' where there is none; most have a place of their own (a lane's, a bank's). */
  parts: string[];
}

export interface Drawing {
  /** The opening tag; the same for every request of a shape. */
  head: string;
  /** Id and text of the title. */
  titleId: string;
  title: string;
  layers: Layer[];
}

export const layer = (parts: string[], attributes = ''): Layer => ({ attributes, parts });

export function toSvg({ head, titleId, title, layers }: Drawing): string {
  const groups = layers.map(({ attributes, parts }) => `<g${attributes}>${parts.join('')}</g>`);
  return `${head}<title id="${escapeHtml(titleId)}">${escapeHtml(title)}</title>${groups.join('')}</svg>`;
}
