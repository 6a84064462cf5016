// Nsight Compute's Source page as CSV. Its columns vary by version and by what was profiled, so they are found by their names;
// what else stands in the file is passed over. With `--print-source cuda,sass` a table has the lines of the source that came to be
// instructions, and below each its instructions, rows without a number, whose sum it is.

/** One line of the source as it was measured; what the file does not say is undefined. */
export interface MeasuredLine {
  /** From 1. */
  number: number;
  text: string;
  wavefronts: number | undefined;
  ideal: number | undefined;
  excessive: number | undefined;
  instructions: number | undefined;
}

/** The table of one launch, or the part of it that lies in one file. */
export interface Section {
  kernel: string;
  /** As the profile names it; empty where it does not. */
  file: string;
  lines: MeasuredLine[];
}

export type Profile = { sections: Section[] } | { fault: 'noHeader' | 'onlySass' | 'noCounts' };

/** The cells of each row: quoted or not, a quote in quotes doubled, line ends in quotes kept. Accepts anything. */
export function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = (): void => {
    row.push(cell);
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (char === '"' && !cell.trim()) {
      quoted = true;
      cell = '';
    } else if (char === separator) endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  if (cell || row.length) endRow();
  return rows;
}

/** '1,234', "1'234", '1 234', '12' → the number; what is none → undefined. */
export function countOf(text: string | undefined): number | undefined {
  const plain = text?.trim() ?? '';
  const groups = /^\d{1,3}([,.'’   ]\d{3})(?:\1|[,.'’   ]\d{3})*$/.test(plain);
  const digits = groups ? plain.replace(/\D/g, '') : plain.replace(/[.,]0+$/, '');
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}

type Column = 'number' | 'text' | 'wavefronts' | 'ideal' | 'excessive' | 'instructions' | 'address';

const names: Record<string, Column> = {
  '#': 'number',
  line: 'number',
  'line no': 'number',
  'line number': 'number',
  source: 'text',
  'l1 wavefronts shared': 'wavefronts',
  'l1 wavefronts shared ideal': 'ideal',
  'l1 wavefronts shared excessive': 'excessive',
  'instructions executed': 'instructions',
  address: 'address',
};

interface Header {
  columns: Map<Column, number>;
  /** The rows are instructions alone. */
  isSass: boolean;
}

/**
 * The columns that a row names, if it is a header: at least a text, and a line's number or an instruction's address. Where lines
 * and instructions have both a column `Source`, the first is the lines'. A unit behind a name is passed over.
 */
function headerOf(row: readonly string[]): Header | undefined {
  const found = new Map<Column, number>();
  let texts = 0;
  for (const [i, cell] of row.entries()) {
    const name = cell.trim().toLowerCase().replace(/\s+/g, ' ');
    const column = names[name] ?? names[name.replace(/\s*[[(][^\])]*[\])]$/, '')];
    if (column === 'text') texts++;
    if (column && !found.has(column)) found.set(column, i);
  }
  const isSass = found.has('address') && texts === 1;
  return texts && (isSass || found.has('number')) ? { columns: found, isSass } : undefined;
}

/** What a row above a table says about it; undefined if nothing. */
function titleOf(row: readonly string[]): { kernel: string } | { file: string } | undefined {
  const [name = '', value = ''] = row.map(cell => cell.trim());
  if (/^(kernel name|kernel|function name)$/i.test(name)) return { kernel: value };
  if (/^file (path|name)$/i.test(name)) return { file: value };
  return row.length === 1 && /^[\w:<>~ ,*&]+\(.*\)/.test(name) ? { kernel: name } : undefined;
}

function sectionsOf(rows: readonly (readonly string[])[]): {
  sections: Section[];
  sass: boolean;
  counts: boolean;
} {
  const sections: Section[] = [];
  let columns: Map<Column, number> | undefined;
  let title = { kernel: '', file: '' };
  let sass = false;
  let counts = false;
  for (const row of rows) {
    const header = headerOf(row);
    if (header) {
      sass ||= header.isSass;
      counts ||= !header.isSass && header.columns.has('wavefronts');
      columns = header.isSass ? undefined : header.columns;
      if (columns) sections.push({ ...title, lines: [] });
      continue;
    }
    const named = titleOf(row);
    if (named) {
      title = { ...title, ...named };
      columns = undefined;
    }
    if (!columns) continue;
    const cell = (column: Column): string | undefined => row[columns!.get(column) ?? -1];
    const number = countOf(cell('number'));
    if (!number) continue;
    const [wavefronts, ideal, excessive, instructions] = (
      ['wavefronts', 'ideal', 'excessive', 'instructions'] as const
    ).map(column => countOf(cell(column)));
    sections.at(-1)!.lines.push({
      number,
      text: cell('text') ?? '',
      wavefronts,
      ideal:
        ideal ?? (excessive === undefined || wavefronts === undefined ? undefined : wavefronts - excessive),
      excessive,
      instructions,
    });
  }
  return { sections: sections.filter(({ lines }) => lines.length), sass, counts };
}

/** What an exported Source page holds. Tables of SASS are passed over. */
export function profileOf(text: string): Profile {
  const whole = text.replace(/^\uFEFF/, '');
  const read = [',', ';', '\t']
    .map(separator => sectionsOf(rowsOf(whole, separator)))
    .sort((a, b) => b.sections.length - a.sections.length);
  const best = read[0]!;
  if (best.sections.length) return best.counts ? { sections: best.sections } : { fault: 'noCounts' };
  return { fault: read.some(({ sass }) => sass) ? 'onlySass' : 'noHeader' };
}

/** The source as the profile has it; undefined where it has not all of its lines. */
export function sourceOf({ lines }: Section): string | undefined {
  const numbers = new Set(lines.map(({ number }) => number));
  if (Math.max(0, ...numbers) > numbers.size) return undefined;
  const texts: string[] = [];
  for (const { number, text } of lines) texts[number - 1] = text;
  return `${texts.join('\n')}\n`;
}
