// How many blocks of a launch a multiprocessor runs at once: core/analysis/occupancy.cpp once more, for a page on which no
// engine need be loaded. The limits are the engine's; a test holds the results against it.
import type { Multiprocessor } from '../engine/report.ts';

/** What one block asks for: threads, 1 to 1024, and bytes of shared memory; and how many bytes a padding would add. */
export interface Launch {
  threads: number;
  bytes: number;
  padding: number;
}

export interface Occupancy {
  byThreads: number;
  byShared: number;
  /** The least of both and of the limit in number: 0 where one block alone asks for too much. */
  blocks: number;
  warps: number;
  /** What ends first. */
  limit: 'blocks' | 'threads' | 'shared memory';
}

const warpsOf = (threads: number): number => Math.ceil(threads / 32);

export function occupancy(of: Multiprocessor, threads: number, bytes: number): Occupancy {
  const byThreads = Math.floor(of.threads / 32 / warpsOf(threads));
  const taken = Math.ceil((bytes + of.reservedBytes) / of.unitBytes) * of.unitBytes;
  const fitting = taken === 0 ? of.blocks : Math.floor(of.sharedBytes / taken);
  const byShared = bytes > of.sharedBytesOfBlock ? 0 : fitting;
  const blocks = Math.min(of.blocks, byThreads, byShared);
  const limit = blocks === of.blocks ? 'blocks' : blocks === byThreads ? 'threads' : 'shared memory';
  return { byThreads, byShared, blocks, warps: blocks * warpsOf(threads), limit };
}

/** 'sm_86' → '8.6', 'sm_100' → '10.0' */
export const capability = ({ id }: Multiprocessor): string => id.replace(/^sm_(\d+)(\d)$/, '$1.$2');
