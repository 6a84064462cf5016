// The measurements of tests/hardware, each with the model's prediction. A row that the model contradicts is a fault of the build.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Analysis } from '../engine/report.ts';
import type { Packed } from '../rows/pack.ts';
import { type MeasuredRow, type OpInfo, pack, requestText } from '../rows/pack.ts';
import { ContentError } from './problems.ts';

export interface Hardware {
  rows: MeasuredRow[];
  ops: OpInfo[];
  origins: string[];
}

const origins = ['h200_requests.csv', 'h200_more.csv', 'h200_loops.csv'];

/** `request` answers for one request. */
export function readHardware(folder: string, request: (text: string) => Analysis): Hardware {
  const rows: MeasuredRow[] = [];
  const ops = new Map<string, OpInfo>();
  origins.forEach((file, origin) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    lines.forEach((line, i) => {
      if (!line || line.startsWith('#') || line.startsWith('op,')) return;
      const [op = '', mask = '', given = '', measured = '', conflicts = ''] = line.split(',');
      const bits = Number(mask);
      const offsets = given.split(' ').map((offset, lane) => ((bits >>> lane) & 1 ? Number(offset) : 0));
      const row = {
        op,
        origin,
        mask: bits,
        offsets,
        measured: Number(measured),
        predicted: 0,
        conflicts: conflicts ? Number(conflicts) : undefined,
      };
      const site = request(requestText(row)).reports[0]?.sites[0];
      row.predicted = site?.wavefronts ?? -1;
      const predictedConflicts = site?.excessive;
      if (row.predicted !== row.measured || (row.conflicts ?? predictedConflicts) !== predictedConflicts)
        throw new ContentError(
          `the model says ${row.predicted} wavefronts, the hardware counted ${row.measured}`,
          { file: `tests/hardware/${file}`, line: i + 1 },
        );
      ops.set(op, { name: op, bytes: site!.bytes_per_lane });
      rows.push(row);
    });
  });
  return { rows, ops: [...ops.values()].sort((a, b) => a.name.localeCompare(b.name)), origins };
}

export const packHardware = ({ rows, ops, origins: files }: Hardware): Packed => pack(rows, ops, files);

/** assets/rows.data.js */
export const rowsScript = (hardware: Hardware): string =>
  `globalThis.bankLabRows=${JSON.stringify(packHardware(hardware))};\n`;
