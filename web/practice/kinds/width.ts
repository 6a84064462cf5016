// Elements narrower and wider than a word, read and written: what is shared, what goes in passes, what the pair rule merges.
import type { Levels, Reason, Task } from '../task.ts';
import { accessBy, lengthFor, pairsOf, plus, range, times, triplesOf } from './shapes.ts';

type Type = readonly [name: string, bytes: number, value: string];
const narrow: Type[] = [
  ['char', 1, '1'],
  ['short', 2, '1'],
  ['half', 2, '__float2half(1.0f)'],
];
const eight: Type[] = [
  ['float2', 8, 'make_float2(0, 1)'],
  ['double', 8, '1.0'],
  ['int2', 8, 'make_int2(0, 1)'],
];
const sixteen: Type[] = [
  ['float4', 16, 'make_float4(0, 1, 2, 3)'],
  ['int4', 16, 'make_int4(0, 1, 2, 3)'],
];
const word: Type[] = [['float', 4, '1.0f']];

function task(
  [type, bytes, value]: Type,
  isStore: boolean,
  index: string,
  of: (lane: number) => number,
  more: Reason[] = [],
): Task {
  const access = accessBy(of, bytes, { isStore });
  const line = isStore ? `data[${index}] = ${value};` : `${type} v = data[${index}];`;
  return {
    code: `__shared__ ${type} data[${lengthFor(access)}];\n${line}\n`,
    accesses: [access],
    ask: ['wavefronts', 'excessive'],
    reasons: [{ of: 'width', type, bytes, isStore }, ...more],
  };
}

const stepped = (type: Type, isStore: boolean, step: number, offset = 0): Task =>
  task(type, isStore, `tid${times(step)}${plus(offset)}`, lane => lane * step + offset);

export const width: Levels = [
  function* () {
    for (const [type, isStore, offset] of triplesOf(
      [...narrow, ...word, ...eight, ...sixteen],
      [false, true],
      range(0, 3),
    ))
      yield stepped(type, isStore, 1, offset);
  },
  function* () {
    for (const [type, step] of pairsOf(narrow, range(2, 16))) yield stepped(type, step % 2 > 0, step);
    for (const [type, step] of pairsOf(eight, range(2, 6))) yield stepped(type, step % 2 > 0, step);
  },
  function* () {
    for (const [type, isStore, step] of triplesOf([...eight, ...sixteen], [false, true], range(2, 16)))
      yield stepped(type, isStore, step);
  },
  function* () {
    for (const [type, by, step] of triplesOf([...eight, ...sixteen], [2, 4, 8], range(1, 6)))
      yield task(type, false, `tid / ${by}${times(step)}`, lane => Math.floor(lane / by) * step);
  },
  function* () {
    for (const [type, group, outer] of triplesOf([...eight, ...sixteen], [2, 4, 8, 16], [1, 2, 3, 5, 8, 9]))
      yield task(
        type,
        outer % 2 > 0,
        `tid % ${group}${times(outer)} + tid / ${group}`,
        lane => (lane % group) * outer + Math.floor(lane / group),
      );
  },
];
