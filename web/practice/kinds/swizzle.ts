// Columns of a tile that a row's number permutes: by XOR with all of it or some of its bits, by rotation, in 16-byte pieces.
import { warp } from '../access.ts';
import type { Levels, Task } from '../task.ts';
import { accessBy, lengthFor, pairsOf, range, triplesOf } from './shapes.ts';

/** Lane i reads row i of a tile so wide, at a column that depends on the lane. */
function column(text: string, of: (lane: number) => number, pitch = 32, type = 'float', bytes = 4): Task {
  return {
    code: `__shared__ ${type} tile[32][${pitch}];\n${type} v = tile[tid][${text}];\n`,
    accesses: [accessBy(lane => lane * pitch + of(lane), bytes)],
    ask: ['wavefronts'],
    reasons: [{ of: 'swizzle', columns: warp.map(of), pitch, elementWords: bytes / 4 }],
  };
}

const xorBits = (at: number, bits: number): Task =>
  column(bits === 31 ? `${at} ^ tid` : `${at} ^ (tid & ${bits})`, lane => at ^ (lane & bits));

export const swizzle: Levels = [
  function* () {
    for (const [at, bits] of pairsOf(
      range(0, 31).filter(each => each % 2),
      [1, 3, 7, 15, 31],
    ))
      yield xorBits(at, bits);
  },
  function* () {
    const some = range(2, 30).filter(bits => ![3, 7, 15].includes(bits));
    for (const [at, bits] of pairsOf([5, 12, 18], some)) yield xorBits(at, bits);
  },
  function* () {
    for (const [at, by] of pairsOf([2, 6, 9, 17, 21, 30], [2, 4, 8]))
      yield column(`${at} ^ (tid / ${by})`, lane => at ^ Math.floor(lane / by));
    for (const [at, by] of pairsOf([1, 4, 11, 20, 27], [2, 3, 4, 5, 6, 8, 12]))
      yield column(`(${at} + tid * ${by}) % 32`, lane => (at + lane * by) % 32);
  },
  function* () {
    for (const [step, by, bits] of triplesOf([2, 4, 8, 16, 32, 64], [2, 4, 8, 16], [1, 3, 7])) {
      const first = warp.map(lane => lane * step);
      const second = warp.map(lane => Math.floor(lane / by) & bits);
      const access = accessBy(lane => first[lane]! ^ second[lane]!);
      yield {
        code: `__shared__ float data[${lengthFor(access)}];\nfloat v = data[(tid * ${step}) ^ (tid / ${by} & ${bits})];\n`,
        accesses: [access],
        ask: ['wavefronts'],
        reasons: [{ of: 'xor', first, second }],
      };
    }
  },
  function* () {
    for (const [type, at, bits] of triplesOf(['float4', 'int4'], range(0, 7), range(1, 7)))
      yield column(`${at} ^ (tid & ${bits})`, lane => at ^ (lane & bits), 8, type, 16);
  },
];
