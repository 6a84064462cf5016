// What single pages of the book have of their own: the playground, the measurements, the machines, the calculator; in English.
import type { Occupancy } from '../occupancy/occupancy.ts';
import { speech } from './speech.ts';

const { count, plural } = /* @__PURE__ */ speech('en', ',', 'and', n => `${n} more`);

/** The playground: the page's labels, and what its script answers. */
export const play = {
  rooms: { kernel: 'Kernel', request: 'One request', profile: 'Profile' },
  roomsName: 'What to look at',

  open: 'Open a file',
  openHint: 'or drop one anywhere on this page',
  drop: 'Drop a kernel, or a profile as CSV',
  opened: (name: string, lines: number): string => `${name} is open: ${plural(lines, 'line')}.`,
  tooLarge: (name: string, limit: number): string =>
    `${name} is larger than ${limit / 1000} kB; paste the kernel that matters.`,
  notText: (name: string): string => `${name} is not a text file.`,
  notRead: (name: string): string => `${name} could not be read.`,
  machine: 'Machine',
  measured: 'measured',
  documented: 'documented',
  launch: 'Launch',
  launchHint: 'as the code says',
  blocks: 'Blocks to run',
  fill: 'Unwritten memory holds',
  fills: {
    iota: '0, 1, 2, … by element',
    words: '0, 1, 2, … by word',
    zero: 'zeros',
    random: 'random values',
  },

  running: (done: number, total: number, steps: number): string =>
    `Running: ${count(done)} of ${plural(total, 'block')} done, ${count(steps)} warp instructions.`,
  runningSaid: 'The run takes longer. You can stop it and keep what it found.',
  progress: 'blocks done',
  stop: 'Stop',
  stopped: (done: number, total: number): string =>
    `Stopped after ${count(done)} of ${plural(total, 'block')}. What is shown is what ran until then.`,
  finished: 'The run has ended.',
  notKept: 'This browser keeps nothing for this page. Before you leave, copy a link: Share, Copy link.',
  otherTab: 'Another tab wrote here as well. Its text is kept.',
  showOther: 'Swap the texts',
  dropOther: 'Forget it',

  op: 'Instruction',
  ops: { loads: 'Loads', stores: 'Stores', atomics: 'Atomics', matrices: 'Matrices' },
  mask: 'Active lanes',
  maskHint: 'a mask in hexadecimal; bit 0 is lane 0',
  stride: 'Bytes from lane to lane',
  setOffsets: 'Set the offsets',
  requestCode: 'The request: instruction, mask, one byte offset for each lane',

  profileIntro:
    'What Nsight Compute measured, beside what the rules predict, line by line. Make a file of the Source page, lines with their instructions, and open it here:',
  profileCommand: `nvcc -lineinfo -O3 -o program kernel.cu
ncu --set full --import-source yes -o report ./program
ncu --import report.ncu-rep --page source --print-source cuda,sass --csv > profile.csv`,
  openProfile: 'Open a CSV file',
  paste: 'Or paste it here',
  compare: 'Compare',
  noProfile: 'There is nothing to compare yet.',
  noHeader:
    'No table of source lines was found. Export the Source page with --page source --print-source cuda,sass --csv.',
  onlySass:
    'These are instructions without the lines that they belong to. Export with --print-source cuda,sass; the kernel has to be compiled with -lineinfo.',
  noCounts:
    'The columns L1 Wavefronts Shared are missing. Export with --print-source cuda,sass, for cuda alone has no counts; if they are missing there too, profile with --set full, or with --section SourceCounters.',
  section: 'Measured kernel',
  unnamed: (n: number): string => `table ${n}`,
  takeCode: 'Take the code from the profile',
  tookCode: 'The code is now that of the profile.',
  runAll: (n: number): string => `Run all ${count(n)} blocks`,
  fewBlocks: (ran: number, all: number): string =>
    `The profile counts ${plural(all, 'block')}; ${plural(ran, 'block')} ran here, so the numbers cannot agree yet.`,
  noReport:
    'The kernel does not run here yet: open or paste its source in the room Kernel, and see what that says.',
  noFit: (differ: number): string =>
    `${plural(differ, 'line')} with counts ${differ === 1 ? 'reads' : 'read'} differently in the kernel here, and ${differ === 1 ? 'is' : 'are'} not compared.`,
  summary: (same: number, all: number): string => `${count(same)} of ${plural(all, 'line')} agree.`,
  columns: {
    line: 'Line',
    source: 'Source',
    wavefronts: 'Wavefronts predicted',
    measuredWavefronts: 'measured',
    ideal: 'Ideal predicted',
    measuredIdeal: 'measured',
    state: 'Verdict',
  },
  table: 'Prediction and measurement, line by line',
  states: {
    same: 'agrees',
    differs: 'differs: a compiler may have merged, moved or dropped accesses',
    other: 'reads differently here',
    unmeasured: 'not in the profile: a compiler may have dropped it, or given it another line',
    unpredicted: 'measured, but not predicted on this line',
    unknown: 'not predictable',
  },
};

/** The explorer of the measurements. */
export const rows = {
  table: 'The measurements, by instruction',
  columns: { op: 'Instruction', rows: 'Requests', range: 'Wavefronts', agree: 'Predicted exactly' },
  span: (from: number, to: number): string => `${count(from)} to ${count(to)}`,
  explore: 'Look at single requests',
  exploreIntro: (rows: number): string =>
    `All ${count(rows)} requests can be looked at here, one by one; they are loaded when you ask for them.`,
  load: (rows: number): string => `Load the ${count(rows)} requests`,
  loading: 'Loading …',
  noData: 'The measurements could not be loaded. Try again when there is a network.',
  op: 'Instruction',
  anyOp: (n: number): string => `all ${n} instructions`,
  lanes: 'Lanes',
  anyLanes: 'any',
  full: 'all 32 take part',
  partial: 'some do not',
  order: 'Order',
  asMeasured: 'as measured',
  dearest: 'most wavefronts first',
  check: 'Predict them again, here',
  checking: 'Predicting …',
  notChecked: 'The engine could not answer; try again.',
  checked: (agreed: number, rows: number, ms: number): string =>
    `${count(agreed)} of ${count(rows)} agree, predicted just now in this browser in ${count(Math.round(ms))} ms.`,
  found: (n: number): string => (n === 1 ? '1 request' : `${count(n)} requests`),
  rowsName: 'Requests',
  row: {
    place: 'File and row',
    op: 'Instruction',
    mask: 'Active lanes',
    predicted: 'Predicted',
    measured: 'Measured',
    conflicts: 'Conflict counter',
  },
  notRead: 'not read',
  previous: 'Previous',
  next: 'Next',
  range: (from: number, to: number, of: number): string => `${count(from)} to ${count(to)} of ${count(of)}`,
  figure: 'The request that is picked',
  scatter:
    'Wavefronts predicted, to the right, and measured, upwards. A circle is larger where more requests lie.',
  scatterPoint: (predicted: number, measured: number, n: number): string =>
    `predicted ${predicted}, measured ${measured}: ${n === 1 ? '1 request' : `${count(n)} requests`}`,
};

/** The table of machines below a lab. */
export const across = {
  table: 'The same code on every machine',
  columns: {
    machine: 'Machine',
    wavefronts: 'Wavefronts',
    ideal: 'Ideal',
    degree: 'Degree',
    chip: 'Chip',
    lanes: 'Lanes',
    banks: 'Banks',
    evidence: 'Evidence',
  },
  /** What the chips are called here, by machine; else by their titles. */
  chips: {
    sm_90: 'NVIDIA 5.0 to 12.1',
    'sm_35-bank4': 'Kepler, 4-byte mode',
    'sm_35-bank8': 'Kepler, 8-byte mode',
    gfx942: 'AMD MI300X',
    gfx950: 'AMD MI350X',
    gfx1100: 'AMD RDNA 3',
    gfx1201: 'AMD RDNA 4',
  } as Record<string, string>,
  measured: 'measured',
  measuredHere: 'measured on 9.0',
  documented: 'documented',
};

/** The calculator of blocks on a multiprocessor: its table, its sentence and its drawing, and the labels of its fields. */
const limits: Record<Occupancy['limit'], string> = {
  blocks: 'their number',
  threads: 'threads',
  'shared memory': 'shared memory',
};

export const occupancy = {
  capability: 'compute capability',
  threads: 'threads of a block',
  bytes: 'bytes of shared memory',
  padding: 'bytes of padding',
  columns: [
    'compute capability',
    'by threads',
    'by shared memory',
    'in number',
    'blocks',
    'padded',
    'warps, padded',
  ],
  of: (n: number, most: number): string => `${n} of ${most}`,
  fewer: (blocks: number, by: number): string => `${blocks} (−${by})`,

  launch: (capability: string, threads: number, bytes: number): string =>
    `On ${capability}, blocks of ${plural(threads, 'thread')} and ${plural(bytes, 'byte')}:`,
  none: (most: number): string => `none. A block can have ${plural(most, 'byte')}.`,
  atOnce: ({ blocks, warps, limit }: Occupancy, most: number): string =>
    `${plural(blocks, 'block')} at once, ${warps} of ${most} warps, limited by ${limits[limit]}.`,
  padded: (bytes: number, { blocks, warps }: Occupancy): string =>
    `With ${plural(bytes, 'byte')} more it is ${plural(blocks, 'block')}, ${plural(warps, 'warp')}.`,
  same: (bytes: number): string => `With ${plural(bytes, 'byte')} more it is the same.`,

  blocksAtOnce: 'blocks at once',
  perBlock: 'KB of shared memory for each block',
  steps: (capability: string, threads: number, steps: { blocks: number; upTo: number }[]): string =>
    `Compute capability ${capability}, blocks of ${plural(threads, 'thread')}. ${steps
      .map(({ blocks, upTo }) => `${plural(blocks, 'block')} up to ${plural(upTo, 'byte')}`)
      .join(', ')}.`,
  table: 'Table',
  caption:
    'A block must find room in each of the three ways, and the least of them, which is underlined, decides. In the drawing the ring is the block as it is, and the disc the same with its padding. Registers are left out.',
};
