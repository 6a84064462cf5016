// `banklab` in Node.
import { readFile } from 'node:fs/promises';
import { headless } from './headless.ts';

export type * from './headless.ts';
export { decodeState, encodeState } from './headless.ts';
export const { analyze, machines, version } = headless(async file => {
  const { buffer, byteOffset, byteLength } = await readFile(file);
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
});
