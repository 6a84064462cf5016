// How many notes explain a warp's load of doubles, and how the hardware does not do it: half of each element at a time.
import { box, type Grid, middle, svg, tall, text, wide } from './grid.ts';

const halves = [
  { title: 'first, the low halves', odd: 0 },
  { title: 'then, the high halves', odd: 1 },
];

const words =
  'A common story, and wrong. First the low halves of all 32 doubles: lanes i and i + 16 meet in every even bank, two wavefronts. Then the high halves: they meet in every odd bank, two more. Four in all. The hardware takes half-warps instead and needs two.';

function draw(grid: Grid): string {
  const cell = 24;
  const panel = 118;
  const shapes = halves.map(({ title, odd }, i) => {
    const top = 8 + i * panel;
    const parts = [text(grid.left, top + 12, `${title}: 2 wavefronts`, 'start strong')];
    grid.banks.forEach((bank, column) => {
      const mid = grid.left + (column + 0.5) * grid.pitch;
      parts.push(text(mid, top + 38, bank === null ? '…' : String(bank), 'number'));
      if (bank === null) return;
      const lanes = bank % 2 === odd ? [(bank - odd) / 2, (bank - odd) / 2 + 16] : [];
      for (const r of [0, 1]) {
        const y = top + 46 + r * cell;
        const x = middle(grid, bank)! - grid.pitch / 2;
        const lane = lanes[r];
        parts.push(box(x + 1, y + 1, grid.pitch - 2, cell - 2, lane === undefined ? 'cell' : 'cell wrong'));
        if (lane !== undefined) parts.push(text(mid, y + cell / 2 + 4.5, String(lane), 'cell-number wrong'));
      }
    });
    return parts.join('');
  });
  return svg(grid, 8 + 2 * panel, words, shapes.join(''));
}

const phone = tall([0, 1, 2, 3, 4, 5, null, 28, 29, 30, 31]);

export const wrongHalves = () => `<figure class="plate wrong-story">
<p class="stamp">A common story, and wrong</p>
${draw(wide)}
${draw(phone)}
<figcaption>Half of each <em>element</em> at a time: the lanes <em>i</em> and <em>i</em> + 16 meet in a bank, and the other banks stand idle. It would
be 4 wavefronts. The hardware takes half of the <em>lanes</em> at a time.</figcaption>
</figure>
`;
