// The figures and the sentence below them, in English.
import { speech } from './speech.ts';

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
export const waves = (n: number): string => plural(n, 'wavefront');
export const cost = (n: number, ideal: number): string => `${waves(n)}, ideal ${count(ideal)}`;

function ordinal(n: number): string {
  const teens = n % 100 >= 11 && n % 100 <= 13;
  return `${n}${teens ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}

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
