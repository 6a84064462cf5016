// The shapes that the engine's `fix` gives (schema banklab.fix/1); docs/fix.md says what each field means. Places as in
// report.ts.
import type { Diagnostic, Options, Place, Site } from './report.ts';

export type FixKind =
  | 'padding'
  | 'periodic-padding'
  | 'swizzle'
  | 'rotation'
  | 'struct-padding'
  | 'struct-of-arrays'
  | 'transposition'
  | 'wider-access'
  | 'thread-order'
  | 'together';

/** What takes the place of a stretch of the source; an insertion where the stretch is empty. */
export interface FixEdit extends Place {
  text: string;
}

/** One access expression of the array, in all launches, before and after. */
export interface FixSite extends Place {
  text: string;
  kind: Site['kind'];
  wavefronts_before: number;
  wavefronts_after: number;
  excessive_before: number;
  excessive_after: number;
}

/** How many blocks fit on a multiprocessor of that compute capability. */
export interface FixOccupancy {
  id: string;
  blocks_before: number;
  blocks_after: number;
}

/** A change of the source that was proved by running it. */
export interface Fix {
  kind: FixKind;
  /** Those that it mends: one, or of the kind 'together' one or several. */
  arrays: string[];
  /** An imperative sentence without its full stop. */
  summary: string;
  wavefronts_before: number;
  wavefronts_after: number;
  excessive_after: number;
  bytes_added: number;
  proved: true;
  /** Unified. */
  diff: string;
  /** The same, in the order of the source; none overlap. */
  edits: FixEdit[];
  sites: FixSite[];
  all_wavefronts_before: number;
  all_wavefronts_after: number;
  shared_bytes_before: number;
  shared_bytes_after: number;
  sectors_before: number;
  sectors_after: number;
  occupancy: FixOccupancy[];
  /** False: the runs leave no value behind that could have differed. */
  compares_values: boolean;
  /** What the reader has to see to; mostly empty. */
  note: string;
}

/** What would take fewer wavefronts, were it not for the reason. */
export interface RejectedFix {
  kind: FixKind;
  summary: string;
  reason: string;
}

/** A shared array whose accesses are excessive. */
export interface ArrayFixes extends Place {
  array: string;
  wavefronts: number;
  ideal: number;
  excessive: number;
  /** Best first. */
  candidates: Fix[];
  rejected: RejectedFix[];
  /** Why nothing helps, and what people do instead; empty where there are candidates. */
  reason: string;
}

/** The options of `fix`. */
export interface FixOptions extends Options {
  /** Another text for the same task, to be held against the source. */
  answer?: string;
}

/** What came of the option `answer`, another text for the same task: it was run beside the source as fixes are. */
export interface FixAnswer {
  /** 'different': it leaves other values. 'unfit': it does not run to its end, or brings a new message. */
  verdict: 'same' | 'different' | 'unfit';
  /** Why it is not the same; the rest is known where this is empty. */
  problem: string;
  wavefronts: number;
  excessive: number;
  /** The fewest that the source or a fix takes. */
  best_wavefronts: number;
  sectors: number;
  sectors_before: number;
  shared_bytes: number;
  shared_bytes_before: number;
}

export interface Fixes {
  schema: 'banklab.fix/1';
  file: string;
  diagnostics: Diagnostic[];
  arrays: ArrayFixes[];
  /** What mends several arrays at once, better than any of the others; one at most. */
  together: Fix[];
  /** Where the option `answer` is given and the source runs. */
  answer?: FixAnswer;
  /** False: the search was ended before all was tried. */
  complete: boolean;
}

/** How far a search is: runs made, of those that are known to be needed. */
export interface FixProgress {
  done: number;
  total: number;
}
