// Reports for the tests of figures: requests served by a slow, plain reading of the hardware's rules.
import type { Pass, Pattern, Report, Site } from '../../web/engine/report.ts';

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, i) => from + i);

export interface Setup {
  op?: string;
  bytes?: number;
  kind?: Site['kind'];
  active?: (lane: number) => boolean;
  machine?: string;
  lanes?: number;
  banks?: number;
  wordBytes?: number;
  /** Lanes of each pass; by default halves for 8 bytes and quarters for 16, merged by the pair rule. */
  groups?: number[][];
}

/** Whether the pair rule holds for a wide load. */
function isPaired(
  { op, bytes }: { op: string; bytes: number },
  offsets: number[],
  active: number[],
): boolean {
  const holds = (x: number) =>
    active.every(lane => !active.includes(lane ^ x) || offsets[lane ^ x] === offsets[lane]);
  return op.startsWith('ld.') && bytes >= 8 && (holds(1) || holds(2));
}

function passGroups(
  setup: Required<Pick<Setup, 'op' | 'bytes' | 'lanes'>>,
  offsets: number[],
  active: number[],
): number[][] {
  const { op, bytes, lanes } = setup;
  if (op.includes('matrix')) return range(0, Number(/x(\d)/.exec(op)![1])).map(i => range(8 * i, 8 * i + 8));
  const count = bytes >= 16 ? 4 : bytes >= 8 ? 2 : 1;
  const passes = isPaired(setup, offsets, active) ? count / 2 : count;
  return range(0, passes).map(i => range((i * lanes) / passes, ((i + 1) * lanes) / passes));
}

/** A request whose lane i accesses the byte offset(i). */
export function patternOf(offset: (lane: number) => number, setup: Setup = {}): Pattern {
  const { op = 'ld.b32', bytes = 4, lanes = 32, banks = 32, wordBytes = 4, active = () => true } = setup;
  const offsets = range(0, lanes).map(offset);
  const taking = range(0, lanes).filter(active);
  const width = op.includes('matrix') ? 16 : bytes;
  const atomic = setup.kind === 'atomic';
  const passes = (setup.groups ?? passGroups({ op, bytes, lanes }, offsets, taking)).flatMap(
    (group): Pass[] => {
      const own = group.filter(lane => taking.includes(lane));
      const waves: { lanes: number[]; holds: Map<number, number> }[] = [];
      for (const lane of own) {
        const words = range(0, Math.max(1, width / wordBytes)).map(
          i => Math.floor(offsets[lane]! / wordBytes) + i,
        );
        const fits = (holds: Map<number, number>) =>
          words.every(word => !holds.has(word % banks) || (!atomic && holds.get(word % banks) === word));
        let wave = waves.find(({ holds }) => fits(holds));
        if (!wave) {
          wave = { lanes: [], holds: new Map() };
          waves.push(wave);
        }
        wave.lanes.push(lane);
        for (const word of words) wave.holds.set(word % banks, word);
      }
      return own.length
        ? [{ lanes: own, wavefronts: waves.map(wave => wave.lanes), degree: waves.length }]
        : [];
    },
  );
  return {
    count: 1,
    wavefronts: passes.reduce((sum, pass) => sum + pass.wavefronts.length, 0),
    ideal: passes.length,
    degree: Math.max(0, ...passes.map(pass => pass.degree)),
    op,
    paired: !setup.groups && isPaired({ op, bytes }, offsets, taking),
    block: [0, 0, 0],
    warp: 0,
    execution: 0,
    active_mask: `0x${taking.reduce((mask, lane) => mask | (1n << BigInt(lane)), 0n).toString(16)}`,
    byte_offsets: offsets,
    passes,
  };
}

/** A report with one site that has the given patterns. */
export function reportOf(patterns: Pattern[], setup: Setup = {}): Report {
  const { op = 'ld.b32', bytes = 4, kind = 'load', machine = 'sm_90' } = setup;
  const { lanes = 32, banks = 32, wordBytes = 4 } = setup;
  const sum = (of: (pattern: Pattern) => number) => patterns.reduce((total, p) => total + of(p) * p.count, 0);
  const totals = {
    requests: sum(() => 1),
    wavefronts: sum(p => p.wavefronts),
    ideal: sum(p => p.ideal),
    excessive: 0,
  };
  totals.excessive = totals.wavefronts - totals.ideal;
  const site: Site = {
    line: 2,
    column: 11,
    end_line: 2,
    end_column: 22,
    text: 'shared[tid]',
    array: 'shared',
    kind,
    op,
    bytes_per_lane: bytes,
    predictable: true,
    lower_bound: false,
    ...totals,
    max_degree: Math.max(0, ...patterns.flatMap(p => p.passes.map(pass => pass.wavefronts.length))),
    patterns,
    merges: [],
  };
  return {
    machine,
    lanes,
    banks,
    word_bytes: wordBytes,
    bank_bytes: wordBytes,
    launch: { text: '', kernel: 'fragment', grid: [1, 1, 1], block: [32, 1, 1], dynamic_shared_bytes: 0 },
    blocks_run: 1,
    warps_run: 1,
    sites: [site],
    totals,
    shared_bytes: 1024,
    knobs: [],
    assumptions: [],
    diagnostics: [],
    truncated: false,
    as_compiled: false,
    global_sites: [],
    branches: [],
  };
}

/** A report of one request. */
export const requestOf = (offset: (lane: number) => number, setup: Setup = {}): Report =>
  reportOf([patternOf(offset, setup)], setup);

/** Numbers from 0 to below n, the same on every run. */
export function randomSource(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return n => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

export const first = { site: 0, pattern: 0 };
