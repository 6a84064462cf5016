// The engine without a page: source in, report out, on the thread that asks.
import { createBankLab } from 'banklab:glue';
import type { BankLabModule } from '../engine/banklab.d.ts';
import { once } from '../engine/moments.ts';
import { createOfParts, noPart } from '../engine/parts.ts';
import type { Analysis, MachineInfo, Options } from '../engine/report.ts';

export type * from '../engine/report.ts';
export { decodeState, encodeState, type State } from '../lab/link.ts';

/** What a package's entry offers, once it is known where the module's bytes come from. */
export interface Headless {
  /** Runs a source as `banklab analyze --json` does. Rejects only if the engine cannot start; what is wrong is a diagnostic. */
  analyze(source: string, options?: Options): Promise<Analysis>;
  /** The machines that `options.machine` may name. */
  machines(): Promise<MachineInfo[]>;
  version(): Promise<string>;
}

/** `bytes` brings a file that lies beside the entry. */
export function headless(bytes: (file: URL) => Promise<ArrayBuffer>): Headless {
  const engine = once<BankLabModule>(async () => {
    const [first, rest] = await Promise.all([
      bytes(new URL('./banklab.first.wasm', import.meta.url)),
      bytes(new URL('./banklab.rest.wasm', import.meta.url)),
    ]);
    const compiled = await WebAssembly.compile(rest);
    return createOfParts(createBankLab, first, { rest: () => compiled, fix: noPart });
  });
  return {
    async analyze(source, options = {}) {
      return JSON.parse((await engine()).analyze(source, JSON.stringify(options))) as Analysis;
    },
    machines: async () => JSON.parse((await engine()).machines()) as MachineInfo[],
    version: async () => (await engine()).version(),
  };
}
