// The pair rule: partners at a distance of one lane or of two, and an index that fits neither.
import { box, path, svg, text } from './grid.ts';

const lanes = [0, 1, 2, 3, 4, 5, 6, 7];

const panels = [
  { title: 'partners next to each other', code: 'v[tid / 2]', index: (i: number) => i >> 1, x: 1 },
  {
    title: 'partners two lanes apart',
    code: 'v[tid / 4 * 2 + tid % 2]',
    index: (i: number) => (i >> 2) * 2 + (i % 2),
    x: 2,
  },
  { title: 'neither', code: 'v[(tid + 1) / 2]', index: (i: number) => (i + 1) >> 1, x: 1 },
];

/** Whether lane i and its partner at distance x ask for one element. */
const agree = (index: (i: number) => number, x: number, i: number) => index(i) === index(i ^ x);

const holds = ({ index }: (typeof panels)[number]) => [1, 2].some(x => lanes.every(i => agree(index, x, i)));

const words = `Three ways to read, shown for lanes 0 to 7. ${panels
  .map(
    panel =>
      `${panel.code}: the elements ${lanes.map(panel.index).join(', ')}; the pair rule ${holds(panel) ? 'holds' : 'does not hold'}.`,
  )
  .join(' ')}`;

function draw(shape: 'wide' | 'tall', width: number): string {
  const pitch = shape === 'wide' ? 58 : 41;
  const left = (width - lanes.length * pitch) / 2;
  const height = 168;
  const parts = panels.flatMap((panel, k) => {
    const { title, code, index, x } = panel;
    const head = 8 + k * height;
    const top = head + 18;
    const mid = (i: number) => left + (i + 0.5) * pitch;
    const shapes = [
      text(left, head + 14, title, 'start strong'),
      text(left, head + 34, code, 'start name code'),
    ];
    for (const i of lanes) {
      const partner = i ^ x;
      const same = agree(index, x, i);
      shapes.push(
        box(mid(i) - pitch / 2 + 3, top + 62, pitch - 6, 26, same ? 'cell target' : 'cell wrong'),
        text(mid(i), top + 79.5, String(index(i)), same ? 'target' : 'wrong'),
        text(mid(i), top + 106, String(i), 'number'),
      );
      if (partner > i) {
        const rise = x * 14;
        shapes.push(
          path(
            `M${mid(i)} ${top + 59}C${mid(i)} ${top + 52 - rise} ${mid(partner)} ${top + 52 - rise} ${mid(partner)} ${top + 59}`,
            same ? 'lead bank' : 'lead plain broken',
          ),
        );
      }
    }
    shapes.push(
      text(
        left,
        top + 126,
        holds(panel)
          ? 'the rule holds: passes twice as large'
          : 'partners differ, at a distance of two lanes as well',
        'start name',
      ),
    );
    return shapes;
  });
  return svg({ shape, width }, 8 + panels.length * height, words, parts.join(''));
}

export const pairs = () => `<figure class="plate">
${draw('wide', 800)}
${draw('tall', 360)}
<figcaption>Above, the element that each lane asks for; below, the lane (the first eight are shown). An arc joins a lane with its partner. The same
distance must do for the whole warp.</figcaption>
</figure>
`;
