// The banks in which the elements of a tile lie, for rows of 32 and of 33 words, and the walk down a column.
import { box, svg, text } from './grid.ts';

const rows = 6;
const column = 2;

interface Shape {
  shape: 'wide' | 'tall';
  width: number;
  pitch: number;
  left: number;
  /** The columns that are shown; null is a gap. */
  columns: (number | null)[];
}

const bankAt = (width: number, row: number, at: number): number => (row * width + at) % 32;
const walk = (width: number): number[] =>
  Array.from({ length: rows }, (_, row) => bankAt(width, row, column));

const words = [32, 33]
  .map(
    width =>
      `In rows of ${width} words column ${column} lies in the banks ${walk(width).join(', ')} and so on.`,
  )
  .join(' ');

function draw({ shape, width, pitch, left, columns }: Shape): string {
  const cell = 24;
  const panel = rows * cell + 64;
  const parts = [32, 33].flatMap((wide, k) => {
    const top = 8 + k * panel;
    const shapes = [text(left, top + 14, `t[32][${wide}]: the bank of each element`, 'start strong')];
    for (let row = 0; row < rows; row++) {
      const y = top + 26 + row * cell;
      shapes.push(text(left - 8, y + cell / 2 + 4.5, String(row), 'name end'));
      columns.forEach((each, i) => {
        const mid = left + (i + 0.5) * pitch;
        if (each === null) {
          shapes.push(text(mid, y + cell / 2 + 4.5, '…', 'number'));
          return;
        }
        if (each >= wide) return;
        const kind = each === column ? 'target' : each === 32 ? 'wrong' : '';
        shapes.push(
          box(left + i * pitch + 1, y + 1, pitch - 2, cell - 2, `cell ${kind}`.trim()),
          text(mid, y + cell / 2 + 4.5, String(bankAt(wide, row, each)), kind || 'number'),
        );
      });
    }
    return shapes;
  });
  return svg({ shape, width }, 2 * panel, words, parts.join(''));
}

const all = Array.from({ length: 33 }, (_, at) => at);

export const walks = () => `<figure class="plate">
${draw({ shape: 'wide', width: 800, pitch: 23, left: 30, columns: all })}
${draw({ shape: 'tall', width: 360, pitch: 30, left: 28, columns: [0, 1, 2, 3, 4, null, 29, 30, 31, 32] })}
<figcaption>The first ${rows} rows of a tile, with the bank of each element. With 32 words in a row, column ${column} lies in one bank. With 33, of
which the last is never used, each row begins one bank further on, and the column runs through all of them.</figcaption>
</figure>
`;
