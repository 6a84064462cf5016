// A step from lane to lane: plain, backwards, hidden in a product, of two sizes, and cut off by a modulus.
import type { Levels, Reason, Task } from '../task.ts';
import { accessBy, lengthFor, pairsOf, plus, range, times, triplesOf } from './shapes.ts';

function task(index: string, of: (lane: number) => number, reason: Reason, type = 'float'): Task {
  const access = accessBy(of);
  return {
    code: `__shared__ ${type} data[${lengthFor(access)}];\n${type} v = data[${index}];\n`,
    accesses: [access],
    ask: ['wavefronts'],
    reasons: [reason],
  };
}

export const stride: Levels = [
  function* () {
    const steps = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 32];
    for (const [type, step, offset] of triplesOf(['float', 'int'], steps, [0, 1, 4, 7]))
      yield task(
        `tid * ${step}${plus(offset)}`,
        lane => lane * step + offset,
        { of: 'stride', words: step },
        type,
      );
  },
  function* () {
    for (const step of range(11, 50)) {
      yield task(`tid * ${step}${plus(step % 9)}`, lane => lane * step + (step % 9), {
        of: 'stride',
        words: step,
      });
      yield task(`(31 - tid) * ${step}`, lane => (31 - lane) * step, { of: 'stride', words: -step });
    }
  },
  function* () {
    for (const [a, b, offset] of triplesOf([2, 3, 4, 5, 6, 7, 8, 10], [2, 3, 4, 5, 6, 9, 12], [1, 2]))
      yield task(`(tid * ${a} + ${offset}) * ${b}`, lane => (lane * a + offset) * b, {
        of: 'stride',
        words: a * b,
      });
  },
  function* () {
    for (const [group, inner, outer] of triplesOf(
      [4, 8, 16],
      [1, 2, 3, 4, 8, 16],
      [1, 8, 16, 20, 32, 33, 36],
    ))
      if (inner !== outer)
        yield task(
          `tid % ${group}${times(inner)} + tid / ${group}${times(outer)}`,
          lane => (lane % group) * inner + Math.floor(lane / group) * outer,
          { of: 'groups', group, inner, outer },
        );
  },
  function* () {
    for (const [words, length] of pairsOf(
      [5, 6, 8, 9, 10, 12, 14, 16, 18, 20, 24],
      [40, 48, 56, 72, 80, 96, 100],
    ))
      yield task(`tid * ${words} % ${length}`, lane => (lane * words) % length, {
        of: 'wrap',
        words,
        length,
      });
  },
];
