// The wide figure: lanes above, banks below, a curve from each lane to its bank. A bank is a tray; in it lie the words
// that are touched, at their row, holding the number of the lane that wants them. A full tray is a conflict.
import { runs } from '../messages/speech.ts';
import {
  type Access,
  type Cell,
  cellsOf,
  loops,
  mostTrips,
  type Pick,
  pairRule,
  pickedWave,
  tripUnit,
} from './access.ts';
import { type Drawing, type Layer, layer } from './drawing.ts';
import { type Line, type Lines, layLines, slot } from './lines.ts';
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

// All lengths are units of the drawing, 800 across; at the smallest width shown, 640 px, text of 14 units is 11.2 px.
const width = 800;
const columns = 32;
const pitch = 21.5;
const left = 2;
const gutter = left + columns * pitch + 8;
const bracketHeight = 22;
const chipHeight = 38;
const chipGap = 24;
const curveHeight = 78;
const bankHeight = 21;
const countHeight = 21;
const slots = 8;

const columnX = (column: number): number => left + column * pitch;
const middleX = (column: number, span = 1): number => columnX(column) + (span * pitch) / 2;

/** Where things stand, from top to bottom. */
interface Frame {
  access: Access;
  look: Look;
  strength: Strength;
  lanesBottom: number;
  banksTop: number;
  traysTop: number;
  traysBottom: number;
}

export function wideFigure(access: Access, pick: Pick, look: Look): Drawing {
  const laneRows = Math.ceil(access.lanes.length / columns);
  const lanesBottom = bracketHeight + laneRows * (chipHeight + chipGap) - chipGap;
  const banksTop = lanesBottom + curveHeight;
  const traysTop = banksTop + bankHeight;
  const traysBottom = traysTop + 3 + slots * laneRows * slot + 2;
  const picked = pickedWave(access, pick);
  const frame: Frame = {
    access,
    look,
    strength: strengthOf(access, pick),
    lanesBottom,
    banksTop,
    traysTop,
    traysBottom,
  };
  const cells = cellsOf(access);
  const lines = layLines(
    cells,
    columns,
    slots * laneRows,
    traysTop + 3,
    cell => picked !== undefined && access.waves[picked]!.lanes.includes(cell.lanes[0]!),
    sayOf(look),
  );
  return drawingOf(access, look, { width, height: traysBottom + countHeight }, [
    layer(brackets(frame)),
    layer([trays(frame)]),
    layer(rows(frame, lines)),
    ...banks(frame),
    cellLayer(frame, cells, lines),
    ...curves(frame),
    lanes(frame),
    layer(names(frame)),
    laneButtons(access, look, lane => ({
      x: columnX(lane % columns) + 1,
      y: chipTop(lane),
      width: pitch - 2,
      height: chipHeight,
    })),
  ]);
}

const chipTop = (lane: number): number => bracketHeight + Math.floor(lane / columns) * (chipHeight + chipGap);

/** Above the lanes: which of them form a pass, and the pairs that the pair rule joins. */
function brackets({ access, look, strength }: Frame): string[] {
  const say = sayOf(look);
  const { passes } = access.pattern;
  const ranges = passes.map(({ lanes }): [number, number] => [Math.min(...lanes), Math.max(...lanes)]);
  const apart = ranges.every(([from], p) => p === 0 || from > ranges[p - 1]![1]);
  if (loops(access)) {
    const [first, last] = [Math.min(...ranges.flat()), Math.max(...ranges.flat())];
    return splitRows(first, last).map(stretch => bracket(stretch, say.loopNames(access.waves.length), ''));
  }
  const paired = pairRule(access) !== undefined;
  const shapes = passes.flatMap((pass, p) => {
    const faded = access.waves.some((wave, i) => wave.pass === p && !strength.wave(i)) ? '' : ' faded';
    const number = passes.length > 1 ? p + 1 : undefined;
    const texts = [...say.passNames(number, pass.wavefronts.length, paired), `${p + 1}`];
    const stretches = apart ? [ranges[p]!] : runs([...pass.lanes].sort((a, b) => a - b));
    return stretches
      .flatMap(([first, last]) => splitRows(first, last))
      .map(stretch => bracket(stretch, texts, faded));
  });
  return [...shapes, pairs(access)];
}

/** A bracket over lanes of one row, with the longest of the texts that fits into it. */
function bracket([first, last]: [number, number], texts: string[], faded: string): string {
  const y = chipTop(first) - 5;
  const [x0, x1] = [columnX(first % columns) + 1, columnX(last % columns) + pitch - 1];
  const text = texts.find(t => t.length * 7.4 < x1 - x0 - 8) ?? '';
  const half = text ? (text.length * 7.4) / 2 + 4 : 0;
  const mid = (x0 + x1) / 2;
  const bar = `M${at(x0)} ${y + 2}v-5H${at(mid - half)}M${at(mid + half)} ${y - 3}H${at(x1)}v5`;
  const name = text ? label(mid, y + 1.5, text, 'note') : '';
  return `<g class="bracket${faded}"><path d="${bar}"/>${name}</g>`;
}

/** A stretch of lanes → the same, cut where a row of chips ends. */
function splitRows(first: number, last: number): [number, number][] {
  const parts: [number, number][] = [];
  for (let from = first; from <= last; ) {
    const to = Math.min(last, (Math.floor(from / columns) + 1) * columns - 1);
    parts.push([from, to]);
    from = to + 1;
  }
  return parts;
}

/** The pair rule, where it fired: a link between lanes that read one address and so let two passes be one. */
function pairs(access: Access): string {
  const rule = pairRule(access);
  if (!rule?.shared) return '';
  const { partner } = rule;
  const y = bracketHeight + chipHeight + 1;
  const links = access.active
    .filter(({ lane }) => !(lane & partner) && access.lanes[lane ^ partner]?.active)
    .map(
      ({ lane }) =>
        `M${at(middleX(lane))} ${y}c0 ${3 + 3 * partner} ${partner * pitch} ${3 + 3 * partner} ${partner * pitch} 0`,
    );
  return `<path class="pair" d="${links.join('')}"/>`;
}

function lanes({ access, strength }: Frame): Layer {
  const [w, h, half] = [pitch - 2, chipHeight, 19];
  const chips = access.lanes.map(({ lane, active, wave }) => {
    const x = columnX(lane % columns) + 1;
    const y = chipTop(lane);
    const mid = middleX(lane % columns);
    const number = label(mid, y + 14.5, `${lane}`, 'lane-number');
    const outline = `<rect class="chip" x="${at(x)}" y="${y}" width="${w}" height="${h}" rx="4"/>`;
    if (!active) return `<g class="lane idle" data-lane="${lane}">${outline}${number}</g>`;
    const foot = `M${at(x)} ${y + half}h${w}v${h - half - 4}a4 4 0 0 1 -4 4h${8 - w}a4 4 0 0 1 -4 -4z`;
    const order = wave < 0 ? '' : label(mid, y + 33, `${wave + 1}`, 'wave-number', w - 1);
    const served = wave < 0 ? '' : `<path class="fill" d="${foot}"/>${order}`;
    const look = `lane ${waveClass(wave)}${strength.lane(lane)}`;
    return `<g class="${look}" data-lane="${lane}">${outline}${served}${number}</g>`;
  });
  return layer(chips, ' class="lanes"');
}

/** What the rows of numbers are, at the right. */
function names({ access, look, banksTop, traysBottom }: Frame): string[] {
  const say = sayOf(look);
  const laneRows = Array.from({ length: Math.ceil(access.lanes.length / columns) }, (_, row) => {
    const y = bracketHeight + row * (chipHeight + chipGap);
    return [label(gutter, y + 14.5, say.lane, 'name'), label(gutter, y + 33, say.wavefront, 'name')];
  });
  const unit = access.active.length
    ? label(gutter, traysBottom + 16, say.perBank[tripUnit(access)], 'name')
    : '';
  return [...laneRows.flat(), label(gutter, banksTop + 15.5, say.bank, 'name'), unit];
}

/** Two layers: what is faded lies below what is not. */
function curves({ access, strength, lanesBottom, banksTop }: Frame): Layer[] {
  const bend = curveHeight * 0.55;
  const shapes = access.lanes.map(({ lane, active, banks, wave }) => {
    if (!active) return '';
    const x0 = middleX(lane % columns);
    const x1 = middleX(banks[0]! % columns, banks.length);
    const y0 = chipTop(lane) + chipHeight;
    const drop = y0 < lanesBottom ? `M${at(x0)} ${y0}V${lanesBottom}` : `M${at(x0)} ${y0}`;
    const path = `${drop}C${at(x0)} ${at(lanesBottom + bend)} ${at(x1)} ${at(banksTop - bend)} ${at(x1)} ${banksTop}`;
    return `<path class="curve ${waveClass(wave)}${strength.lane(lane)}" data-lane="${lane}" d="${path}"/>`;
  });
  const only = (faded: boolean) =>
    shapes.map((shape, lane) => ((strength.lane(lane) !== '') === faded ? shape : ''));
  return [layer(only(true), ' class="curves"'), layer(only(false), ' class="curves"')];
}

function trays({ access, banksTop, traysTop, traysBottom }: Frame): string {
  const height = at(traysBottom - banksTop - 4);
  const shapes = Array.from({ length: access.banks }, (_, bank) => {
    const wide = pitch - 6;
    return (
      `M${at(columnX(bank) + 3)} ${banksTop}h${wide}a2 2 0 0 1 2 2v${height}` +
      `a2 2 0 0 1 -2 2h-${wide}a2 2 0 0 1 -2 -2v-${height}a2 2 0 0 1 2 -2z`
    );
  });
  const rule = `<path class="tray-line" d="M${left} ${traysTop}H${left + columns * pitch}"/>`;
  return `<g><path class="trays" d="${shapes.join('')}"/>${rule}</g>`;
}

/** An outline around the banks in conflict; the banks' numbers; below each how many trips it needs in a pass, at most. */
function banks({ access, banksTop, traysBottom }: Frame): Layer[] {
  const height = at(traysBottom - banksTop);
  const trips = mostTrips(access);
  const clash = (bank: number): string => (trips[bank]! > 1 ? ' clash' : '');
  const outlines = trips.map((_, bank) =>
    clash(bank)
      ? `<rect class="clash" x="${at(columnX(bank) + 0.5)}" y="${banksTop}" width="${pitch - 1}" height="${height}" rx="3"/>`
      : '',
  );
  const numbers = trips.map((count, bank) =>
    label(middleX(bank), banksTop + 15.5, `${bank}`, `bank-number${count ? '' : ' idle'}${clash(bank)}`),
  );
  const counts = trips.map((count, bank) =>
    count ? label(middleX(bank), traysBottom + 16, `${count}`, `count${clash(bank)}`) : '',
  );
  return [layer(outlines), layer(numbers), layer(counts)];
}

/** Lines between the rows of words, and which words a row holds. */
function rows({ access, look }: Frame, { lines, note }: Lines): string[] {
  const right = left + columns * pitch;
  const touched = access.active.length > 0;
  const rules = lines.slice(1).map(line => `M${left} ${at(line.y)}H${right}`);
  let first = true;
  let noted = false;
  const texts = lines.map((line, i) => {
    const y = line.y + line.height / 2 + 5;
    if (line.row < 0) return `<path class="gap" d="M${left} ${at(line.y + line.height / 2)}H${right}"/>`;
    if (!line.full) {
      if (!note || noted || lines[i - 1]?.full === false) return '';
      noted = true;
      return label(gutter, y + 12, note, 'range note', width - gutter);
    }
    if (!touched || (i > 0 && lines[i - 1]!.row === line.row && line.layer > 0)) return '';
    const range = `${line.row * columns}–${line.row * columns + columns - 1}`;
    const text = first && range.length < 7 ? sayOf(look).wordRange(range) : range;
    first = false;
    return label(gutter, y, text, 'range');
  });
  return [`<path class="tray-line" d="${rules.join('')}"/>`, ...texts];
}

/** A cell stands at the place of its first lane. */
function cellLayer(frame: Frame, cells: Cell[], { lines, lineOf }: Lines): Layer {
  const parts = Array<string>(frame.access.lanes.length).fill('');
  cells.forEach((cell, i) => {
    parts[cell.lanes[0]!] = cellShape(frame, cell, lines[lineOf[i]!]!);
  });
  return layer(parts);
}

function cellShape({ strength }: Frame, cell: Cell, line: Line): string {
  const column = cell.word % columns;
  const inset = line.full ? 1.5 : Math.min(0.6, line.height / 8);
  const box =
    `x="${at(columnX(column) + 1.5)}" y="${at(line.y + inset)}" width="${cell.span * pitch - 3}" ` +
    `height="${at(line.height - 2 * inset)}" rx="${line.full ? 3 : 1}"`;
  const text = cell.lanes.length > 1 ? `×${cell.lanes.length}` : `${cell.lanes[0]}`;
  const number = line.full
    ? label(
        middleX(column, cell.span),
        line.y + line.height / 2 + 5,
        text,
        'cell-number',
        cell.span * pitch - 2,
      )
    : '';
  return (
    `<g class="cell ${waveClass(cell.wave)}${strength.lane(cell.lanes[0]!)}" data-lanes="${cell.lanes.join(' ')}">` +
    `<rect class="fill" ${box}/>${number}</g>`
  );
}
