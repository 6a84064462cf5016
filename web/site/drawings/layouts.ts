// The same members in three layouts: an array of structs, a struct of arrays, and groups of both.
import { box, svg, text } from './grid.ts';

const members = ['x', 'y', 'z', 'w'];

interface Layout {
  title: string;
  /** What stands in the cell at a place: the member and the element it belongs to; null is a gap in the drawing. */
  cells: ([number, number] | null)[];
}

/** `count` elements from `first` on, of one member. */
const run = (member: number, first: number, count: number): [number, number][] =>
  Array.from({ length: count }, (_, i) => [member, first + i]);

const rows = (wide: boolean): Layout[] => {
  const few = wide ? 3 : 2;
  return [
    {
      title: 'array of structs',
      cells: [
        ...Array.from({ length: wide ? 5 : 3 }, (_, i) => i).flatMap(i =>
          members.map((_, m) => [m, i] as [number, number]),
        ),
        null,
      ],
    },
    {
      title: 'struct of arrays',
      cells: members.flatMap((_, m) => [...run(m, 0, few), null, [m, 31] as [number, number]]),
    },
    {
      title: 'groups of 4',
      cells: [
        ...(wide ? members : members.slice(0, 3)).flatMap((_, m) => run(m, 0, 4)),
        ...(wide ? run(0, 4, 4) : []),
        null,
      ],
    },
  ];
};

const words =
  'Three layouts of elements with the members x, y, z and w. Array of structs: x, y, z and w of element 0, then those of element 1, and so on. Struct of arrays: all x, then all y, then all z, then all w. Groups: x of elements 0 to 3, y of elements 0 to 3, z, w, then x of elements 4 to 7.';

function draw(shape: 'wide' | 'tall', width: number): string {
  const left = 8;
  const pitch = shape === 'wide' ? 37 : 26.5;
  const parts = rows(shape === 'wide').flatMap(({ title, cells }, k) => {
    const top = 8 + k * 84;
    const shapes = [text(left, top + 14, title, 'start strong')];
    cells.forEach((cell, i) => {
      const mid = left + (i + 0.5) * pitch;
      if (!cell) {
        shapes.push(text(mid, top + 46, '…', 'number'));
        return;
      }
      const [member, element] = cell;
      shapes.push(
        box(left + i * pitch + 1, top + 24, pitch - 2, 34, member === 0 ? 'cell target' : 'cell'),
        text(mid, top + 45.5, `${members[member]}${element}`, member === 0 ? 'target' : ''),
      );
    });
    return shapes;
  });
  return svg({ shape, width }, 250, words, parts.join(''));
}

export const layouts = () => `<figure class="plate">
${draw('wide', 800)}
${draw('tall', 360)}
<figcaption>What all lanes read when they read <em>x</em>: in the first layout every fourth word, in the second neighbours, in the third
neighbours in small groups.</figcaption>
</figure>
`;
