// The steps of one compute capability: how many blocks find room, by how many bytes each of them takes.
import type { Multiprocessor } from '../engine/report.ts';
import { at } from '../figure/svg.ts';
import { escapeHtml } from '../figure/text.ts';
import type { Messages } from '../messages/index.ts';
import { capability, type Launch, occupancy } from './occupancy.ts';

const kib = 1024;
const shapes = { wide: { width: 800, height: 250 }, tall: { width: 360, height: 260 } } as const;
type Shape = keyof typeof shapes;

/** The steps as the numbers of blocks and the bytes up to which each holds. */
export function steps(of: Multiprocessor, threads: number): { blocks: number; upTo: number }[] {
  const found: { blocks: number; upTo: number }[] = [];
  for (let bytes = 0; bytes <= of.sharedBytesOfBlock; bytes += of.unitBytes) {
    const { blocks } = occupancy(of, threads, bytes);
    const last = found.at(-1);
    if (last?.blocks === blocks) last.upTo = bytes;
    else found.push({ blocks, upTo: bytes });
  }
  return found;
}

function one(of: Multiprocessor, launch: Launch, shape: Shape, say: Messages['occupancy']): string {
  const { width, height } = shapes[shape];
  const [left, right, top, bottom] = [40, width - 14, 34, height - 44];
  const all = steps(of, launch.threads);
  const most = all[0]!.blocks;
  const x = (bytes: number) => left + ((right - left) * bytes) / of.sharedBytesOfBlock;
  const y = (blocks: number) => bottom - ((bottom - top) * blocks) / most;
  const label = say.steps(capability(of), launch.threads, all);
  const text = (tx: number, ty: number, value: string, kind = '') =>
    `<text x="${at(tx)}" y="${at(ty)}" class="${kind}">${escapeHtml(value)}</text>`;

  const parts = [text(left, 16, say.blocksAtOnce, 'start strong')];
  const gap = Math.max(1, Math.ceil(most / 8));
  for (let blocks = 0; blocks <= most; blocks += gap) {
    parts.push(`<path d="M${left} ${at(y(blocks))}H${right}" class="level"/>`);
    parts.push(text(left - 8, y(blocks) + 4.5, `${blocks}`, 'number end'));
  }
  const tick = of.sharedBytesOfBlock > 128 * kib ? 32 : 16;
  const every = shape === 'tall' ? 2 * tick : tick;
  for (let k = 0; k * kib <= of.sharedBytesOfBlock; k += every)
    parts.push(text(x(k * kib), bottom + 18, `${k}`, 'number'));
  parts.push(text((left + right) / 2, height - 8, say.perBlock, 'number'));

  const line = all.map(({ blocks, upTo }) => `V${at(y(blocks))}H${at(x(upTo))}`).join('');
  parts.push(`<path d="M${left} ${at(y(most))}${line}V${bottom}H${left}Z" class="under"/>`);
  parts.push(`<path d="M${left} ${at(y(most))}${line}V${bottom}" class="steps"/>`);
  const mark = (bytes: number, kind: string) => {
    const { blocks } = occupancy(of, launch.threads, bytes);
    const shown = Math.min(bytes, of.sharedBytesOfBlock);
    return `<circle cx="${at(x(shown))}" cy="${at(y(blocks))}" r="6" class="mark ${kind}"/>`;
  };
  parts.push(mark(launch.bytes, 'plain'));
  if (launch.padding) parts.push(mark(launch.bytes + launch.padding, 'padded'));
  return `<svg class="drawing ${shape}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(label)}" xmlns="http://www.w3.org/2000/svg">${parts.join('')}</svg>`;
}

/** Both shapes, of which the page's width shows one. A ring marks the launch, a disc the same with its padding. */
export const chart = (of: Multiprocessor, launch: Launch, say: Messages['occupancy']): string =>
  `${one(of, launch, 'wide', say)}\n${one(of, launch, 'tall', say)}`;
