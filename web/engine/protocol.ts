// What the page and the worker say to each other. One call runs at a time, and beside it one job, which is made step by step
// and lets calls in between.

/** What the module answers in one go, by the names of its functions. */
export type Call = 'analyze' | 'request' | 'replay';

/** What is made step by step, and can be ended: a search for fixes, an analysis that may be long. */
export type Job = 'fix' | 'study';

/** The module's bytes and the addresses of its other parts (see parts.ts); none of the rest where the bytes hold it. */
export interface EngineParts {
  wasm: ArrayBuffer;
  rest?: string;
  fix?: string;
}

export type ToWorker =
  | ({ kind: 'start' } & EngineParts)
  /** `options` are JSON, or for requests a machine's id. */
  | { kind: Call; id: number; source: string; options: string }
  /** `limit`: milliseconds after which it ends with what was found. `part`: the module's part for it, where it has no address. */
  | { kind: Job; id: number; source: string; options: string; limit: number; part?: ArrayBuffer | undefined }
  /** Ends the job with what was found. */
  | { kind: 'cancel'; id: number };

export type FromWorker =
  | { kind: 'ready'; version: string; machines: string }
  /** `json` is what the module gave; `ms` is how many milliseconds the engine took. */
  | { kind: 'done'; id: number; json: string; ms: number }
  /** Of a study with the warp instructions that its launch has run. */
  | { kind: 'progress'; id: number; done: number; total: number; steps?: number }
  /** `json` is Fixes, or an Analysis. */
  | { kind: 'ended'; id: number; json: string }
  /** The module trapped or did not start: this worker is of no more use. */
  | { kind: 'broken'; message: string };
