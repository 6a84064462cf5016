// The tall figure, for phones: time from left to right, banks from top to bottom. A column is a wavefront, a row is a
// bank, a chip is a word with the number of the lane that wants it. A conflict is a long row; an idle bank is an empty
// one.
import { runs } from '../messages/speech.ts';
import { type Access, type Cell, cellsOf, type Pick, pickedWave, tripsPerBank } from './access.ts';
import { type Drawing, type Layer, layer } from './drawing.ts';
import type { Say } from './say.ts';
import {
  at,
  drawingOf,
  type Look,
  label,
  laneButtons,
  type Strength,
  sayOf,
  strengthOf,
  waveClass,
} from './svg.ts';

// Units of the drawing; 320 across is shown at 288 px or more, so text of 12.5 units is never under 11 px.
const pageWidth = 320;
const lanePitch = pageWidth / 16;
const laneHeight = 24;
const bankPitch = 17;
const bankName = 32;
const slotWidth = 23;
const headHeight = 54;

/** One block of banks beside the other: on a machine with 64 the wide page shows two. */
interface Block {
  x: number;
  width: number;
  firstBank: number;
  lastBank: number;
}

export function tallFigure(access: Access, pick: Pick, look: Look): Drawing {
  const { banks } = access;
  const beside = look.shape === 'wide' ? 2 : 1;
  const gap = 24;
  const width = beside * pageWidth + (beside - 1) * gap;
  const perBlock = Math.ceil(banks / beside);
  const blocks = Array.from({ length: beside }, (_, i): Block => {
    const firstBank = i * perBlock;
    return {
      x: i * (pageWidth + gap),
      width: pageWidth,
      firstBank,
      lastBank: Math.min(banks, firstBank + perBlock) - 1,
    };
  });
  const lanesPerRow = Math.floor(width / lanePitch / 16) * 16;
  const lanesBottom = Math.ceil(access.lanes.length / lanesPerRow) * laneHeight;
  const top = lanesBottom + headHeight;
  const size = { width, height: top + perBlock * bankPitch + 2, kind: ' turned' };
  return drawingOf(access, look, size, [
    laneChips(access, pick, lanesPerRow),
    ...blocks.flatMap(block => bankBlock(access, pick, block, top, sayOf(look))),
    laneButtons(access, look, lane => ({
      x: (lane % lanesPerRow) * lanePitch + 0.75,
      y: Math.floor(lane / lanesPerRow) * laneHeight + 1,
      width: lanePitch - 1.5,
      height: laneHeight - 3,
    })),
  ]);
}

function laneChips(access: Access, pick: Pick, perRow: number): Layer {
  const strength = strengthOf(access, pick);
  const [width, height] = [lanePitch - 1.5, laneHeight - 3];
  const chips = access.lanes.map(({ lane, active, wave }) => {
    const x = (lane % perRow) * lanePitch;
    const y = Math.floor(lane / perRow) * laneHeight;
    const chip = `<rect class="chip" x="${at(x + 0.75)}" y="${y + 1}" width="${width}" height="${height}" rx="4"/>`;
    const number = label(x + lanePitch / 2, y + 16, `${lane}`, 'lane-number', lanePitch - 3);
    const look = active ? `lane filled ${waveClass(wave)}${strength.lane(lane)}` : 'lane idle';
    return `<g class="${look}" data-lane="${lane}">${chip}${number}</g>`;
  });
  return layer(chips, ' class="lanes"');
}

/** Where each wavefront's column begins and how wide it is: evenly, or a few at full width and the rest slivers. */
function layColumns(
  count: number,
  picked: number | undefined,
  x: number,
  width: number,
): { x: number; width: number }[] {
  const focus = new Set<number>();
  if (count * slotWidth <= width) for (let i = 0; i < count; i++) focus.add(i);
  else if (picked !== undefined)
    focus
      .add(picked)
      .add(0)
      .add(count - 1);
  else
    focus
      .add(0)
      .add(1)
      .add(count - 1);
  const sliver = count > focus.size ? (width - focus.size * slotWidth) / (count - focus.size) : 0;
  let left = x;
  return Array.from({ length: count }, (_, i) => {
    const column = { x: left, width: focus.has(i) ? slotWidth : sliver };
    left += column.width;
    return column;
  });
}

function bankBlock(access: Access, pick: Pick, block: Block, top: number, say: Say): Layer[] {
  const strength = strengthOf(access, pick);
  const columns = layColumns(
    access.waves.length,
    pickedWave(access, pick),
    block.x + bankName,
    block.width - bankName,
  );
  const rowY = (bank: number): number => top + (bank - block.firstBank) * bankPitch;
  const inBlock = (bank: number): boolean => bank >= block.firstBank && bank <= block.lastBank;
  const clashes = clashesOf(access);
  const touched = new Set(access.active.flatMap(lane => lane.banks));
  const crowded = new Set(clashes.flatMap(clash => clash.banks));

  const trays: string[] = [];
  const names: string[] = [];
  for (let bank = block.firstBank; bank <= block.lastBank; bank++) {
    const y = rowY(bank);
    trays.push(
      `M${at(block.x + bankName)} ${y + 1}H${at(block.x + block.width)}v${bankPitch - 2}H${at(block.x + bankName)}z`,
    );
    const look = crowded.has(bank) ? ' clash' : touched.has(bank) ? '' : ' idle';
    names.push(label(block.x + 14, y + 13, `${bank}`, `bank-number${look}`));
  }
  const outlines = clashes
    .filter(clash => inBlock(clash.banks[0]!))
    .map(({ banks, firstWave, lastWave }) => {
      const x0 = columns[firstWave]!.x - 0.5;
      const x1 = columns[lastWave]!.x + columns[lastWave]!.width + 0.5;
      const box = `x="${at(x0)}" y="${at(rowY(banks[0]!) + 0.5)}" width="${at(x1 - x0)}" height="${at(banks.length * bankPitch - 1)}"`;
      return `<rect class="clash" ${box} rx="3"/>`;
    });
  const chips = Array<string>(access.lanes.length).fill('');
  for (const cell of cellsOf(access)) {
    const column = columns[cell.wave];
    if (column)
      chips[cell.lanes[0]!] = chip(cell, column, access, inBlock, rowY, strength.lane(cell.lanes[0]!));
  }
  return [
    layer([`<path class="trays" d="${trays.join('')}"/>`]),
    layer(heads(access, columns, block, top, strength, say)),
    layer(outlines),
    layer(names),
    layer(chips),
  ];
}

/** The banks (as many as an element spans) that take more than one trip in a pass, from which wave to which. */
function clashesOf(access: Access): { banks: number[]; firstWave: number; lastWave: number }[] {
  const { banks } = access;
  return access.pattern.passes.flatMap((_, pass) => {
    const trips = tripsPerBank(access, pass);
    const firstWave = access.waves.findIndex(wave => wave.pass === pass);
    const found = [];
    for (let bank = 0; bank < banks; bank += access.span) {
      if (trips[bank]! < 2) continue;
      const own = Array.from({ length: access.span }, (_, i) => (bank + i) % banks);
      const visits = access.waves.map((wave, i) =>
        wave.pass === pass && wave.lanes.some(lane => access.lanes[lane]?.banks.includes(bank)) ? i : -1,
      );
      found.push({ banks: own, firstWave, lastWave: Math.max(...visits) });
    }
    return found;
  });
}

/** Above the columns: the wavefronts' numbers, and the passes that they belong to. */
function heads(
  access: Access,
  columns: { x: number; width: number }[],
  block: Block,
  top: number,
  strength: Strength,
  say: Say,
): string[] {
  const many = access.pattern.passes.length > 1;
  const names = label(block.x, top - 6, say.bank, 'name');
  const numbers = columns.map(({ x, width }, wave) =>
    width < slotWidth
      ? ''
      : label(x + width / 2, top - 6, `${wave + 1}`, `wave-head ${waveClass(wave)}${strength.wave(wave)}`),
  );
  const over = label(block.x + bankName, top - 21, say.wavefront, 'name');
  const first = many ? label(block.x, top - 39, say.pass, 'name') : '';
  const passes = access.pattern.passes.map((_, p) => {
    const own = columns.filter((_, wave) => access.waves[wave]!.pass === p);
    const [from, to] = [own[0], own[own.length - 1]];
    if (!many || !from || !to) return '';
    const [x0, x1] = [from.x, to.x + to.width];
    const name = x1 - x0 < 14 ? '' : label((x0 + x1) / 2, top - 39, `${p + 1}`, 'note');
    return `<g>${name}<path class="bracket" d="M${at(x0 + 1)} ${top - 33}v-2H${at(x1 - 1)}v2"/></g>`;
  });
  return [names, over, first, ...numbers, ...passes];
}

/** A cell in its wavefront's column: a chip for each stretch of its banks that lies in the block. */
function chip(
  cell: Cell,
  column: { x: number; width: number },
  access: Access,
  inBlock: (bank: number) => boolean,
  rowY: (bank: number) => number,
  faded: string,
): string {
  const touched = Array.from({ length: cell.span }, (_, i) => (cell.word + i) % access.banks).filter(inBlock);
  if (!touched.length) return '';
  const full = column.width >= slotWidth;
  const inset = full ? 1 : Math.min(0.5, column.width / 8);
  const middle = column.x + column.width / 2;
  const text = cell.lanes.length > 1 ? `×${cell.lanes.length}` : `${cell.lanes[0]}`;
  const shapes = runs(touched).map(([first, last]) => {
    const [y, height] = [rowY(first) + 1.5, (last - first + 1) * bankPitch - 3];
    const box = `x="${at(column.x + inset)}" y="${at(y)}" width="${at(column.width - 2 * inset)}" height="${at(height)}"`;
    const number = full ? label(middle, y + height / 2 + 4.5, text, 'cell-number', slotWidth - 3) : '';
    return `<rect class="fill" ${box} rx="${full ? 3 : 1}"/>${number}`;
  });
  return `<g class="cell ${waveClass(cell.wave)}${faded}" data-lanes="${cell.lanes.join(' ')}">${shapes.join('')}</g>`;
}
