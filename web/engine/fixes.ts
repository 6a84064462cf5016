// The shapes that the engine's `fix` gives (schema banklab.fix/1); docs/fix.md says what each field means. Places as in
// report.ts.
import type { Diagnostic, Place, Site } from './report.ts';

export type FixKind =
  | 'padding'
  | 'periodic-padding'
  | 'swizzle'
  | 'rotation'
  | 'struct-padding'
  | 'struct-of-arrays'
  | 'transposition'
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
  /** Those that it mends: one, or of the kind 'together' several. */
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

export interface Fixes {
  schema: 'banklab.fix/1';
  file: string;
  diagnostics: Diagnostic[];
  arrays: ArrayFixes[];
  /** What mends several arrays at once, better than any of the others; one at most. */
  together: Fix[];
  /** False: the search was ended before all was tried. */
  complete: boolean;
}

/** How far a search is: runs made, of those that are known to be needed. */
export interface FixProgress {
  done: number;
  total: number;
}
