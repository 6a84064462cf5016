// Which of four paddings costs least: of the column of a tile, of a block that spans rows, of wide elements, of two walks.
import { type Access, costOf } from '../access.ts';
import type { Levels, Task } from '../task.ts';
import { accessBy, pairsOf, triplesOf } from './shapes.ts';

const total = (accesses: readonly Access[]): number =>
  accesses.reduce((sum, access) => sum + costOf(access).wavefronts, 0);

/** Every so many of them, in order. */
function* someOf(count: number, values: readonly number[]): Iterable<number[]> {
  for (let bits = 0; bits < 1 << values.length; bits++) {
    const some = values.filter((_, i) => bits & (1 << i));
    if (some.length === count) yield some;
  }
}
const foursOf = (values: readonly number[]): Iterable<number[]> => someOf(4, values);

/** The code, its accesses by padding, and paddings of which one must be better than all others; else nothing. */
function* task(
  code: string,
  of: (padding: number) => Access[],
  paddings: readonly number[],
  rows: string,
  names?: string[],
): Iterable<Task> {
  const options = paddings.map(value => ({ value, accesses: of(value) }));
  const costs = options.map(({ accesses }) => total(accesses));
  const least = Math.min(...costs);
  if (costs.filter(cost => cost === least).length > 1) return;
  const best = options[costs.indexOf(least)]!;
  yield {
    code,
    accesses: best.accesses,
    ...(names ? { names } : {}),
    ask: [],
    choice: { knob: 'p', options },
    reasons: [{ of: 'padding', rows, elementBytes: best.accesses[0]!.bytes }],
  };
}

/** Down the column of a tile of so many bytes an element. */
function* column(width: number, paddings: number[], type = 'float', bytes = 4): Iterable<Task> {
  const at = paddings.reduce((sum, padding, i) => sum + i * padding, 0) % 8; // any column does
  yield* task(
    `__shared__ ${type} tile[32][${width} + p];\n${type} v = tile[tid][${at}];\n`,
    p => [accessBy(lane => lane * (width + p) + at, bytes)],
    paddings,
    `${width} + p`,
  );
}

const columnsOf = (x: number, width: number): Access =>
  accessBy(lane => (lane % x) * width + Math.floor(lane / x));
const rowsOf = (x: number, width: number): Access =>
  accessBy(lane => Math.floor(lane / x) * width + (lane % x));

const head = (x: number, y: number, rows: number, width: number): string =>
  `// launch: <<<1, dim3(${x}, ${y})>>>\n__shared__ float tile[${rows}][${width} + p];\nint tx = threadIdx.x, ty = threadIdx.y;\n`;

export const padding: Levels = [
  function* () {
    for (const [width, odd, evens] of triplesOf([32, 64], [1, 3, 5, 7], someOf(3, [0, 2, 4, 6, 8])))
      yield* column(
        width,
        [...evens, odd].sort((a, b) => a - b),
      );
  },
  function* () {
    for (const [width, paddings] of pairsOf([20, 24, 30, 32, 36, 40, 48], foursOf([0, 2, 4, 6, 8])))
      yield* column(width, paddings);
    for (const [width, paddings] of pairsOf([21, 25, 33, 35], foursOf([0, 1, 3, 5, 7, 8])))
      yield* column(width, paddings);
  },
  function* () {
    for (const [[x, y], paddings] of pairsOf(
      [
        [16, 16],
        [8, 16],
        [16, 8],
        [8, 8],
        [4, 8],
      ] as const,
      foursOf([0, 1, 2, 3, 4, 6, 8]),
    ))
      yield* task(
        `${head(x, y, x, 16)}float v = tile[tx][ty];\n`,
        p => [columnsOf(x, 16 + p)],
        paddings,
        '16 + p',
      );
  },
  function* () {
    const types = [
      ['double', 8],
      ['float2', 8],
      ['float4', 16],
      ['int4', 16],
    ] as const;
    for (const [[type, bytes], width, paddings] of triplesOf(
      types,
      [8, 16, 32],
      foursOf([0, 1, 2, 3, 4, 6, 8]),
    ))
      yield* column(width, paddings, type, bytes);
  },
  function* () {
    for (const [[x, y], paddings] of pairsOf(
      [
        [16, 16],
        [8, 8],
        [16, 8],
      ] as const,
      foursOf([0, 1, 2, 3, 4, 5, 6, 8]),
    )) {
      const size = Math.max(x, y);
      yield* task(
        `${head(x, y, size, size)}float along = tile[ty][tx];\nfloat down = tile[tx][ty];\n`,
        p => [rowsOf(x, size + p), columnsOf(x, size + p)],
        paddings,
        `${size} + p`,
        ['tile[ty][tx]', 'tile[tx][ty]'],
      );
    }
  },
];
