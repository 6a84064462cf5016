// Where shared memory sits: registers, shared memory, the L2 cache and device memory, and who can reach each of them.
import { box, path, svg, text } from './grid.ts';

const words =
  'Each multiprocessor has registers, of which each thread has its own, and one memory that serves as the L1 cache and as shared memory, which the threads of a block share. Below all multiprocessors lie the L2 cache and device memory, which every thread can reach.';

interface Shape {
  shape: 'wide' | 'tall';
  width: number;
  multiprocessors: number;
}

function draw(shape: Shape): string {
  const { width, multiprocessors } = shape;
  const edge = 8;
  const gap = 16;
  const size = (width - 2 * edge - (multiprocessors - 1) * gap) / multiprocessors;
  const parts: string[] = [];
  for (let i = 0; i < multiprocessors; i++) {
    const x = edge + i * (size + gap);
    const mid = x + size / 2;
    const inner = x + 12;
    parts.push(
      box(x, 8, size, 196, 'room'),
      text(mid, 29, multiprocessors > 1 ? `multiprocessor ${i}` : 'one of many multiprocessors', 'name'),
      box(inner, 42, size - 24, 54, 'cell'),
      text(mid, 64, 'registers', 'strong'),
      text(mid, 84, 'each thread its own', 'name'),
      box(inner, 110, size - 24, 82, 'room here'),
      text(mid, 134, 'shared memory', 'strong here'),
      text(mid, 154, 'the threads of one block', 'name'),
      path(`M${inner + 10} 166H${inner + size - 34}`, 'divide'),
      text(mid, 184, 'the same memory: L1 cache', 'name'),
      path(`M${mid} 204V228`, 'lead plain'),
    );
  }
  const below = (top: number, name: string, who: string) => [
    box(edge, top, width - 2 * edge, 54, 'cell'),
    text(width / 2, top + 22, name, 'strong'),
    text(width / 2, top + 42, who, 'name'),
  ];
  parts.push(
    ...below(228, 'L2 cache', 'all blocks'),
    path(`M${width / 2} 282V304`, 'lead plain'),
    ...below(304, 'device memory', 'all blocks: global memory lies here'),
  );
  return svg(shape, 366, words, parts.join(''));
}

export const memories = () => `<figure class="plate">
${draw({ shape: 'wide', width: 800, multiprocessors: 3 })}
${draw({ shape: 'tall', width: 360, multiprocessors: 1 })}
<figcaption>Nearer to the threads means smaller, faster, and shared by fewer. Shared memory is the nearest place at which two threads can
meet.</figcaption>
</figure>
`;
