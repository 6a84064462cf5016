// All that the interface says, in English; de.ts says the same in German. Each room of the interface has its own table, so that a
// script holds no more than it says. A message that depends on numbers is a function of them, since languages order them
// differently. What the engine itself says (diagnostics, fixes) is not here.
import { cost, type Kind, waves } from './en-figure.ts';
import { speech } from './speech.ts';

export { type Clash, figure, type Kind } from './en-figure.ts';
export { across, occupancy, play, rows } from './en-pages.ts';
export { cards, practice } from './en-practice.ts';

const { count, plural, list } = /* @__PURE__ */ speech('en', ',', 'and', n => `${n} more`);

/** BCP 47. */
export const language: string = 'en';

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
