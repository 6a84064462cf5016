// The shapes that the engine's JSON has (schema banklab.report/1). Lines and columns count from 1, columns in UTF-8
// bytes; offsets are bytes into shared memory; lanes are their numbers in the warp.

export type Dim3 = [x: number, y: number, z: number];

/** A stretch of the source; the end is the column after the last. */
export interface Place {
  /** The path of the included file; absent in the source itself. */
  file?: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

export interface Note extends Place {
  message: string;
}

export interface Diagnostic extends Place {
  severity: 'error' | 'warning' | 'note';
  message: string;
  notes: Note[];
}

/** A group of lanes that is served apart, and the lanes of each of its wavefronts, in the order that we play them. */
export interface Pass {
  degree: number;
  lanes: number[];
  wavefronts: number[][];
}

/** One distinct request of a site and how often it came. */
export interface Pattern {
  count: number;
  wavefronts: number;
  ideal: number;
  /** The largest degree of its passes. */
  degree: number;
  op: string;
  /** The pair rule merged its passes. */
  paired: boolean;
  block: Dim3;
  warp: number;
  execution: number;
  /** A hexadecimal number, '0x…', lane 0 in the lowest bit. */
  active_mask: string;
  /** One for each lane of the machine; those of inactive lanes mean nothing. */
  byte_offsets: number[];
  passes: Pass[];
}

/** Accesses, neighbours in memory, that a compiler may make one wider access. */
export interface Merge {
  op: string;
  accesses: number;
  /** How often it came: with `asCompiled` exactly, else at least so often. */
  count: number;
  /** The other sites that take part. */
  with: Place[];
  message: string;
}

/** Why a site costs more than its ideal: how the addresses of its dearest request lie, and who meets there. */
export interface Why {
  text: string;
  /** In bytes, '128·lane + 4·r'; empty where it is no simple function of the lane. */
  address: string;
  /** From one lane to the next, where that is the same for all. */
  stride_words?: number;
  /** The pass in which most meet, from 0. */
  pass: number;
  bank: number;
  /** One for each trip to that bank, and the word that it wants there. */
  lanes: number[];
  words: number[];
}

export interface Site extends Place {
  text: string;
  array: string;
  kind: 'load' | 'store' | 'atomic' | 'matrix' | 'async';
  /** The PTX-like name of the access, 'ld.v2.b32' for one. */
  op: string;
  bytes_per_lane: number;
  predictable: boolean;
  lower_bound: boolean;
  requests: number;
  wavefronts: number;
  ideal: number;
  excessive: number;
  max_degree: number;
  patterns: Pattern[];
  merges: Merge[];
  /** With `explain`, where something is excessive. */
  why?: Why;
}

/** An access to global memory; sectors are of 32 bytes. */
export interface GlobalSite extends Place {
  text: string;
  kind: 'load' | 'store' | 'atomic' | 'matrix' | 'async';
  op: string;
  bytes_per_lane: number;
  requests: number;
  sectors: number;
  ideal: number;
  excessive: number;
}

/** A place where lanes may part, summed over the warps that came by. */
export interface Branch extends Place {
  text: string;
  kind: 'if' | 'loop' | 'conditional' | 'logical' | 'switch';
  executions: number;
  divergent: number;
  active_lanes: number;
  taken_lanes: number;
}

/** A value that the reader may set: a slider. */
export interface Knob {
  name: string;
  value: number;
  min: number;
  max: number;
  is_float: boolean;
}

export interface Totals {
  requests: number;
  wavefronts: number;
  ideal: number;
  excessive: number;
}

/** What one launch did. */
export interface Report {
  machine: string;
  lanes: number;
  banks: number;
  /** Bytes of a word: what is one bank's at one address. */
  word_bytes: number;
  /** Bytes that a bank gives in one wavefront. */
  bank_bytes: number;
  launch: { text: string; kernel: string; grid: Dim3; block: Dim3; dynamic_shared_bytes: number };
  blocks_run: number;
  warps_run: number;
  sites: Site[];
  totals: Totals;
  shared_bytes: number;
  knobs: Knob[];
  assumptions: string[];
  diagnostics: Diagnostic[];
  truncated: boolean;
  as_compiled: boolean;
  global_sites: GlobalSite[];
  branches: Branch[];
  /** With `explain`, where something is excessive: is it worth the work? */
  matters?: { arithmetic: number; text: string };
}

/** What `analyze` gives: one report for each launch; diagnostics that no launch owns stand here. */
export interface Analysis {
  schema: 'banklab.report/1';
  file: string;
  diagnostics: Diagnostic[];
  reports: Report[];
}

/** The options of `analyze`, named as the command's. */
export interface Options {
  launch?: string;
  kernel?: string;
  set?: Record<string, number>;
  input?: string[];
  blocks?: number | 'all';
  fill?: string;
  machine?: string;
  file?: string;
  /** What `#include` finds: texts by path. */
  files?: Record<string, string>;
  include?: string | string[];
  maxSteps?: number;
  asCompiled?: boolean;
  /** Say why an access costs more than its ideal, and whether it matters. */
  explain?: boolean;
}

/** One entry of the module's list of machines. */
export interface MachineInfo {
  id: string;
  title: string;
  lanes: number;
  banks: number;
  wordBytes: number;
  bankBytes: number;
  evidence: string;
  source: string;
}

/** How much one compute capability runs at once; see core/analysis/occupancy.hpp for what limits it, and the sources. */
export interface Multiprocessor {
  /** 'sm_90' */
  id: string;
  /** Threads of all its blocks together. */
  threads: number;
  blocks: number;
  /** Shared memory of all its blocks together, in bytes, what the system takes of it among them. */
  sharedBytes: number;
  /** The most that one block may ask for. */
  sharedBytesOfBlock: number;
  /** Of each block, for the system. */
  reservedBytes: number;
  /** A block's shared memory is rounded up to a multiple of this. */
  unitBytes: number;
}
