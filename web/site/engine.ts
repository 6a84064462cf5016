// The engine in Node: the same module that pages run.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { CreateBankLab } from '../engine/banklab.d.ts';
import type { Fixes, FixOptions } from '../engine/fixes.ts';
import type { Analysis, MachineInfo, Multiprocessor, Options } from '../engine/report.ts';

/** Gives the analysis of a source; its `fix` what mends it. */
export interface Analyze {
  (source: string, options: Options): Analysis;
  fix(source: string, options: FixOptions): Fixes;
}

/** What the pages are made by. */
export interface Engine {
  analyze: Analyze;
  /** One request, 'op mask offsets…', on the default machine. */
  request?(text: string): Analysis;
  machines?: MachineInfo[];
  multiprocessors: Multiprocessor[];
}

/** Loads banklab.js and the .wasm beside it from a folder. */
export async function loadEngine(folder: string): Promise<Engine> {
  const script = resolve(folder, 'banklab.js');
  if (!existsSync(script)) throw new Error(`${script} is missing; build the engine first`);
  const create = createRequire(script)(script) as CreateBankLab;
  const binary = resolve(folder, 'banklab.wasm');
  const module = await create(existsSync(binary) ? { wasmBinary: readFileSync(binary) } : {});
  const analyze = (source: string, options: Options) =>
    JSON.parse(module.analyze(source, JSON.stringify(options))) as Analysis;
  const fix = (source: string, options: FixOptions) =>
    JSON.parse(module.fix(source, JSON.stringify(options))) as Fixes;
  return {
    analyze: Object.assign(analyze, { fix }),
    request: text => JSON.parse(module.request(text, '')) as Analysis,
    machines: JSON.parse(module.machines()) as MachineInfo[],
    multiprocessors: JSON.parse(module.multiprocessors()) as Multiprocessor[],
  };
}
