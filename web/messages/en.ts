// All that the interface says, in English; de.ts says the same in German. Each room of the interface has its own table, so that a
// script holds no more than it says. A message that depends on numbers is a function of them, since languages order them
// differently. What the engine itself says (diagnostics, fixes) is not here.
import type { Occupancy } from '../occupancy/occupancy.ts';
import { speech } from './speech.ts';

export { cards, practice } from './en-practice.ts';

const { count, plural, list } = /* @__PURE__ */ speech('en', ',', 'and', n => `${n} more`);

/** Lanes that want one bank, each a different word; `pass` is its number where there are several. */
export interface Clash {
  lanes: readonly number[];
  bank: number;
  pass: number | undefined;
}

/** What an access does. */
export type Kind = 'load' | 'store' | 'atomic' | 'matrix' | 'async';

const verbs: Record<Kind, string> = {
  load: 'read',
  store: 'write',
  atomic: 'update',
  matrix: 'name',
  async: 'write',
};
const spelt = (n: number): string => ({ 2: 'Two', 4: 'Four', 8: 'Eight' })[n] ?? `${n}`;
const passOf = (pass: number | undefined): string => (pass ? ` of pass ${pass}` : '');
const want = ({ lanes, bank, pass }: Clash, who = 'lanes'): string =>
  `${who} ${list(lanes)}${passOf(pass)} ${lanes.length > 2 ? 'all want' : 'both want'} bank ${bank}, each a different word.`;
const apart = (step: number): string => `Neighbouring lanes are ${plural(step, 'word')} apart`;
const swap = (swaps: boolean): string =>
  swaps ? ' Each lane’s compare-and-swap takes two trips of its bank.' : '';
const least = (isLeast: boolean): string => (isLeast ? 'at least ' : '');
const waves = (n: number): string => plural(n, 'wavefront');
const cost = (n: number, ideal: number): string => `${waves(n)}, ideal ${count(ideal)}`;

/** BCP 47. */
export const language: string = 'en';

/** The figures, and the sentence below them. */
export const figure = {
  list,

  nothing: ['No access to shared memory.', 'Nothing meets the banks yet.'] as readonly [string, string],
  unpredictable: [
    'Not predictable.',
    'A cp.async writes as its global data arrive, and no rule for its wavefronts is known.',
  ] as readonly [string, string],
  noLane: ['0 wavefronts.', 'No lane takes part.'] as readonly [string, string],
  verdict: (n: number, ideal: number, isLeast: boolean): string =>
    `${isLeast ? 'At least ' : ''}${n > ideal ? cost(n, ideal) : `${waves(n)}, as few as can be`}.`,
  bound: 'Other warps at the same address may add more rounds.',
  alike: (requests: number, n: number, ideal: number): string =>
    `All ${count(requests)} requests of this access are alike: ${cost(n, ideal)} together.`,
  /** `rank` counts from 0, the dearest; undefined where all cost the same. */
  oneOf: (times: number, rank: number | undefined, kinds: number, all: string): string => {
    const came = times === 1 ? 'once' : `${count(times)} times`;
    const others = `of ${kinds} different ones`;
    const place =
      rank === undefined
        ? `one ${others} of the same cost`
        : `${rank ? `number ${rank + 1}` : 'the dearest'} ${others}`;
    return `This request came ${came} and is ${place}; ${all}.`;
  },
  together: (requests: number, n: number, ideal: number): string =>
    `all ${count(requests)} together take ${cost(n, ideal)}`,
  mask: (lanes: readonly number[], of: number): string =>
    `Only ${lanes.length} of ${of} lanes take part (${list(lanes)}).`,

  rounds: (step: number, banks: number, clash: Clash): string => {
    const times = step / banks;
    return `${apart(step)}, ${times === 1 ? 'once' : `${times} times`} round all ${banks} banks, so ${want(clash)}`;
  },
  factor: (step: number, banks: number, gcd: number, clash: Clash): string =>
    `${apart(step)}: gcd(${step}, ${banks}) = ${gcd}, so they reach only ${banks / gcd} of the ${banks} banks. ${want(clash, 'Lanes')}`,
  strided: (step: number, clash: Clash): string => `${apart(step)}, so ${want(clash)}`,
  clash: ([a, b]: [number, number], [u, v]: [number, number], bank: number, more: number): string =>
    `Lanes ${a} and ${b} clash: words ${u} and ${v} both lie in bank ${bank}` +
    `${more ? `, and ${more} more different words with them` : ''}.`,

  alone: (lane: number): string => `Only lane ${lane} takes part, so nothing can clash.`,
  broadcast: (lanes: number, kind: Kind, words: readonly number[], bank: number): string => {
    const what = words.length > 1 ? `words ${list(words)}` : `word ${words[0]} of bank ${bank}`;
    const how = kind === 'store' ? 'and the bank takes it once' : 'which is fetched once and broadcast';
    return `All ${lanes} lanes ${verbs[kind]} ${what}, ${how}.`;
  },
  shared: (kind: Kind, inPass: boolean): string =>
    `Lanes that ${verbs[kind]} the same word share its trip, and no two different words${inPass ? ' within a pass' : ''} lie in one bank.`,
  apart: (inPass: boolean): string =>
    `No two lanes${inPass ? ' within a pass' : ''} want different words of one bank.`,
  neighbours: (kind: Kind): string =>
    `Neighbouring lanes ${verbs[kind]} neighbouring words, so every lane has a bank of its own.`,
  narrow: (lanes: number, bytes: number): string =>
    `${spelt(lanes)} neighbouring lanes share each ${bytes}-byte word, and each word lies in another bank.`,
  coprime: (step: number, banks: number): string =>
    `Neighbouring lanes are ${step} words apart; ${step} and ${banks} share no factor, so every lane meets a bank of its own.`,
  spread: (step: number, lanes: number): string =>
    `Neighbouring lanes are ${step} words apart, and the ${lanes} lanes that take part meet different banks.`,

  swapLoop: (rounds: number): string =>
    `No single instruction does this: it is a load and then compare-and-swaps of 4-byte words, ${plural(rounds, 'round')}, in each of which one lane of every word gets through.`,
  /** `rounds` is undefined where they cannot be told. */
  loop: (rounds: number | undefined): string =>
    `No single instruction does this: it is a loop of a load and a compare-and-swap${rounds === undefined ? '' : `, ${plural(rounds, 'round')}`}. In each round a bank serves one of the lanes that wait for it.`,
  merged: 'Adding 1 with the result unused is counted for all lanes of a word at once.',
  ownBanks: (swaps: boolean, inPass: boolean): string =>
    `Every lane${inPass ? ' of a pass' : ''} meets a bank of its own.${swap(swaps)}`,
  /** `word` is undefined where the lanes want several; `all`: no other lane takes part. */
  queue: (
    lanes: readonly number[],
    all: boolean,
    word: number | undefined,
    bank: number,
    swaps: boolean,
  ): string => {
    const who = all ? `all ${lanes.length} lanes` : `lanes ${list(lanes)}`;
    const where = word === undefined ? `bank ${bank}` : `word ${word} in bank ${bank}`;
    return `Atomics are not merged: ${who} want ${where}, and the bank takes them one after another.${swap(swaps)}`;
  },

  /** `near`: lanes are paired with their neighbours, and not with those two places away. */
  pairRule: (passes: number, reads: boolean, near: boolean, quarters: boolean): string => {
    const groups = quarters ? 'quarters of the warp' : 'half-warps';
    const cause = reads
      ? `Each lane reads the same address as ${near ? 'its neighbour' : 'the lane two places away'}`
      : `No lane’s ${near ? 'neighbour' : 'counterpart two places away'} takes part`;
    return `${cause}, so ${groups} are served in pairs (the pair rule): ${plural(passes, 'pass', 'passes')}.`;
  },
  matrixRows: (passes: number): string =>
    `Eight lanes at a time name a row of 16 bytes: ${plural(passes, 'pass', 'passes')}.`,
  /** `bytes` of each lane where they are the cause; `each`: a pass takes one wavefront. */
  passes: (
    passes: number,
    bytes: number | undefined,
    groups: 'halves' | 'quarters' | undefined,
    each: boolean,
  ): string => {
    const because = bytes ? `With ${bytes} bytes for each lane the` : 'The';
    const names = { halves: ', half-warps', quarters: ', quarters of the warp' };
    const of = groups ? names[groups] : '';
    return `${because} warp is served in ${plural(passes, 'pass', 'passes')}${of}${each ? ', one wavefront each' : ''}.`;
  },

  markUnknown: (text: string): string => `${text}: not predictable`,
  /** '8 of 1 · 8-way'; `degree` is 0 where there is no conflict to name. */
  mark: (n: number, ideal: number, degree: number, isLeast: boolean): string =>
    `${least(isLeast)}${count(n)} of ${count(ideal)}${degree ? ` · ${count(degree)}-way` : ''}`,
  markTitle: (
    text: string,
    { n, ideal, requests, degree }: { n: number; ideal: number; requests: number; degree: number },
    isLeast: boolean,
  ): string => {
    const all = requests === 1 ? '' : ` for ${plural(requests, 'request')}`;
    return `${text}: ${least(isLeast)}${cost(n, ideal)}${all}${degree ? `, ${count(degree)}-way conflict` : ''}`;
  },
  badgeNone: 'no access',
  badgeNoneTitle: 'no access to shared memory',
  badgeClean: 'no conflict',
  badge: (degree: number, isLeast: boolean): string => `${least(isLeast)}${count(degree)}-way`,

  lanes: 'lanes',
  lane: 'lane',
  byte: 'byte',
  word: 'word',
  words: 'words',
  bank: 'bank',
  banks: 'banks',
  pass: 'pass',
  wavefront: 'wavefront',
  laneName: (lane: number): string => `lane ${lane}`,
  idle: 'takes no part',
  idleLane: 'takes no part in this request',
  atByte: (byte: number): string => `byte ${byte}`,
  rest: (bytes: number): string => `, rest ${bytes}`,
  inWords: (words: string, several: boolean): string => `${several ? 'words' : 'word'} ${words}`,
  inBanks: (banks: string, several: boolean): string => `${several ? 'banks' : 'bank'} ${banks}`,
  inPass: (pass: number, of: number): string => `pass ${pass} of ${of}, `,
  inWaves: (numbers: readonly number[], of: number): string =>
    `${numbers.length > 1 ? 'wavefronts' : 'wavefront'} ${list(numbers)} of ${of}`,
  perBank: { words: 'words a bank', trips: 'trips a bank', lanes: 'lanes a bank' },
  wordRange: (range: string): string => `words ${range}`,
  everyRow: (step: number): string => `every ${ordinal(step)} row`,
  rowsLeftOut: (n: number): string => `${plural(n, 'row')} left out`,
  /** Longest first: the first that fits over the lanes is shown. */
  loopNames: (n: number): string[] => [`a loop of loads and swaps · ${waves(n)}`, 'a loop'],
  passNames: (pass: number | undefined, n: number, paired: boolean): string[] => {
    const name = pass === undefined ? '1 pass' : `pass ${pass}`;
    return [
      `${name}${paired ? ', merged by the pair rule' : ''} · ${waves(n)}`,
      `${name} · ${waves(n)}`,
      name,
    ];
  },
  noAccessTitle: (banks: number): string => `${banks} banks of shared memory, no access`,
  title: (text: string, lanes: number, banks: number, n: number, ideal: number): string =>
    `${text}: ${plural(lanes, 'lane')} on ${banks} banks, ${cost(n, ideal)}`,
  tableCaption: (text: string): string => `${text}, lane by lane`,

  requests: 'distinct requests of this access, the dearest first',
  request: (i: number, of: number): string => `request ${i} of ${of}`,
  requestCost: (n: number, ideal: number, times: number): string =>
    `${cost(n, ideal)}, ${plural(times, 'time')}`,
  requestPlace: (times: number, block: string, warp: number, execution: number): string =>
    `${plural(times, 'time')}, first in block ${block}, warp ${warp}, execution ${execution}`,
};

/** A lab: what is around the code and the figure. */
export const lab = {
  source: 'CUDA source',
  /** Above the marks beside the code, '8 of 1'. */
  marks: 'wavefronts of ideal',
  frame: 'Bank conflicts of a CUDA snippet',
  leave: 'Press Esc, then Tab, to leave the editor.',
  veiled: 'The marks and the figure wait for your answer.',
  unveil: 'Show me',
  launch: 'launch',
  accesses: 'shared-memory accesses',
  why: 'Why',
  mend: 'Mend it',
  steps: 'wavefronts',
  back: 'previous wavefront',
  shown: 'wavefront shown',
  forth: 'next wavefront',
  play: 'Play',
  pause: 'Pause',
  table: 'Table',
  tableName: 'the figure as a table',
  share: 'Share',
  reset: 'Reset',
  wasReset: 'reset',
  copyLink: 'Copy link',
  copyFrame: 'Copy frame',
  copySvg: 'Copy SVG',
  saveSvg: 'Save SVG',
  copyPng: 'Copy PNG',
  savePng: 'Save PNG',
  copyText: 'Copy sentence',
  copied: 'Copied.',
  saved: 'Saved.',
  noClipboard: 'The clipboard is out of reach here; save the figure instead.',
  noPicture: 'The page does not let its figures become pictures; save the SVG instead.',
  noFigure: 'No figure stands here now, because the source has a mistake; mend it first.',
  linkTooLong: 'The source is too long for a link; copy the text itself instead.',
  linkCopied: 'Link copied.',
  linkShown: 'The link stands in the address bar.',
  damagedLink:
    'The address of this page was a link to a changed version of this code, but it cannot be read: it may be cut short, or of a newer edition. Here is the code as the page has it.',
  hint: 'Pick a lane to see its address, word and bank.',
  sharedBy: (lanes: readonly number[]): string => `; lanes ${list(lanes)} share it`,
  allWaves: (n: number): string =>
    n > 1 ? `all ${count(n)} wavefronts` : n === 1 ? '1 wavefront' : 'no wavefront',
  allShown: (n: number): string => `${waves(n)}, all shown`,
  /** `pass` is its number where there are several. */
  wave: (pass: number | undefined, wave: number, of: number, lanes: readonly number[]): string =>
    `${pass ? `pass ${pass}, ` : ''}wavefront ${wave} of ${of} · ${lanes.length > 1 ? 'lanes' : 'lane'} ${list(lanes)}`,
  knobNumber: (name: string): string => `${name}, as a number`,
  assumptions: (n: number): string => plural(n, 'assumption'),
  problems: (n: number): string => `${plural(n, 'problem')} in the source.`,
  kinds: { load: 'load', store: 'store', atomic: 'atomic', matrix: 'matrix', async: 'async' } as Record<
    Kind,
    string
  >,
  severity: { error: 'error', warning: 'warning', note: 'note' },
  line: (line: number): string => `line ${line}`,
  place: (line: number, column: number): string => `line ${line}, column ${column}`,
  stopped: (seconds: number): string =>
    `This ran longer than ${plural(seconds, 'second')} and was stopped. What is shown is the last version that finished; change the source and it runs again.`,
  unreachable:
    'The engine could not be fetched: there seems to be no network. It runs as soon as there is one, or with the next change.',
  broken: (message: string): string =>
    `The engine could not answer (${message}). What is shown is the last version that finished; the next change starts the engine anew.`,
  noSearch: 'The search could not be loaded: there seems to be no network.',
  notLoaded:
    'The part that reads and makes links and files could not be loaded: there seems to be no network.',
  /** What the editor says to screen readers, by its own English words. */
  editor: {} as Record<string, string>,
};

/** embed.html, where there is no lab to show. */
export const embed = {
  noLab:
    'This address holds no lab, or one of a newer version. In a lab, Share and then Copy frame gives one that does.',
};

/** The panel Mend it. */
export const mend = {
  title: 'What mends it',
  close: 'Close',
  search: 'search',
  searching: 'Searching…',
  beginsSearch: 'Searching.',
  stop: 'Stop',
  again: 'Search again',
  progress: (done: number, of: number): string => `Searching: ${count(done)} of ${plural(of, 'run')}`,
  nothing: 'No array of this code is laid out so that another layout would help.',
  array: (name: string, n: number, ideal: number): string => `${name}: ${cost(n, ideal)}`,
  rejected: (n: number): string => `${plural(n, 'change')} not offered`,
  notOffered: 'Not offered:',
  cut: 'The search was stopped before all was tried; this is what was proved until then.',
  failed: (message: string): string => `The engine could not search (${message}).`,
  superseded: 'The search ended, since another one has begun in this page.',
  lost: 'The search was lost with a run that took too long.',
  found: (n: number): string =>
    n
      ? `${plural(n, 'change')} found that ${n === 1 ? 'mends' : 'mend'} it.`
      : 'No change found that mends it.',
  waves: (before: number, after: number): string => `${count(before)} → ${count(after)} wavefronts`,
  /** `bytes` more shared memory; less where it is negative. */
  room: (bytes: number): string =>
    bytes
      ? `${plural(Math.abs(bytes), 'byte')} ${bytes > 0 ? 'more' : 'less'} shared memory`
      : 'no more shared memory',
  blocks: (before: number, after: number, chip: string): string =>
    `${before} → ${after} blocks on a multiprocessor of ${chip}`,
  proved: 'Proved',
  proof: (before: number, after: number, compares: boolean): string =>
    `The changed code was compiled and run beside yours: it takes ${count(after)} wavefronts of all shared memory in place of ${count(before)}, ` +
    `${compares ? 'leaves the same value in every byte that it can, over five fills of the memory that nobody wrote,' : 'leaves nothing behind that could have changed,'} ` +
    'in the first, the middle and the last block of every launch, and brings no new warning; other sizes, launches and data are to be tried anew.',
  change: 'the change',
  added: 'added: ',
  removed: 'removed: ',
  apply: 'Apply',
  copy: 'Copy diff',
  copied: 'Copied.',
  noClipboard: 'The clipboard is out of reach here.',
  all: (arrays: readonly string[]): string => arrays.join(' and '),
  atOnce: (arrays: string): string => `${arrays} at once`,
  applied: (arrays: readonly string[], before: number, after: number): string =>
    `Applied. ${arrays.join(' and ')} ${arrays.length > 1 ? 'take' : 'takes'} ${count(after)} wavefronts in place of ${count(before)}.`,
  /** What is said of the reader's own mend; `problem` in the engine's words. */
  judged: {
    unchanged: 'The code is still as it was. Change it first.',
    busy: 'It could not be judged: the engine had something else to do. Try again.',
    different: (problem: string): string => `It computes something else: ${problem}.`,
    unfit: (problem: string): string => `It cannot take the place of the code: ${problem}.`,
    sectors: (now: number, before: number): string =>
      `It leaves the same values, but asks for ${plural(now, 'sector')} of global memory, not ${count(before)}.`,
    worse: (n: number, best: number): string =>
      `It leaves the same values in ${plural(n, 'wavefront')}: still ${count(n - best)} more than the best found.`,
    larger: (n: number, bytes: number, most: number): string =>
      `It leaves the same values in ${plural(n, 'wavefront')}, but takes ${plural(bytes, 'byte')} more of shared memory; ` +
      (most ? `at most ${count(most)} are allowed.` : 'do it without one.'),
    best: (n: number, bytes: number): string =>
      `It leaves the same values in ${plural(n, 'wavefront')}, as good as the best found${bytes > 0 ? `, for ${plural(bytes, 'byte')} more` : ''}.`,
  },
  figure: 'figure',
  before: 'Before',
  after: 'After',
  allBlocks: 'Blocks on a multiprocessor, of every chip',
  chip: 'chip',
  blocksBefore: 'before',
  blocksAfter: 'after',
  line: (line: string): string => `line ${line}`,
};

/** What the reader's scripts say in a page of the book. */
export const reader = {
  right: 'Right.',
  wrong: 'Not yet.',
  emptyNumber: 'Write a number.',
  notNumber: 'Write a whole number in digits, such as 8.',
  emptyChoice: 'Choose one.',
  noJudge: 'It could not be judged: there seems to be no network.',
  allChosen: 'All of them, and no other.',
  missing: (n: number): string =>
    n === 1 ? 'One is missing that belongs here.' : `${n} are missing that belong here.`,
  solved: 'solved',
  tried: 'tried',
  progress: (solved: number, of: number): string => `${solved} of ${of} solved`,
  turn: 'Turn the card',
  knew: 'I knew it',
  again: 'Ask me again',
  left: (n: number): string => `${plural(n, 'card')} left`,
  done: (n: number): string => `All ${plural(n, 'card')} known.`,
  restart: 'Start over',
  found: (n: number): string => (n === 0 ? 'Nothing found.' : `${plural(n, 'place')} found.`),
  noSearch: 'The search could not be loaded; it is tried again as you type.',
  newEdition: 'A new edition of the book is ready.',
  othersOpen: 'Close the book’s other tabs, then reload.',
  reload: 'Reload',
  later: 'Later',
};

/** What the pages of the book hold around their texts, without script. */
export const site = {
  contents: 'Contents',
  onThisPage: 'On this page',
  skip: 'Skip to the text',
  theme: 'Theme',
  themes: { auto: 'Auto', light: 'Light', dark: 'Dark' },
  search: 'Search',
  searchName: 'Search the book',
  found: 'Places found',
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  chapter: (n: number): string => `Chapter ${n}`,
  withoutScript:
    'Everything stands here without JavaScript: figures, and the answers in the worked solutions. With it, the code can be changed and the figures follow.',
  footer: 'Nothing on this page calls another host. Your progress stays in this browser.',
  figure: (number: string): string => `Figure ${number}`,
  exercise: (number: string): string => `Exercise ${number}`,
  levels: ['Recognition', 'Application', 'Analysis', 'Synthesis', 'Mastery'] as readonly string[],
  answer: (exercise: string): string => `Your answer to ${exercise}`,
  check: 'Check',
  solution: 'Worked solution',
  explained: 'Explained here',
  line: (line: number): string => `line ${line}`,
  tableBelow: 'The same as a table',
  table: 'Table',
  settings: (pairs: string): string => `with ${pairs}`,
  number: count,
};

function ordinal(n: number): string {
  const teens = n % 100 >= 11 && n % 100 <= 13;
  return `${n}${teens ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}

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
