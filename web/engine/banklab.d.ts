// The engine's module, build/wasm/banklab.js: a classic script that leaves the factory `createBankLab`.
// All its functions take and give strings, so that one analysis is one call; the JSON's shapes are in report.ts and fixes.ts.

export interface BankLabModule {
  /** source, Options as JSON → Analysis as JSON. Never throws on input: what is wrong is a diagnostic. */
  analyze(source: string, optionsJson: string): string;
  /** source, Options as JSON → Fixes as JSON: what mends its conflicts, proved. May take seconds; see fixStart. */
  fix(source: string, optionsJson: string): string;
  /** Begins such a search, to be made run by run. → '', or, where an option is wrong, Fixes as JSON. */
  fixStart(source: string, optionsJson: string): string;
  /** Makes the next run → FixProgress as JSON; '' where nothing is left to do. */
  fixStep(): string;
  /** Ends the search → Fixes as JSON, with what is proved until then; '' where none was begun. */
  fixFinish(): string;
  /** Begins an analysis, to be made piece by piece. → '', or, where an option is wrong, Analysis as JSON. */
  studyStart(source: string, optionsJson: string): string;
  /** Goes on for some thousand warp instructions → StudyProgress as JSON; '' where nothing is left to do. */
  studyStep(): string;
  /** Ends it → Analysis as JSON, with what ran until then; '' where none was begun. */
  studyFinish(): string;
  /** One request, 'op mask offsets…', and a machine's id → Analysis as JSON with one site of one pattern. */
  request(text: string, machine: string): string;
  /** Requests as CSV and a machine's id → the comparison as JSON. */
  replay(csv: string, machine: string): string;
  /** → MachineInfo[] as JSON. */
  machines(): string;
  /** → Multiprocessor[] as JSON: how much each compute capability runs at once. */
  multiprocessors(): string;
  version(): string;
}

export interface BankLabModuleOptions {
  /** The bytes of banklab.wasm; with them the module fetches nothing. */
  wasmBinary?: ArrayBuffer | Uint8Array;
  /** Makes the instance in the module's stead, gives it to `done`, and returns its exports, or {} where they come later. */
  instantiateWasm?(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
  locateFile?(path: string, prefix: string): string;
  printErr?(text: string): void;
  onAbort?(reason: unknown): void;
}

export type CreateBankLab = (options?: BankLabModuleOptions) => Promise<BankLabModule>;
