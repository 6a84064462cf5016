// What the page and the worker say to each other. One analysis runs at a time, and beside it one search for fixes, which
// lets analyses in between its runs.
import type { FixProgress } from './fixes.ts';

/** The module's bytes: whole, or the first part of it and the address of the rest (see parts.ts). */
export interface EngineParts {
  wasm: ArrayBuffer;
  rest?: string;
}

export type ToWorker =
  | ({ kind: 'start' } & EngineParts)
  | { kind: 'analyze'; id: number; source: string; options: string }
  /** `limit`: milliseconds after which it ends with what is proved. */
  | { kind: 'fix'; id: number; source: string; options: string; limit: number }
  /** Ends the search with what is proved. */
  | { kind: 'cancel'; id: number };

export type FromWorker =
  | { kind: 'ready'; version: string; machines: string }
  /** `json` is an Analysis; `ms` is how many milliseconds the engine took. */
  | { kind: 'done'; id: number; json: string; ms: number }
  | ({ kind: 'progress'; id: number } & FixProgress)
  /** `json` is Fixes. */
  | { kind: 'fixed'; id: number; json: string }
  /** The module trapped or did not start: this worker is of no more use. */
  | { kind: 'broken'; message: string };
