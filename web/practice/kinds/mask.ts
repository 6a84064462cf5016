// Lanes that take no part ask for nothing: conditions on the lane before a strided access.
import { warp } from '../access.ts';
import type { Levels, Task } from '../task.ts';
import { accessBy, lengthFor, pairsOf, plus, range, times, triplesOf } from './shapes.ts';

function task(
  condition: string,
  takesPart: (lane: number) => boolean,
  step: number,
  type: readonly [string, number] = ['float', 4],
  offset = 0,
): Task {
  const lanes = warp.filter(takesPart);
  const access = accessBy(lane => lane * step + offset, type[1], { lanes });
  return {
    code: `__shared__ ${type[0]} data[${lengthFor(access)}];\nif (${condition}) {\n  ${type[0]} v = data[tid${times(step)}${plus(offset)}];\n}\n`,
    accesses: [access],
    ask: ['lanes', 'wavefronts'],
    reasons: [
      { of: 'mask', condition, lanes },
      { of: 'stride', words: (step * type[1]) / 4 },
    ],
  };
}

export const mask: Levels = [
  function* () {
    for (const [count, step] of pairsOf([4, 6, 8, 10, 12, 16, 20, 24], [1, 2, 4, 8, 16, 32]))
      yield task(`tid < ${count}`, lane => lane < count, step);
  },
  function* () {
    for (const [every, step] of pairsOf(range(2, 8), [1, 2, 3, 4, 5, 6, 8, 16])) {
      const rest = (every + step) % every;
      yield task(`tid % ${every} == ${rest}`, lane => lane % every === rest, step);
    }
  },
  function* () {
    for (const [from, count, step] of triplesOf([3, 5, 8, 12], [9, 12, 17], [2, 4, 6, 8, 12, 16]))
      yield task(
        `tid >= ${from} && tid < ${from + count}`,
        lane => lane >= from && lane < from + count,
        step,
      );
  },
  function* () {
    for (const [bits, step] of pairsOf([1, 2, 4, 6, 8, 12, 16, 24], [1, 2, 4, 6, 8, 12])) {
      yield task(`(tid & ${bits}) == 0`, lane => (lane & bits) === 0, step);
      yield task(`(tid & ${bits}) != 0`, lane => (lane & bits) !== 0, step);
    }
  },
  function* () {
    const types = [
      ['double', 8],
      ['float4', 16],
    ] as const;
    for (const [type, step, count] of triplesOf(types, [1, 2, 3, 4], [5, 8, 12, 20]))
      yield task(`tid < ${count}`, lane => lane < count, step, type);
    for (const [type, step, every] of triplesOf(types, [1, 2, 3, 4], [2, 4, 8]))
      yield task(`tid % ${every} == 0`, lane => lane % every === 0, step, type, every);
  },
];
