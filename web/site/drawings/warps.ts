// Which threads share a warp: the first four warps of blocks that are 32, 16 and 8 threads wide.
import { box, path, svg, text } from './grid.ts';

const blocks = [
  { width: 32, height: 8 },
  { width: 16, height: 16 },
  { width: 8, height: 32 },
];
const warps = 4;
const band = 34;
const panel = 34 + warps * (band + 4) + 16;

const rowsOf = (width: number): string => (32 / width === 1 ? '1 row' : `${32 / width} rows`);

const words = `The first four warps of three blocks. ${blocks
  .map(
    ({ width, height }) =>
      `In a block of ${width} × ${height} threads each warp has ${rowsOf(width)} of ${width} threads.`,
  )
  .join(' ')}`;

function one(x: number, top: number, size: number, { width, height }: (typeof blocks)[number]): string {
  const rows = 32 / width;
  const parts = [text(x, top + 14, `${width} × ${height}: ${rowsOf(width)} to a warp`, 'start strong')];
  for (let warp = 0; warp < warps; warp++) {
    const y = top + 28 + warp * (band + 4);
    parts.push(box(x, y, size, band, `cell pass-${warp}`));
    const lines: string[] = [];
    for (let i = 1; i < width; i++) lines.push(`M${x + (i * size) / width} ${y}V${y + band}`);
    for (let j = 1; j < rows; j++) lines.push(`M${x} ${y + (j * band) / rows}H${x + size}`);
    parts.push(path(lines.join(''), 'mesh'));
    const label = `warp ${warp}`;
    parts.push(
      box(x + size / 2 - 32, y, 64, band, `pass-${warp}`),
      text(x + size / 2, y + band / 2 + 4.5, label, `p-${warp}`),
    );
  }
  return parts.join('');
}

export const warpsOfBlocks = () => {
  const wide = blocks.map((each, i) => one(8 + i * 266, 8, 252, each)).join('');
  const tall = blocks.map((each, i) => one(8, 8 + i * panel, 344, each)).join('');
  return `<figure class="plate">
${svg({ shape: 'wide', width: 800 }, panel, words, wide)}
${svg({ shape: 'tall', width: 360 }, blocks.length * panel, words, tall)}
<figcaption>Each small cell is a thread; <code>threadIdx.x</code> runs to the right, <code>threadIdx.y</code> down. Threads are counted row
by row, and every 32 of them are a warp.</figcaption>
</figure>
`;
};
