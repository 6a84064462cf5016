// Where the elements of a tile of 8 by 8 lie, plain, XORed and rotated: in which column each of them stands.
import { box, svg, text } from './grid.ts';

const size = 8;
const column = 2;
const cell = 28;
const panelWidth = size * cell;
const panelHeight = size * cell + 56;

const layouts = [
  { title: 'tile[r][c]', place: (_: number, c: number) => c },
  { title: 'tile[r][c ^ r]', place: (r: number, c: number) => c ^ r },
  { title: 'tile[r][(c + r) % 8]', place: (r: number, c: number) => (c + r) % size },
];

const words = layouts
  .map(({ title, place }) => {
    const walk = Array.from({ length: size }, (_, r) => place(r, column));
    return `With ${title}, column ${column} of the rows 0 to 7 lies in the banks ${walk.join(', ')}.`;
  })
  .join(' ');

/** One layout: each cell is a place, a column for each bank, and holds the number of the element's column. */
function panel({ title, place }: (typeof layouts)[number], left: number, top: number): string {
  const shapes = [text(left, top + 14, title, 'start strong')];
  for (let r = 0; r < size; r++) {
    const y = top + 26 + r * cell;
    shapes.push(text(left - 8, y + cell / 2 + 4.5, String(r), 'name end'));
    for (let c = 0; c < size; c++) {
      const x = left + place(r, c) * cell;
      const kind = c === column ? 'target' : '';
      shapes.push(
        box(x + 1, y + 1, cell - 2, cell - 2, `cell ${kind}`.trim()),
        text(x + cell / 2, y + cell / 2 + 4.5, String(c), kind || 'number'),
      );
    }
  }
  return shapes.join('');
}

const wide = layouts.map((layout, k) => panel(layout, 30 + k * (panelWidth + 38), 8)).join('');
const tall = layouts.map((layout, k) => panel(layout, 68, 8 + k * panelHeight)).join('');

export const swizzles = () => `<figure class="plate">
${svg({ shape: 'wide', width: 800 }, panelHeight, words, wide)}
${svg({ shape: 'tall', width: 360 }, size * 3 * cell + 3 * 56, words, tall)}
<figcaption>Eight rows in eight banks. A cell is a place in memory, and the number in it is the column of the element that lies there. Column ${column} stands in one
bank, or in all of them. Every row holds each of its elements once.</figcaption>
</figure>
`;
