// `banklab` in a browser.
import { bytesAt } from '../engine/sources.ts';
import { headless } from './headless.ts';

export type * from './headless.ts';
export { decodeState, encodeState } from './headless.ts';
export const { analyze, machines, version } = headless(file => bytesAt(file.href));
