// All that the playground says: the page's labels, written when the book is built, and what its script answers.
const count = (n: number): string => n.toLocaleString('en-US');
const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;

export const words = {
  rooms: { kernel: 'Kernel', request: 'One request', profile: 'Profile' },
  roomsName: 'What to look at',

  open: 'Open a file',
  openHint: 'or drop one anywhere on this page',
  drop: 'Drop a kernel, or a profile as CSV',
  opened: (name: string, lines: number) => `${name} is open: ${plural(lines, 'line')}.`,
  tooLarge: (name: string, limit: number) =>
    `${name} is larger than ${limit / 1000} kB; paste the kernel that matters.`,
  notText: (name: string) => `${name} is not a text file.`,
  notRead: (name: string) => `${name} could not be read.`,
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

  running: (done: number, total: number, steps: number) =>
    `Running: ${count(done)} of ${plural(total, 'block')} done, ${count(steps)} warp instructions.`,
  runningSaid: 'The run takes longer. You can stop it and keep what it found.',
  progress: 'blocks done',
  stop: 'Stop',
  stopped: (done: number, total: number) =>
    `Stopped after ${count(done)} of ${plural(total, 'block')}. What is shown is what ran until then.`,
  finished: 'The run has ended.',
  notKept: 'This browser keeps nothing for this page. Before you leave, copy a link: Share, Copy link.',

  op: 'Instruction',
  mask: 'Active lanes',
  maskHint: 'a mask in hexadecimal; bit 0 is lane 0',
  stride: 'Bytes from lane to lane',
  setOffsets: 'Set the offsets',
  requestCode: 'The request: instruction, mask, one byte offset for each lane',

  profileIntro:
    'What Nsight Compute measured, beside what the rules predict, line by line. Export the Source page of a report, then open the file here:',
  profileCommand: 'ncu --import REPORT.ncu-rep --page source --print-source cuda --csv > profile.csv',
  openProfile: 'Open a CSV file',
  paste: 'Or paste it here',
  compare: 'Compare',
  noProfile: 'There is nothing to compare yet.',
  noHeader:
    'No table of source lines was found: its header needs the columns # and Source, and L1 Wavefronts Shared.',
  onlySass:
    'This is the SASS view. Export it with --print-source cuda, so that each row is a line of the source.',
  noCounts:
    'The columns L1 Wavefronts Shared are missing: profile with --set full, or with --section SourceCounters.',
  section: 'Measured kernel',
  unnamed: (n: number) => `table ${n}`,
  takeCode: 'Take the code from the profile',
  tookCode: 'The code is now that of the profile.',
  runAll: (n: number) => `Run all ${count(n)} blocks`,
  fewBlocks: (ran: number, all: number) =>
    `The profile counts ${plural(all, 'block')}; ${plural(ran, 'block')} ran here, so the numbers cannot agree yet.`,
  noReport: 'The kernel does not run here yet; see what its room says.',
  noFit: (differ: number) =>
    `${plural(differ, 'line')} with counts ${differ === 1 ? 'reads' : 'read'} differently in the kernel here, and ${differ === 1 ? 'is' : 'are'} not compared.`,
  summary: (same: number, all: number) => `${count(same)} of ${plural(all, 'line')} agree.`,
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
