// The figures and the sentence below them, in German.
import type { Clash, Kind } from './en-figure.ts';
import type { Messages } from './index.ts';
import { speech } from './speech.ts';

const { count, plural, list } = speech('de', '.', 'und', n => `${n} weitere`);

const verbs: Record<Kind, string> = {
  load: 'lesen',
  store: 'schreiben',
  atomic: 'ändern',
  matrix: 'nennen',
  async: 'schreiben',
};
const spelt = (n: number): string => ({ 2: 'zwei', 4: 'vier', 8: 'acht' })[n] ?? `${n}`;
const passOf = (pass: number | undefined): string => (pass ? ` von Pass ${pass}` : '');
const want = ({ lanes, bank, pass }: Clash): string =>
  `wollen ${lanes.length > 2 ? 'alle' : 'beide'} Lanes ${list(lanes)}${passOf(pass)} zu Bank ${bank}, jede zu einem anderen Wort.`;
const wordsApart = (step: number): string => plural(step, 'Wort', 'Wörter');
const apart = (step: number): string => `Benachbarte Lanes liegen ${wordsApart(step)} auseinander`;
const swap = (swaps: boolean): string =>
  swaps ? ' Das Compare-and-Swap jeder Lane braucht zwei Wege zu seiner Bank.' : '';
const least = (isLeast: boolean): string => (isLeast ? 'mindestens ' : '');
export const waves = (n: number): string => plural(n, 'Wavefront');
const passes = (n: number): string => plural(n, 'Pass', 'Pässe');
export const cost = (n: number, ideal: number): string => `${waves(n)}, ideal ${count(ideal)}`;

export const figure: Messages['figure'] = {
  list,

  nothing: ['Kein Zugriff auf Shared Memory.', 'Noch trifft nichts auf die Banks.'],
  unpredictable: [
    'Nicht vorhersagbar.',
    'Ein cp.async schreibt, wie seine Daten aus dem globalen Speicher eintreffen; für seine Wavefronts ist keine Regel bekannt.',
  ],
  noLane: ['0 Wavefronts.', 'Keine Lane nimmt teil.'],
  verdict: (n, ideal, isLeast) =>
    `${isLeast ? 'Mindestens ' : ''}${n > ideal ? cost(n, ideal) : `${waves(n)}, weniger geht nicht`}.`,
  bound: 'Andere Warps an derselben Adresse können weitere Runden kosten.',
  alike: (requests, n, ideal) =>
    `Alle ${count(requests)} Anfragen dieses Zugriffs sind gleich: zusammen ${cost(n, ideal)}.`,
  oneOf: (times, rank, kinds, all) => {
    const came = times === 1 ? 'einmal' : `${count(times)}-mal`;
    const others = `von ${kinds} verschiedenen`;
    const place =
      rank === undefined
        ? `eine ${others}, die alle gleich viel kosten`
        : `${rank ? `Nummer ${rank + 1}` : 'die teuerste'} ${others}`;
    return `Diese Anfrage kam ${came} und ist ${place}; ${all}.`;
  },
  together: (requests, n, ideal) => `alle ${count(requests)} zusammen kosten ${cost(n, ideal)}`,
  mask: (lanes, of) => `Nur ${lanes.length} von ${of} Lanes nehmen teil (${list(lanes)}).`,

  rounds: (step, banks, clash) => {
    const times = step / banks;
    return `${apart(step)}, ${times === 1 ? 'einmal' : `${times}-mal`} um alle ${banks} Banks herum; so ${want(clash)}`;
  },
  factor: (step, banks, gcd, clash) =>
    `${apart(step)}: ggT(${step}, ${banks}) = ${gcd}, also erreichen sie nur ${banks / gcd} der ${banks} Banks. Dort ${want(clash)}`,
  strided: (step, clash) => `${apart(step)}; so ${want(clash)}`,
  clash: ([a, b], [u, v], bank, more) =>
    `Die Lanes ${a} und ${b} geraten aneinander: Die Wörter ${u} und ${v} liegen beide in Bank ${bank}` +
    `${more ? `, und mit ihnen ${plural(more, 'weiteres Wort', 'weitere Wörter')}` : ''}.`,

  alone: lane => `Nur Lane ${lane} nimmt teil, also kann nichts aneinandergeraten.`,
  broadcast: (lanes, kind, words, bank) => {
    const what = words.length > 1 ? `die Wörter ${list(words)}` : `Wort ${words[0]} von Bank ${bank}`;
    const how =
      kind === 'store'
        ? 'und die Bank nimmt es einmal an'
        : 'geholt wird einmal, verteilt an alle (Broadcast)';
    return `Alle ${lanes} Lanes ${verbs[kind]} ${what}, ${how}.`;
  },
  shared: (kind, inPass) =>
    `Lanes, die dasselbe Wort ${verbs[kind]}, teilen sich den Weg, und keine zwei verschiedenen Wörter${inPass ? ' eines Passes' : ''} liegen in einer Bank.`,
  apart: inPass =>
    `Keine zwei Lanes${inPass ? ' eines Passes' : ''} wollen zu verschiedenen Wörtern einer Bank.`,
  neighbours: kind =>
    `Benachbarte Lanes ${verbs[kind]} benachbarte Wörter, also hat jede Lane eine Bank für sich.`,
  narrow: (lanes, bytes) =>
    `Je ${spelt(lanes)} benachbarte Lanes teilen sich ein Wort von ${bytes} Bytes, und jedes Wort liegt in einer anderen Bank.`,
  coprime: (step, banks) =>
    `${apart(step)}; ${step} und ${banks} haben keinen gemeinsamen Teiler, also trifft jede Lane eine Bank für sich.`,
  spread: (step, lanes) =>
    `${apart(step)}, und die ${lanes} Lanes, die teilnehmen, treffen verschiedene Banks.`,

  swapLoop: rounds =>
    `Das kann kein einzelner Befehl: Es ist ein Laden und dann ein Compare-and-Swap von 4-Byte-Wörtern, ${plural(rounds, 'Runde', 'Runden')}; in jeder kommt von jedem Wort eine Lane durch.`,
  loop: rounds =>
    `Das kann kein einzelner Befehl: Es ist eine Schleife aus Laden und Compare-and-Swap${rounds === undefined ? '' : `, ${plural(rounds, 'Runde', 'Runden')}`}. In jeder Runde bedient eine Bank eine der Lanes, die auf sie warten.`,
  merged: 'Plus 1, wenn das Ergebnis nicht gebraucht wird, zählt für alle Lanes eines Wortes auf einmal.',
  ownBanks: (swaps, inPass) =>
    `Jede Lane${inPass ? ' eines Passes' : ''} trifft eine Bank für sich.${swap(swaps)}`,
  queue: (lanes, all, word, bank, swaps) => {
    const who = all ? `Alle ${lanes.length} Lanes` : `Die Lanes ${list(lanes)}`;
    const where = word === undefined ? `Bank ${bank}` : `Wort ${word} in Bank ${bank}`;
    return `Atomare Zugriffe werden nicht zusammengefasst: ${who} wollen zu ${where}, und die Bank nimmt sie nacheinander.${swap(swaps)}`;
  },

  pairRule: (n, reads, near, quarters) => {
    const groups = quarters ? 'Viertel des Warps' : 'halbe Warps';
    const cause = reads
      ? `Jede Lane liest dieselbe Adresse wie ${near ? 'ihre Nachbarin' : 'die Lane zwei Plätze weiter'}`
      : `Von keiner Lane nimmt ${near ? 'die Nachbarin' : 'das Gegenstück zwei Plätze weiter'} teil`;
    return `${cause}, also werden ${groups} paarweise bedient (Paarregel): ${passes(n)}.`;
  },
  matrixRows: n => `Je acht Lanes nennen eine Zeile von 16 Bytes: ${passes(n)}.`,
  passes: (n, bytes, groups, each) => {
    const names = { halves: ' (halben Warps)', quarters: ' (Vierteln des Warps)' };
    const many = `${n === 1 ? '1 Pass' : `${count(n)} Pässen`}${groups ? names[groups] : ''}`;
    const served = bytes
      ? `Mit ${bytes} Bytes für jede Lane wird der Warp in ${many} bedient`
      : `Der Warp wird in ${many} bedient`;
    return `${served}${each ? ', mit je einer Wavefront' : ''}.`;
  },

  markUnknown: text => `${text}: nicht vorhersagbar`,
  mark: (n, ideal, degree, isLeast) =>
    `${least(isLeast)}${count(n)} ${n > ideal ? 'statt' : 'von'} ${count(ideal)}${degree ? ` · ${count(degree)}-fach` : ''}`,
  markTitle: (text, { n, ideal, requests, degree }, isLeast) => {
    const all = requests === 1 ? '' : ` für ${plural(requests, 'Anfrage', 'Anfragen')}`;
    return `${text}: ${least(isLeast)}${cost(n, ideal)}${all}${degree ? `, ${count(degree)}-facher Konflikt` : ''}`;
  },
  badgeNone: 'kein Zugriff',
  badgeNoneTitle: 'kein Zugriff auf Shared Memory',
  badgeClean: 'kein Konflikt',
  badge: (degree, isLeast) => `${least(isLeast)}${count(degree)}-fach`,

  lanes: 'Lanes',
  lane: 'Lane',
  byte: 'Byte',
  word: 'Wort',
  words: 'Wörter',
  bank: 'Bank',
  banks: 'Banks',
  pass: 'Pass',
  wavefront: 'Wavefront',
  laneName: lane => `Lane ${lane}`,
  idle: 'nimmt nicht teil',
  idleLane: 'nimmt an dieser Anfrage nicht teil',
  atByte: byte => `Byte ${byte}`,
  rest: bytes => `, Rest ${bytes}`,
  inWords: (words, several) => `${several ? 'Wörter' : 'Wort'} ${words}`,
  inBanks: (banks, several) => `${several ? 'Banks' : 'Bank'} ${banks}`,
  inPass: (pass, of) => `Pass ${pass} von ${of}, `,
  inWaves: (numbers, of) => `${numbers.length > 1 ? 'Wavefronts' : 'Wavefront'} ${list(numbers)} von ${of}`,
  perBank: { words: 'Wörter/Bank', trips: 'Wege/Bank', lanes: 'Lanes/Bank' },
  wordRange: range => `Wörter ${range}`,
  everyRow: step => `jede ${step}. Zeile`,
  rowsLeftOut: n => `ohne ${plural(n, 'Zeile', 'Zeilen')}`,
  loopNames: n => [`eine Schleife aus Laden und Tauschen · ${waves(n)}`, 'eine Schleife'],
  passNames: (pass, n, paired) => {
    const name = pass === undefined ? '1 Pass' : `Pass ${pass}`;
    return [
      `${name}${paired ? ', vereint durch die Paarregel' : ''} · ${waves(n)}`,
      `${name} · ${waves(n)}`,
      name,
    ];
  },
  noAccessTitle: banks => `${banks} Banks von Shared Memory, kein Zugriff`,
  title: (text, lanes, banks, n, ideal) =>
    `${text}: ${plural(lanes, 'Lane')} auf ${banks} Banks, ${cost(n, ideal)}`,
  tableCaption: text => `${text}, Lane für Lane`,

  requests: 'verschiedene Anfragen dieses Zugriffs, die teuerste zuerst',
  request: (i, of) => `Anfrage ${i} von ${of}`,
  requestCost: (n, ideal, times) => `${cost(n, ideal)}, ${count(times)}-mal`,
  requestPlace: (times, block, warp, execution) =>
    `${count(times)}-mal, zuerst in Block ${block}, Warp ${warp}, Ausführung ${execution}`,
};
