// What the page and the worker say to each other. One analysis runs at a time.

/** The module's bytes: whole, or the first part of it and the address of the rest (see parts.ts). */
export interface EngineParts {
  wasm: ArrayBuffer;
  rest?: string;
}

export type ToWorker =
  | ({ kind: 'start' } & EngineParts)
  | { kind: 'analyze'; id: number; source: string; options: string };

export type FromWorker =
  | { kind: 'ready'; version: string; machines: string }
  /** `json` is an Analysis; `ms` is how many milliseconds the engine took. */
  | { kind: 'done'; id: number; json: string; ms: number }
  /** The module trapped or did not start: this worker is of no more use. */
  | { kind: 'broken'; message: string };
