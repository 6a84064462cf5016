// How ldmatrix deals out a matrix of 8 by 8 halves: which lane names a row, and which lane holds which elements.
import { box, svg, text } from './grid.ts';

const size = 8;
const lane = 5;
const cell = 28;
const panelWidth = size * cell;
const panelHeight = size * cell + 56;

/** The lane that names the row of an element, or holds it, plain and transposed. */
const panels = [
  { title: 'named by', holder: (row: number, _: number) => row },
  { title: 'held by', holder: (row: number, column: number) => row * 4 + (column >> 1) },
  { title: 'held by, with .trans', holder: (row: number, column: number) => column * 4 + (row >> 1) },
];

const elements = (holder: (row: number, column: number) => number) =>
  Array.from({ length: size * size }, (_, i) => [i >> 3, i % size] as const)
    .filter(([row, column]) => holder(row, column) === lane)
    .map(([row, column]) => `(${row}, ${column})`)
    .join(', ');

const words = `A matrix of 8 by 8 halves. Lane ${lane} names row ${lane}. It receives the elements ${elements(panels[1]!.holder)}, and with .trans the elements ${elements(panels[2]!.holder)}.`;

function panel({ title, holder }: (typeof panels)[number], left: number, top: number): string {
  const shapes = [text(left, top + 14, title, 'start strong')];
  for (let row = 0; row < size; row++) {
    const y = top + 26 + row * cell;
    shapes.push(text(left - 8, y + cell / 2 + 4.5, String(row), 'name end'));
    for (let column = 0; column < size; column++) {
      const x = left + column * cell;
      const kind = holder(row, column) === lane ? 'target' : '';
      shapes.push(
        box(x + 1, y + 1, cell - 2, cell - 2, `cell ${kind}`.trim()),
        text(x + cell / 2, y + cell / 2 + 4.5, String(holder(row, column)), kind || 'number'),
      );
    }
  }
  return shapes.join('');
}

const wide = panels.map((each, k) => panel(each, 30 + k * (panelWidth + 38), 8)).join('');
const tall = panels.map((each, k) => panel(each, 68, 8 + k * panelHeight)).join('');

export const fragments = () => `<figure class="plate">
${svg({ shape: 'wide', width: 800 }, panelHeight, words, wide)}
${svg({ shape: 'tall', width: 360 }, size * 3 * cell + 3 * 56, words, tall)}
<figcaption>One matrix of 8 by 8 halves. A cell is an element, and the number in it is a lane. Lane ${lane} names row ${lane}, 16 bytes. What it receives is two elements of
another row, or, with <code>.trans</code>, two of a column.</figcaption>
</figure>
`;
