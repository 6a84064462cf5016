// The calculator's table and its sentence, as HTML: at build time and as the reader types.
import type { Multiprocessor } from '../engine/report.ts';
import type { Messages } from '../messages/index.ts';
import { capability, type Launch, type Occupancy, occupancy } from './occupancy.ts';

type Say = Messages['occupancy'];

function row(of: Multiprocessor, { threads, bytes, padding }: Launch, picked: boolean, say: Say): string {
  const plain = occupancy(of, threads, bytes);
  const padded = occupancy(of, threads, bytes + padding);
  const lost = plain.blocks - padded.blocks;
  const cell = (value: number | string, mark = '') => `<td class="right${mark}">${value}</td>`;
  const limited = (name: Occupancy['limit']) => (plain.limit === name ? ' limit' : '');
  return `<tr${picked ? ' class="picked"' : ''}><th scope="row">${capability(of)}</th>${[
    cell(plain.byThreads, limited('threads')),
    cell(plain.byShared, limited('shared memory')),
    cell(of.blocks, limited('blocks')),
    cell(plain.blocks, ' blocks'),
    lost ? cell(say.fewer(padded.blocks, lost), ' fewer') : cell(padded.blocks),
    cell(say.of(padded.warps, of.threads / 32)),
  ].join('')}</tr>`;
}

/** A row for each compute capability, and in it the blocks that each limit allows; the least of them is the answer. */
export function table(all: Multiprocessor[], launch: Launch, picked: string, say: Say): string {
  const head = say.columns
    .map((name, i) => `<th scope="col"${i ? ' class="right"' : ''}>${name}</th>`)
    .join('');
  const rows = all.map(each => row(each, launch, each.id === picked, say)).join('\n');
  return `<table><thead><tr>${head}</tr></thead>\n<tbody>\n${rows}\n</tbody></table>`;
}

/** The picked row in say. */
export function sentence(of: Multiprocessor, { threads, bytes, padding }: Launch, say: Say): string {
  const plain = occupancy(of, threads, bytes);
  const start = say.launch(capability(of), threads, bytes);
  if (!plain.blocks) return `${start} ${say.none(of.sharedBytesOfBlock)}`;
  const first = `${start} ${say.atOnce(plain, of.threads / 32)}`;
  if (!padding) return first;
  const padded = occupancy(of, threads, bytes + padding);
  return `${first} ${padded.blocks === plain.blocks ? say.same(padding) : say.padded(padding, padded)}`;
}
