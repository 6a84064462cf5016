// The measured requests as one text, and back. Each number is one character, its code 32 higher: small once it is compressed, and read
// as fast as it is loaded. A row is: op, origin, wavefronts measured and predicted, conflicts + 1 (0: not read), the mask in three
// characters of 11 bits, and the offsets of the active lanes, in units of the op's bytes.

export interface MeasuredRow {
  op: string;
  /** Index into Rows.origins. */
  origin: number;
  mask: number;
  /** 32; 0 for a lane that takes no part. */
  offsets: number[];
  /** What the hardware counted, and what the model says. */
  measured: number;
  predicted: number;
  conflicts: number | undefined;
}

export interface OpInfo {
  name: string;
  bytes: number;
}

export interface Packed {
  ops: OpInfo[];
  /** The files that the rows come from. */
  origins: string[];
  text: string;
}

const lanes = Array.from({ length: 32 }, (_, lane) => lane);
const takesPart = (mask: number, lane: number): boolean => ((mask >>> lane) & 1) === 1;

export function pack(rows: readonly MeasuredRow[], ops: OpInfo[], origins: string[]): Packed {
  const codes: number[] = [];
  const indices = new Map(ops.map(({ name }, i) => [name, i]));
  for (const { op, origin, mask, offsets, measured, predicted, conflicts } of rows) {
    const index = indices.get(op)!;
    const { bytes } = ops[index]!;
    codes.push(index, origin, measured, predicted, conflicts === undefined ? 0 : conflicts + 1);
    codes.push(mask & 2047, (mask >>> 11) & 2047, mask >>> 22);
    codes.push(...lanes.filter(lane => takesPart(mask, lane)).map(lane => offsets[lane]! / bytes));
  }
  for (const code of codes)
    if (!Number.isInteger(code) || code > 50_000) throw new Error(`${code} does not fit into a character`);
  const text = codes.map(code => String.fromCharCode(code + 32)).join('');
  return { ops, origins, text };
}

export function unpack({ ops, text }: Packed): MeasuredRow[] {
  const rows: MeasuredRow[] = [];
  let at = 0;
  const next = (): number => text.charCodeAt(at++) - 32;
  while (at < text.length) {
    const { name, bytes } = ops[next()]!;
    const [origin, measured, predicted, conflicts] = [next(), next(), next(), next()];
    const mask = (next() | (next() << 11) | (next() << 22)) >>> 0;
    const offsets = lanes.map(lane => (takesPart(mask, lane) ? next() * bytes : 0));
    rows.push({
      op: name,
      origin,
      mask,
      offsets,
      measured,
      predicted,
      conflicts: conflicts ? conflicts - 1 : undefined,
    });
  }
  return rows;
}

export const hexOf = (mask: number): string => `0x${mask.toString(16).padStart(8, '0')}`;

/** The request as the engine reads it. */
export const requestText = ({ op, mask, offsets }: MeasuredRow): string =>
  `${op} ${hexOf(mask)}\n${[0, 8, 16, 24].map(from => offsets.slice(from, from + 8).join(' ')).join('\n')}\n`;

/** The rows as the CSV that `replay` compares. */
export const csvOf = (rows: readonly MeasuredRow[]): string =>
  `op,active_mask,byte_offsets,wavefronts,bank_conflicts\n${rows
    .map(
      ({ op, mask, offsets, measured, conflicts }) =>
        `${op},${hexOf(mask)},${offsets.join(' ')},${measured},${conflicts ?? ''}`,
    )
    .join('\n')}\n`;
