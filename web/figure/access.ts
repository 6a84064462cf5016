// One request, read from the report into what figures, sentences and tables are made of: for each lane its words and
// banks, its pass and its wavefront.
import type { Pattern, Report, Site } from '../engine/report.ts';

/** What is picked in a report. Wavefronts count within their pass; all count from 0. */
export interface Pick {
  site: number;
  pattern: number;
  pass?: number;
  wavefront?: number;
  lane?: number;
}

export interface Lane {
  lane: number;
  /** Takes part: its bit is set in the mask, and for matrices it names a row that is used. */
  active: boolean;
  /** Offset into shared memory. */
  byte: number;
  words: number[];
  banks: number[];
  /** Index of its first pass, and of its first wavefront among all the request's; -1 if inactive or not known. */
  pass: number;
  wave: number;
  /** All its wavefronts: a compare-and-swap takes two, a loop of them many. */
  waves: number[];
}

/** One trip through the banks. */
export interface Wave {
  pass: number;
  /** Its place within the pass. */
  index: number;
  lanes: number[];
}

export interface Access {
  site: Site;
  pattern: Pattern;
  banks: number;
  wordBytes: number;
  lanes: Lane[];
  active: Lane[];
  waves: Wave[];
  /** Bytes that one lane touches: 16 for a row of a matrix. */
  bytes: number;
  /** Words, and so banks, that one lane spans. */
  span: number;
}

const noPattern: Pattern = {
  count: 0,
  wavefronts: 0,
  ideal: 0,
  degree: 0,
  op: '',
  paired: false,
  block: [0, 0, 0],
  warp: 0,
  execution: 0,
  active_mask: '0x0',
  byte_offsets: [],
  passes: [],
};

const laneIn = (mask: string, lane: number): boolean => ((BigInt(mask) >> BigInt(lane)) & 1n) === 1n;

const noSite: Site = {
  line: 0,
  column: 0,
  end_line: 0,
  end_column: 0,
  text: '',
  array: '',
  kind: 'load',
  op: '',
  bytes_per_lane: 4,
  predictable: true,
  lower_bound: false,
  requests: 0,
  wavefronts: 0,
  ideal: 0,
  excessive: 0,
  max_degree: 0,
  patterns: [],
  merges: [],
};

/** The access that is picked; one in which no lane takes part if the report has no such site or pattern. */
export function accessOf(report: Report, pick: Pick): Access {
  const site = report.sites[pick.site] ?? noSite;
  const pattern = site.patterns[pick.pattern] ?? noPattern;
  const { banks, word_bytes: wordBytes } = report;
  const bytes = site.kind === 'matrix' ? 16 : site.bytes_per_lane;

  const waves: Wave[] = [];
  const passOf = new Map<number, number>();
  const wavesOf = new Map<number, number[]>();
  pattern.passes.forEach((pass, p) => {
    for (const lane of pass.lanes) if (!passOf.has(lane)) passOf.set(lane, p);
    pass.wavefronts.forEach((lanes, index) => {
      for (const lane of lanes) wavesOf.set(lane, [...(wavesOf.get(lane) ?? []), waves.length]);
      waves.push({ pass: p, index, lanes });
    });
  });

  const lanes = Array.from({ length: report.lanes }, (_, lane): Lane => {
    const byte = pattern.byte_offsets[lane] ?? 0;
    const first = Math.floor(byte / wordBytes);
    const last = Math.floor((byte + Math.max(bytes, 1) - 1) / wordBytes);
    const words = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const own = wavesOf.get(lane) ?? [];
    return {
      lane,
      byte,
      words,
      active: pattern.passes.length ? passOf.has(lane) : laneIn(pattern.active_mask, lane),
      banks: words.map(word => word % banks),
      pass: passOf.get(lane) ?? -1,
      wave: own[0] ?? -1,
      waves: own,
    };
  });
  const active = lanes.filter(lane => lane.active);
  const span = Math.max(1, Math.ceil(bytes / wordBytes));
  return { site, pattern, banks, wordBytes, lanes, active, waves, bytes, span };
}

/** The picked wavefront's index among all the request's waves; undefined if none is picked. */
export function pickedWave(access: Access, pick: Pick): number | undefined {
  if (pick.wavefront === undefined) return undefined;
  const wave = access.waves.findIndex(w => w.pass === (pick.pass ?? 0) && w.index === pick.wavefront);
  return wave < 0 ? undefined : wave;
}

/** A word, or the words of one wide element, and the lanes that one wavefront serves there. */
export interface Cell {
  /** The first word. */
  word: number;
  /** How many words side by side. */
  span: number;
  wave: number;
  lanes: number[];
}

/** The cells of a request, by wavefront and then by word; equal words of one wavefront are one cell (a broadcast). */
export function cellsOf(access: Access): Cell[] {
  const cells = new Map<string, Cell>();
  for (const { words, wave, lane } of access.active) {
    const key = `${wave} ${words[0]} ${words.length}`;
    const cell = cells.get(key);
    if (cell) cell.lanes.push(lane);
    else cells.set(key, { word: words[0]!, span: words.length, wave, lanes: [lane] });
  }
  return [...cells.values()].sort((a, b) => a.wave - b.wave || a.word - b.word);
}

/** What a bank's trips in a pass are counted in: words, for atomics lanes, or trips where a lane takes several. */
export function tripUnit({ site, lanes }: Access): 'words' | 'lanes' | 'trips' {
  if (site.kind !== 'atomic' || site.op.endsWith('.merged')) return 'words';
  return lanes.some(lane => lane.waves.length > 1) ? 'trips' : 'lanes';
}

/** For each bank, how many wavefronts of one pass it has a part in. The largest number is the pass's degree. */
export function tripsPerBank(access: Access, pass: number): number[] {
  const trips = Array<number>(access.banks).fill(0);
  for (const wave of access.waves) {
    if (wave.pass !== pass) continue;
    const banks = new Set(wave.lanes.flatMap(lane => access.lanes[lane]?.banks ?? []));
    for (const bank of banks) trips[bank]! += 1;
  }
  return trips;
}

/** For each bank, the most wavefronts of any one pass that it has a part in: 0 only where no lane touches it. */
export function mostTrips(access: Access): number[] {
  const passes = access.pattern.passes.map((_, pass) => tripsPerBank(access, pass));
  return Array.from({ length: access.banks }, (_, bank) => Math.max(0, ...passes.map(trips => trips[bank]!)));
}

/** The pass with the most wavefronts, the first of equals. */
export function worstPass(access: Access): number {
  let worst = 0;
  access.pattern.passes.forEach((pass, p) => {
    if (pass.wavefronts.length > access.pattern.passes[worst]!.wavefronts.length) worst = p;
  });
  return worst;
}

/** Whether some lane is in several passes: a loop of instructions, not one request that is split. */
export const loops = (access: Access): boolean =>
  access.pattern.passes.reduce((sum, pass) => sum + pass.lanes.length, 0) > access.active.length;

/**
 * The pair rule, if it merged the passes of a wide load. `partner` is x where lane i is paired with i XOR x; `shared`
 * says whether any pair reads an address together (the rule also holds where no lane's partner takes part).
 */
export function pairRule({
  pattern,
  active,
  lanes,
}: Access): { partner: number; shared: boolean } | undefined {
  if (!pattern.paired) return undefined;
  const other = (lane: Lane, x: number) => {
    const partner = lanes[lane.lane ^ x];
    return partner?.active ? partner : undefined;
  };
  const partner =
    [1, 2].find(x => active.every(lane => (other(lane, x)?.byte ?? lane.byte) === lane.byte)) ?? 1;
  return { partner, shared: active.some(lane => other(lane, partner)) };
}
