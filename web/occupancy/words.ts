// All that the calculator says: its table, its sentence and its drawing, and the labels of its fields.
import type { Occupancy } from './occupancy.ts';

const count = (n: number): string => n.toLocaleString('en-US');
const plural = (n: number, one: string): string => `${count(n)} ${n === 1 ? one : `${one}s`}`;

const limits: Record<Occupancy['limit'], string> = {
  blocks: 'their number',
  threads: 'threads',
  'shared memory': 'shared memory',
};

export const words = {
  capability: 'compute capability',
  threads: 'threads of a block',
  bytes: 'bytes of shared memory',
  padding: 'bytes of padding',
  columns: [
    'compute capability',
    'by threads',
    'by shared memory',
    'in number',
    'blocks',
    'padded',
    'warps, padded',
  ],
  of: (n: number, most: number): string => `${n} of ${most}`,
  fewer: (blocks: number, by: number): string => `${blocks} (−${by})`,

  launch: (capability: string, threads: number, bytes: number): string =>
    `On ${capability}, blocks of ${plural(threads, 'thread')} and ${plural(bytes, 'byte')}:`,
  none: (most: number): string => `none. A block can have ${plural(most, 'byte')}.`,
  atOnce: ({ blocks, warps, limit }: Occupancy, most: number): string =>
    `${plural(blocks, 'block')} at once, ${warps} of ${most} warps, limited by ${limits[limit]}.`,
  padded: (bytes: number, { blocks, warps }: Occupancy): string =>
    `With ${plural(bytes, 'byte')} more it is ${plural(blocks, 'block')}, ${plural(warps, 'warp')}.`,
  same: (bytes: number): string => `With ${plural(bytes, 'byte')} more it is the same.`,

  blocksAtOnce: 'blocks at once',
  perBlock: 'KB of shared memory for each block',
  steps: (capability: string, threads: number, steps: { blocks: number; upTo: number }[]): string =>
    `Compute capability ${capability}, blocks of ${plural(threads, 'thread')}. ${steps
      .map(({ blocks, upTo }) => `${plural(blocks, 'block')} up to ${plural(upTo, 'byte')}`)
      .join(', ')}.`,
};
