// What goes out of a lab and comes back into it: its state as a link, its figure as a file. Loaded with the editor, or when it is
// first wanted.
import { decodeState, encodeState } from './link.ts';
import { pngOf, standaloneSvg } from './picture.ts';

export const taking = { decodeState, encodeState, pngOf, standaloneSvg };
export type Taking = typeof taking;
