// A block of two or three dimensions in a tile: which threads share a warp, and how far apart they land.

import type { Levels, Task } from '../task.ts';
import { accessBy, pairsOf, range, triplesOf } from './shapes.ts';

type Triple = readonly [number, number, number];

/** A lane's threadIdx in a block so wide and so high. */
const placeOf = (lane: number, [x, y]: Triple): Triple => [
  lane % x,
  Math.floor(lane / x) % y,
  Math.floor(lane / x / y),
];

/** The index is the sum of the threads' coordinates times these words, and an offset. */
function task(block: Triple, words: Triple, offset: number, array: string, index: string): Task {
  const dims = block[2] > 1 ? block.join(', ') : `${block[0]}, ${block[1]}`;
  const access = accessBy(lane => {
    const [x, y, z] = placeOf(lane, block);
    return x * words[0] + y * words[1] + z * words[2] + offset;
  });
  return {
    code: `// launch: <<<1, dim3(${dims})>>>\n__shared__ float ${array};\nint tx = threadIdx.x, ty = threadIdx.y${block[2] > 1 ? ', tz = threadIdx.z' : ''};\nfloat v = ${index};\n`,
    accesses: [access],
    ask: ['wavefronts'],
    reasons: [{ of: 'block', block, words }],
  };
}

/** Along the rows and down the columns of a tile so wide. */
function* walks(x: number, y: number, width: number): Iterable<Task> {
  const block: Triple = [x, y, 1];
  if (x <= width) yield task(block, [1, width, 0], 0, `tile[${y}][${width}]`, 'tile[ty][tx]');
  if (y <= width) yield task(block, [width, 1, 0], 0, `tile[${x}][${width}]`, 'tile[tx][ty]');
}

export const tile: Levels = [
  function* () {
    for (const [y, width] of pairsOf([4, 8, 16], [32, 33, 34, 35, 36, 38, 40, 44, 48, 64]))
      yield* walks(32, y, width);
  },
  function* () {
    for (const [y, width] of pairsOf([4, 8, 16], [16, 17, 18, 20, 24, 28, 32, 33, 34, 36, 40, 48]))
      yield* walks(16, y, width);
  },
  function* () {
    for (const [[x, y], width] of pairsOf(
      [
        [8, 8],
        [8, 16],
        [4, 16],
        [4, 8],
      ] as const,
      range(8, 24),
    ))
      if (y <= width) yield* walks(x, y, width);
  },
  function* () {
    for (const [[x, y], width, step] of triplesOf(
      [
        [32, 4],
        [16, 8],
        [8, 16],
      ] as const,
      [33, 34, 36, 40, 64],
      [2, 3],
    )) {
      const block: Triple = [x, y, 1];
      const columns = width + step * x;
      yield task(block, [step, columns, 0], 1, `tile[${y}][${columns}]`, `tile[ty][tx * ${step} + 1]`);
      yield task(block, [width, step, 0], 0, `tile[${x}][${width}]`, `tile[tx][ty * ${step}]`);
      yield task(block, [step * width, 1, 0], 0, `tile[${x * step}][${width}]`, `tile[tx * ${step}][ty]`);
    }
  },
  function* () {
    const orders = ['xyz', 'xzy', 'yxz', 'yzx', 'zxy', 'zyx'];
    for (const [block, order, pad] of triplesOf(
      [
        [8, 4, 4],
        [8, 2, 4],
        [4, 4, 4],
        [4, 8, 4],
        [16, 2, 4],
      ] as Triple[],
      orders,
      [0, 1, 2, 4],
    )) {
      // The array's dimensions from the outermost to the innermost, each as long as its coordinate.
      const axes = [...order].map(axis => 'xyz'.indexOf(axis));
      const lengths = axes.map((axis, i) => block[axis]! + (i === 2 ? pad : 0));
      const words = [0, 0, 0];
      words[axes[2]!] = 1;
      words[axes[1]!] = lengths[2]!;
      words[axes[0]!] = lengths[1]! * lengths[2]!;
      yield task(
        block,
        words as unknown as Triple,
        0,
        `tile${lengths.map(length => `[${length}]`).join('')}`,
        `tile${[...order].map(axis => `[t${axis}]`).join('')}`,
      );
    }
  },
];
