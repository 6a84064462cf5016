// What the book's own drawings share: banks as columns. A phone shows fewer of them, with the gaps marked.
import { escapeHtml } from '../markup.ts';

export interface Grid {
  shape: 'wide' | 'tall';
  width: number;
  pitch: number;
  left: number;
  /** The banks that are shown, from left to right; null is a gap. */
  banks: (number | null)[];
}

const all = Array.from({ length: 32 }, (_, bank) => bank);

export const wide: Grid = { shape: 'wide', width: 800, pitch: 23, left: 50, banks: all };

/** A grid for a phone with the given banks and null for each gap. */
export const tall = (banks: Grid['banks']): Grid => ({
  shape: 'tall',
  width: 360,
  pitch: 30,
  left: 28,
  banks,
});

/** The middle of a bank's column, or undefined where it is not shown. */
export function middle(grid: Grid, bank: number): number | undefined {
  const column = grid.banks.indexOf(bank);
  return column < 0 ? undefined : grid.left + (column + 0.5) * grid.pitch;
}

const number = (x: number) => String(Math.round(x * 10) / 10);

export function text(x: number, y: number, words: string, className = ''): string {
  return `<text x="${number(x)}" y="${number(y)}"${className ? ` class="${className}"` : ''}>${escapeHtml(words)}</text>`;
}

export function box(x: number, y: number, width: number, height: number, className: string): string {
  return `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" rx="3" class="${className}"/>`;
}

export function path(d: string, className: string): string {
  return `<path d="${d.replace(/\d+\.\d+/g, each => number(Number(each)))}" class="${className}"/>`;
}

/** An SVG of the drawing in one shape; the words stand for it where it can't be seen. */
export function svg(
  grid: Pick<Grid, 'shape' | 'width'>,
  height: number,
  words: string,
  inner: string,
): string {
  return `<svg class="drawing ${grid.shape}" viewBox="0 0 ${grid.width} ${height}" role="img" aria-label="${escapeHtml(words)}" xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
}
