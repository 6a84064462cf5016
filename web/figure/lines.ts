// The lines of the wide figure's memory: which rows of words are drawn, where, and how tall.
//
// A row holds as many words as there are banks. Memory has thousands of rows and a request may touch up to one for each
// lane, yet the figure's height must not change as the reader types. So few rows are drawn as they are, with the
// untouched ones between and after them; for many, a fish-eye: some lines keep their full height (those of the picked
// wavefront, or the first and the last), the others shrink to slivers, all at their true order. Where untouched rows
// are left out, a gap or a note says so.
import type { Cell } from './access.ts';
import type { Say } from './say.ts';

export interface Line {
  /** Row of words: the words row·banks … row·banks + banks − 1. -1 for a gap. */
  row: number;
  /** Which of the cells that share a word: 0 for the first wavefront that visits it. */
  layer: number;
  y: number;
  height: number;
  /** Tall enough for text. */
  full: boolean;
}

export interface Lines {
  lines: Line[];
  /** For each cell, in the order given, the index of its line. */
  lineOf: number[];
  /** What is left out between the lines, in words; empty if nothing is. */
  note: string;
}

export const slot = 19;
const gapHeight = 9;

/** Cells → lines that fill `slots` full heights from y on. `picked` tells the cells whose lines stay at full height. */
export function layLines(
  cells: Cell[],
  banks: number,
  slots: number,
  y: number,
  picked: (cell: Cell) => boolean,
  say: Say,
): Lines {
  const height = slots * slot;
  const keys = new Map<string, { row: number; layer: number; picked: boolean }>();
  const seen = new Map<number, number>();
  const keyOf = cells.map(cell => {
    const row = Math.floor(cell.word / banks);
    const layer = seen.get(cell.word) ?? 0;
    seen.set(cell.word, layer + 1);
    const key = `${row} ${layer}`;
    const line = keys.get(key);
    if (line) line.picked ||= picked(cell);
    else keys.set(key, { row, layer, picked: picked(cell) });
    return key;
  });
  const touched = [...keys.values()].sort((a, b) => a.row - b.row || a.layer - b.layer);
  const lines = touched.length <= slots ? fewLines(touched, slots) : manyLines(touched, height);

  let top = y;
  for (const line of lines) {
    line.y = top;
    top += line.height;
  }
  const indexOf = new Map(lines.map((line, i) => [`${line.row} ${line.layer}`, i]));
  return {
    lines,
    lineOf: keyOf.map(key => indexOf.get(key)!),
    note:
      touched.length > slots
        ? leftOut(
            touched.map(line => line.row),
            say,
          )
        : '',
  };
}

type Touched = { row: number; layer: number; picked: boolean };

const fullLine = (row: number, layer: number): Line => ({ row, layer, y: 0, height: slot, full: true });

/** Each touched line at full height; untouched rows stand where there is room for them, else a gap. */
function fewLines(touched: Touched[], slots: number): Line[] {
  let room = slots - touched.length;
  const lines: Line[] = [];
  let next = touched[0]?.row ?? 0;
  const missing = touched.map((line, i) => (i ? Math.max(0, line.row - touched[i - 1]!.row - 1) : 0));
  const showsAll = missing.reduce((sum, n) => sum + n, 0) <= room;
  for (const line of touched) {
    const skipped = line.row - next;
    if (skipped > 0 && showsAll) {
      for (let row = next; row < line.row; row++) lines.push(fullLine(row, 0));
      room -= skipped;
    } else if (skipped > 0) {
      lines.push({ row: -1, layer: lines.length, y: 0, height: gapHeight, full: false });
    }
    lines.push(fullLine(line.row, line.layer));
    next = line.row + 1;
  }
  const gaps = lines.filter(line => line.row < 0);
  const spare = room * slot - gaps.length * gapHeight;
  if (spare < 0) {
    for (const gap of gaps) gap.height = (room * slot) / gaps.length;
    if (room === 0) shrink(lines, slots * slot);
  }
  for (let i = 0; i < Math.floor(spare / slot); i++) lines.push(fullLine(next + i, 0));
  return lines;
}

/** With no room at all for gaps, every line gives a little of its height to them. */
function shrink(lines: Line[], height: number): void {
  const gaps = lines.filter(line => line.row < 0).length;
  const full = lines.length - gaps;
  const gap = 4;
  for (const line of lines) line.height = line.row < 0 ? gap : (height - gaps * gap) / full;
}

/** The fish-eye: a few lines at full height, the rest share what is left. */
function manyLines(touched: Touched[], height: number): Line[] {
  const last = touched.length - 1;
  const picked = touched.flatMap((line, i) => (line.picked ? [i] : []));
  const focus = new Set(picked.length ? picked.slice(0, 3) : [0, 1, last]);
  const sliver = (height - focus.size * slot) / (touched.length - focus.size);
  return touched.map(({ row, layer }, i) =>
    focus.has(i) ? fullLine(row, layer) : { row, layer, y: 0, height: sliver, full: false },
  );
}

/** Rows in order → what lies between them, untouched and not drawn. */
function leftOut(rows: number[], say: Say): string {
  const steps = new Set(rows.slice(1).map((row, i) => row - rows[i]!));
  steps.delete(0);
  const [step] = steps;
  if (step === undefined || (steps.size === 1 && step === 1)) return '';
  if (steps.size === 1) return say.everyRow(step);
  const missing = rows[rows.length - 1]! - rows[0]! + 1 - new Set(rows).size;
  return say.rowsLeftOut(missing);
}
