// Nsight Compute's Source page as CSV. Its columns vary by version and by what was profiled, so they are found by their names;
// what else stands in the file is passed over.

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

/** The table of one launch. */
export interface Section {
  kernel: string;
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

/** The columns that a row names, if it is a header: at least a line's number and its text. A unit behind a name is passed over. */
function headerOf(row: readonly string[]): Map<Column, number> | undefined {
  const found = new Map<Column, number>();
  for (const [i, cell] of row.entries()) {
    const name = cell.trim().toLowerCase().replace(/\s+/g, ' ');
    const column = names[name] ?? names[name.replace(/\s*[[(][^\])]*[\])]$/, '')];
    if (column && !found.has(column)) found.set(column, i);
  }
  return found.has('number') && found.has('text') ? found : undefined;
}

/** What a row above a table says about the kernel; undefined if nothing. */
function kernelOf(row: readonly string[]): string | undefined {
  const [name = '', value = ''] = row.map(cell => cell.trim());
  if (/^(kernel name|kernel|function name)$/i.test(name)) return value;
  return row.length === 1 && /^[\w:<>~ ,*&]+\(.*\)/.test(name) ? name : undefined;
}

function sectionsOf(rows: readonly (readonly string[])[]): {
  sections: Section[];
  sass: boolean;
  counts: boolean;
} {
  const sections: Section[] = [];
  let columns: Map<Column, number> | undefined;
  let kernel = '';
  let sass = false;
  let counts = false;
  for (const row of rows) {
    const header = headerOf(row);
    if (header) {
      const isSass = header.has('address');
      sass ||= isSass;
      counts ||= !isSass && header.has('wavefronts');
      columns = isSass ? undefined : header;
      if (columns) sections.push({ kernel, lines: [] });
      continue;
    }
    const named = kernelOf(row);
    if (named !== undefined) {
      kernel = named;
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

/** The source as the profile has it. */
export function sourceOf({ lines }: Section): string {
  const texts: string[] = [];
  for (const { number, text } of lines) if (number <= 100_000) texts[number - 1] = text;
  return `${Array.from(texts, text => text ?? '').join('\n')}\n`;
}
