// What a benchmark measured, as rows of the table that `make bench` prints (tests/bench/table.mjs reads them).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  higher_is_better: boolean;
  target: number | null; // null: none was set
  how: string;
}

/** Leaves the rows of one benchmark in build/bench, in a file of its name. */
export function leaveRows(benchmark: string, rows: readonly BenchRow[]): void {
  const folder = resolve('../build/bench');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${benchmark}.json`), JSON.stringify(rows, null, 2));
}
