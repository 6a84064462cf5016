// All that the interface says, in German; en.ts says what each message is for. Terms of CUDA's own tools (Lane, Bank, Wavefront,
// Warp, Pass) stay as readers meet them there.
import type { Clash, Kind } from './en.ts';
import type { Messages } from './index.ts';
import { speech } from './speech.ts';

export { cards, practice } from './de-practice.ts';

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
const waves = (n: number): string => plural(n, 'Wavefront');
const passes = (n: number): string => plural(n, 'Pass', 'Pässe');
const cost = (n: number, ideal: number): string => `${waves(n)}, ideal ${count(ideal)}`;

export const language: string = 'de';

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

export const lab: Messages['lab'] = {
  source: 'CUDA-Quelltext',
  marks: 'Wavefronts von ideal',
  frame: 'Bankkonflikte eines CUDA-Ausschnitts',
  leave: 'Esc und dann Tab verlässt den Editor.',
  veiled: 'Marken und Bild warten auf deine Antwort.',
  unveil: 'Zeigen',
  launch: 'Start',
  accesses: 'Zugriffe auf Shared Memory',
  why: 'Warum',
  mend: 'Beheben',
  steps: 'Wavefronts',
  back: 'vorige Wavefront',
  shown: 'gezeigte Wavefront',
  forth: 'nächste Wavefront',
  play: 'Abspielen',
  pause: 'Anhalten',
  table: 'Tabelle',
  tableName: 'das Bild als Tabelle',
  share: 'Teilen',
  reset: 'Zurücksetzen',
  wasReset: 'zurückgesetzt',
  copyLink: 'Link kopieren',
  copyFrame: 'Rahmen kopieren',
  copySvg: 'SVG kopieren',
  saveSvg: 'SVG speichern',
  copyPng: 'PNG kopieren',
  savePng: 'PNG speichern',
  copyText: 'Satz kopieren',
  copied: 'Kopiert.',
  saved: 'Gespeichert.',
  noClipboard: 'Die Zwischenablage ist hier nicht zu erreichen; speichere das Bild stattdessen.',
  noPicture: 'Die Seite lässt aus ihren Bildern keine Dateien werden; speichere stattdessen das SVG.',
  noFigure: 'Hier steht gerade kein Bild, weil der Quelltext einen Fehler hat; behebe ihn zuerst.',
  linkTooLong: 'Der Quelltext ist zu lang für einen Link; kopiere stattdessen den Text selbst.',
  linkCopied: 'Link kopiert.',
  linkShown: 'Der Link steht in der Adresszeile.',
  damagedLink:
    'Die Adresse dieser Seite war ein Link auf eine geänderte Fassung dieses Quelltexts, aber er ist nicht lesbar: Vielleicht ist er abgeschnitten oder stammt aus einer neueren Ausgabe. Hier steht der Quelltext, wie ihn die Seite hat.',
  hint: 'Wähle eine Lane, um ihre Adresse, ihr Wort und ihre Bank zu sehen.',
  sharedBy: lanes => `; die Lanes ${list(lanes)} teilen es`,
  allWaves: n => (n > 1 ? `alle ${count(n)} Wavefronts` : n === 1 ? '1 Wavefront' : 'keine Wavefront'),
  allShown: n => `${waves(n)}, alle gezeigt`,
  wave: (pass, wave, of, lanes) =>
    `${pass ? `Pass ${pass}, ` : ''}Wavefront ${wave} von ${of} · ${lanes.length > 1 ? 'Lanes' : 'Lane'} ${list(lanes)}`,
  knobNumber: name => `${name}, als Zahl`,
  assumptions: n => plural(n, 'Annahme', 'Annahmen'),
  problems: n => `${plural(n, 'Problem', 'Probleme')} im Quelltext.`,
  kinds: { load: 'Laden', store: 'Schreiben', atomic: 'atomar', matrix: 'Matrix', async: 'asynchron' },
  severity: { error: 'Fehler', warning: 'Warnung', note: 'Hinweis' },
  line: line => `Zeile ${line}`,
  place: (line, column) => `Zeile ${line}, Spalte ${column}`,
  stopped: seconds =>
    `Das lief länger als ${plural(seconds, 'Sekunde', 'Sekunden')} und wurde beendet. Zu sehen ist die letzte Fassung, die fertig wurde; ändere den Quelltext, und er läuft wieder.`,
  unreachable:
    'Die Engine war nicht zu laden: Es scheint kein Netz zu geben. Sie läuft, sobald es eines gibt, oder mit der nächsten Änderung.',
  broken: message =>
    `Die Engine konnte nicht antworten (${message}). Zu sehen ist die letzte Fassung, die fertig wurde; die nächste Änderung startet die Engine neu.`,
  noSearch: 'Die Suche war nicht zu laden: Es scheint kein Netz zu geben.',
  notLoaded:
    'Der Teil, der Links und Dateien liest und macht, war nicht zu laden: Es scheint kein Netz zu geben.',
  editor: { 'Selection deleted': 'Auswahl gelöscht', 'Control character': 'Steuerzeichen' },
};

export const embed: Messages['embed'] = {
  noLab:
    'In dieser Adresse steht kein Labor, oder eines einer neueren Fassung. In einem Labor gibt Teilen und dann Rahmen kopieren eine, in der eines steht.',
};

export const mend: Messages['mend'] = {
  title: 'Was es behebt',
  close: 'Schließen',
  search: 'Suche',
  searching: 'Suche läuft …',
  beginsSearch: 'Suche läuft.',
  stop: 'Anhalten',
  again: 'Noch einmal suchen',
  progress: (done, of) => `Suche: ${count(done)} von ${plural(of, 'Lauf', 'Läufen')}`,
  nothing: 'Kein Array dieses Quelltexts liegt so, dass eine andere Anordnung hülfe.',
  array: (name, n, ideal) => `${name}: ${cost(n, ideal)}`,
  rejected: n => `${plural(n, 'Änderung', 'Änderungen')} nicht angeboten`,
  notOffered: 'Nicht angeboten:',
  cut: 'Die Suche wurde beendet, bevor alles versucht war; dies ist bis dahin bewiesen.',
  failed: message => `Die Engine konnte nicht suchen (${message}).`,
  superseded: 'Die Suche ist zu Ende, da in dieser Seite eine andere begonnen hat.',
  lost: 'Die Suche ging mit einem Lauf verloren, der zu lange dauerte.',
  found: n =>
    n
      ? `${plural(n, 'Änderung', 'Änderungen')} gefunden, ${n === 1 ? 'die' : 'von denen jede'} es behebt.`
      : 'Keine Änderung gefunden, die es behebt.',
  waves: (before, after) => `${count(before)} → ${count(after)} Wavefronts`,
  room: bytes =>
    bytes
      ? `${plural(Math.abs(bytes), 'Byte', 'Bytes')} ${bytes > 0 ? 'mehr' : 'weniger'} Shared Memory`
      : 'nicht mehr Shared Memory',
  blocks: (before, after, chip) => `${before} → ${after} Blöcke auf einem Multiprozessor von ${chip}`,
  proved: 'Bewiesen',
  proof: (before, after, compares) =>
    `Der geänderte Quelltext wurde übersetzt und neben deinem ausgeführt: Er braucht ${count(after)} Wavefronts über allen Shared Memory statt ${count(before)}, ` +
    `${compares ? 'hinterlässt in jedem Byte, wo er kann, denselben Wert, bei fünf Füllungen des Speichers, den niemand schrieb,' : 'hinterlässt nichts, was sich hätte ändern können,'} ` +
    'im ersten, mittleren und letzten Block jedes Starts, und bringt keine neue Warnung; andere Größen, Starts und Daten sind neu zu versuchen.',
  change: 'die Änderung',
  added: 'hinzugefügt: ',
  removed: 'entfernt: ',
  apply: 'Anwenden',
  copy: 'Diff kopieren',
  copied: 'Kopiert.',
  noClipboard: 'Die Zwischenablage ist hier nicht zu erreichen.',
  all: arrays => arrays.join(' und '),
  atOnce: arrays => `${arrays} zugleich`,
  applied: (arrays, before, after) =>
    `Angewendet. ${arrays.join(' und ')} ${arrays.length > 1 ? 'brauchen' : 'braucht'} ${count(after)} Wavefronts statt ${count(before)}.`,
  judged: {
    unchanged: 'Der Code ist noch, wie er war. Ändere ihn erst.',
    busy: 'Das war nicht zu prüfen: Die Engine hatte anderes zu tun. Versuch es noch einmal.',
    different: problem => `Das berechnet etwas anderes: ${problem}.`,
    unfit: problem => `Das kann den Code nicht ersetzen: ${problem}.`,
    sectors: (now, before) =>
      `Es hinterlässt dieselben Werte, braucht aber ${plural(now, 'Sektor', 'Sektoren')} des globalen Speichers statt ${count(before)}.`,
    worse: (n, best) =>
      `Es hinterlässt dieselben Werte mit ${plural(n, 'Wavefront')}: noch ${count(n - best)} mehr als das Beste, das gefunden wurde.`,
    larger: (n, bytes, most) =>
      `Es hinterlässt dieselben Werte mit ${plural(n, 'Wavefront')}, braucht aber ${plural(bytes, 'Byte', 'Bytes')} mehr Shared Memory; ` +
      (most ? `höchstens ${count(most)} sind erlaubt.` : 'es geht ohne.'),
    best: (n, bytes) =>
      `Es hinterlässt dieselben Werte mit ${plural(n, 'Wavefront')}, so gut wie das Beste, das gefunden wurde${bytes > 0 ? `, für ${plural(bytes, 'Byte', 'Bytes')} mehr` : ''}.`,
  },
  figure: 'Bild',
  before: 'Vorher',
  after: 'Nachher',
  allBlocks: 'Blöcke auf einem Multiprozessor, für jeden Chip',
  chip: 'Chip',
  blocksBefore: 'vorher',
  blocksAfter: 'nachher',
  line: line => `Zeile ${line}`,
};

export const reader: Messages['reader'] = {
  right: 'Richtig.',
  wrong: 'Noch nicht.',
  emptyNumber: 'Schreib eine Zahl.',
  notNumber: 'Schreib eine ganze Zahl in Ziffern, etwa 8.',
  emptyChoice: 'Wähl eine Antwort.',
  noJudge: 'Das war nicht zu prüfen: Es scheint kein Netz da zu sein.',
  allChosen: 'Alle davon, und keine andere.',
  missing: n => (n === 1 ? 'Eine fehlt, die dazugehört.' : `${n} fehlen, die dazugehören.`),
  solved: 'gelöst',
  tried: 'versucht',
  progress: (solved, of) => `${solved} von ${of} gelöst`,
  turn: 'Karte umdrehen',
  knew: 'Gewusst',
  again: 'Noch einmal fragen',
  left: n => `noch ${plural(n, 'Karte', 'Karten')}`,
  done: n => (n === 1 ? 'Die Karte ist gewusst.' : `Alle ${count(n)} Karten gewusst.`),
  restart: 'Von vorn',
  found: n => (n === 0 ? 'Nichts gefunden.' : `${plural(n, 'Stelle', 'Stellen')} gefunden.`),
  noSearch: 'Die Suche war nicht zu laden; beim Tippen wird es wieder versucht.',
  newEdition: 'Eine neue Ausgabe des Buches ist da.',
  othersOpen: 'Schließ die anderen Tabs des Buches und lade dann neu.',
  reload: 'Neu laden',
  later: 'Später',
};

export const site: Messages['site'] = {
  contents: 'Inhalt',
  onThisPage: 'Auf dieser Seite',
  skip: 'Zum Text',
  theme: 'Farben',
  themes: { auto: 'Auto', light: 'Hell', dark: 'Dunkel' },
  search: 'Suchen',
  searchName: 'Im Buch suchen',
  found: 'Gefundene Stellen',
  pages: 'Seiten',
  previous: 'Zurück',
  next: 'Weiter',
  chapter: n => `Kapitel ${n}`,
  withoutScript:
    'Ohne JavaScript steht hier alles: die Bilder, und die Antworten in den Lösungswegen. Mit JavaScript lässt sich der Quelltext ändern, und die Bilder folgen.',
  footer: 'Nichts auf dieser Seite ruft einen anderen Server. Dein Fortschritt bleibt in diesem Browser.',
  figure: number => `Bild ${number}`,
  exercise: number => `Aufgabe ${number}`,
  levels: ['Erkennen', 'Anwenden', 'Analysieren', 'Verbinden', 'Beherrschen'],
  answer: exercise => `Deine Antwort zu ${exercise}`,
  check: 'Prüfen',
  solution: 'Lösungsweg',
  explained: 'Hier erklärt',
  line: line => `Zeile ${line}`,
  tableBelow: 'Dasselbe als Tabelle',
  table: 'Tabelle',
  settings: pairs => `mit ${pairs}`,
  number: count,
};

export const play: Messages['play'] = {
  rooms: { kernel: 'Kernel', request: 'Eine Anfrage', profile: 'Profil' },
  roomsName: 'Was betrachtet wird',

  open: 'Datei öffnen',
  openHint: 'oder irgendwo auf dieser Seite ablegen',
  drop: 'Einen Kernel ablegen, oder ein Profil als CSV',
  opened: (name, lines) => `${name} ist offen: ${plural(lines, 'Zeile', 'Zeilen')}.`,
  tooLarge: (name, limit) =>
    `${name} ist größer als ${limit / 1000} kB; füg nur den Kernel ein, auf den es ankommt.`,
  notText: name => `${name} ist keine Textdatei.`,
  notRead: name => `${name} war nicht zu lesen.`,
  machine: 'Maschine',
  measured: 'gemessen',
  documented: 'dokumentiert',
  launch: 'Start',
  launchHint: 'wie der Code es sagt',
  blocks: 'Blöcke',
  fill: 'Ungeschriebener Speicher enthält',
  fills: {
    iota: '0, 1, 2, … je Element',
    words: '0, 1, 2, … je Wort',
    zero: 'Nullen',
    random: 'Zufallswerte',
  },

  running: (done, total, steps) =>
    `Läuft: ${count(done)} von ${plural(total, 'Block', 'Blöcken')} fertig, ${count(steps)} Warp-Instruktionen.`,
  runningSaid: 'Der Lauf dauert länger. Du kannst ihn anhalten und behältst, was er gefunden hat.',
  progress: 'fertige Blöcke',
  stop: 'Anhalten',
  stopped: (done, total) =>
    `Angehalten nach ${count(done)} von ${plural(total, 'Block', 'Blöcken')}. Zu sehen ist, was bis dahin lief.`,
  finished: 'Der Lauf ist zu Ende.',
  notKept:
    'Dieser Browser behält nichts für diese Seite. Kopier einen Link, bevor du gehst: Teilen, Link kopieren.',

  op: 'Instruktion',
  ops: { loads: 'Lesen', stores: 'Schreiben', atomics: 'Atomics', matrices: 'Matrizen' },
  mask: 'Aktive Lanes',
  maskHint: 'eine Maske, hexadezimal; Bit 0 ist Lane 0',
  stride: 'Bytes von Lane zu Lane',
  setOffsets: 'Adressen setzen',
  requestCode: 'Die Anfrage: Instruktion, Maske, eine Byte-Adresse für jede Lane',

  profileIntro:
    'Was Nsight Compute gemessen hat, neben dem, was die Regeln vorhersagen, Zeile für Zeile. Mach eine Datei aus der Source-Seite, Zeilen mit ihren Instruktionen, und öffne sie hier:',
  profileCommand: `nvcc -lineinfo -O3 -o program kernel.cu
ncu --set full --import-source yes -o report ./program
ncu --import report.ncu-rep --page source --print-source cuda,sass --csv > profile.csv`,
  openProfile: 'CSV-Datei öffnen',
  paste: 'Oder hier einfügen',
  compare: 'Vergleichen',
  noProfile: 'Noch gibt es nichts zu vergleichen.',
  noHeader:
    'Keine Tabelle von Quellzeilen gefunden. Exportiere die Source-Seite mit --page source --print-source cuda,sass --csv.',
  onlySass:
    'Das sind Instruktionen ohne die Zeilen, zu denen sie gehören. Exportiere mit --print-source cuda,sass; der Kernel muss mit -lineinfo übersetzt sein.',
  noCounts:
    'Die Spalten L1 Wavefronts Shared fehlen. Exportiere mit --print-source cuda,sass, denn cuda allein hat keine Zahlen; fehlen sie auch dort, profiliere mit --set full oder --section SourceCounters.',
  section: 'Gemessener Kernel',
  unnamed: n => `Tabelle ${n}`,
  takeCode: 'Den Code aus dem Profil nehmen',
  tookCode: 'Der Code ist jetzt der des Profils.',
  runAll: n => `Alle ${count(n)} Blöcke laufen lassen`,
  fewBlocks: (ran, all) =>
    `Das Profil zählt ${plural(all, 'Block', 'Blöcke')}; hier lief ${plural(ran, 'Block', 'Blöcke')}, also können die Zahlen noch nicht übereinstimmen.`,
  noReport:
    'Der Kernel läuft hier noch nicht: Öffne seine Quelle im Raum „Kernel“ oder füge sie dort ein, und sieh, was der sagt.',
  noFit: n =>
    `${plural(n, 'Zeile', 'Zeilen')} mit Zahlen ${n === 1 ? 'lautet' : 'lauten'} hier anders und ${n === 1 ? 'wird' : 'werden'} nicht verglichen.`,
  summary: (same, all) => `${count(same)} von ${plural(all, 'Zeile stimmt', 'Zeilen stimmen')} überein.`,
  columns: {
    line: 'Zeile',
    source: 'Quelle',
    wavefronts: 'Wavefronts vorhergesagt',
    measuredWavefronts: 'gemessen',
    ideal: 'Ideal vorhergesagt',
    measuredIdeal: 'gemessen',
    state: 'Urteil',
  },
  table: 'Vorhersage und Messung, Zeile für Zeile',
  states: {
    same: 'stimmt überein',
    differs: 'weicht ab: ein Compiler kann Zugriffe verschmolzen, verschoben oder weggelassen haben',
    other: 'lautet hier anders',
    unmeasured: 'nicht im Profil: ein Compiler kann sie weggelassen oder einer anderen Zeile gegeben haben',
    unpredicted: 'gemessen, aber für diese Zeile nicht vorhergesagt',
    unknown: 'nicht vorhersagbar',
  },
};

export const rows: Messages['rows'] = {
  table: 'Die Messungen, nach Instruktion',
  columns: {
    op: 'Instruktion',
    rows: 'Anfragen',
    range: 'Wavefronts',
    agree: 'Genau vorhergesagt',
  },
  span: (from, to) => `${count(from)} bis ${count(to)}`,
  explore: 'Einzelne Anfragen ansehen',
  exploreIntro: n =>
    `Alle ${count(n)} Anfragen lassen sich hier ansehen, eine um die andere; sie werden geladen, wenn du sie willst.`,
  load: n => `Die ${count(n)} Anfragen laden`,
  loading: 'Lädt …',
  noData: 'Die Messungen waren nicht zu laden. Versuch es wieder, wenn es ein Netz gibt.',
  op: 'Instruktion',
  anyOp: n => `alle ${n} Instruktionen`,
  lanes: 'Lanes',
  anyLanes: 'gleich welche',
  full: 'alle 32 nehmen teil',
  partial: 'manche nicht',
  order: 'Reihenfolge',
  asMeasured: 'wie gemessen',
  dearest: 'die meisten Wavefronts zuerst',
  check: 'Hier noch einmal vorhersagen',
  checking: 'Sagt vorher …',
  notChecked: 'Die Engine konnte nicht antworten; versuch es noch einmal.',
  checked: (agreed, n, ms) =>
    `${count(agreed)} von ${count(n)} stimmen überein, eben in diesem Browser vorhergesagt, in ${count(Math.round(ms))} ms.`,
  found: n => plural(n, 'Anfrage', 'Anfragen'),
  rowsName: 'Anfragen',
  row: {
    place: 'Datei und Zeile',
    op: 'Instruktion',
    mask: 'Aktive Lanes',
    predicted: 'Vorhergesagt',
    measured: 'Gemessen',
    conflicts: 'Konfliktzähler',
  },
  notRead: 'nicht gelesen',
  previous: 'Zurück',
  next: 'Weiter',
  range: (from, to, of) => `${count(from)} bis ${count(to)} von ${count(of)}`,
  figure: 'Die gewählte Anfrage',
  scatter:
    'Wavefronts vorhergesagt, nach rechts, und gemessen, nach oben. Ein Kreis ist größer, wo mehr Anfragen liegen.',
  scatterPoint: (predicted, measured, n) =>
    `vorhergesagt ${predicted}, gemessen ${measured}: ${plural(n, 'Anfrage', 'Anfragen')}`,
};

export const across: Messages['across'] = {
  table: 'Derselbe Code auf jeder Maschine',
  columns: {
    machine: 'Maschine',
    wavefronts: 'Wavefronts',
    ideal: 'Ideal',
    degree: 'Grad',
    chip: 'Chip',
    lanes: 'Lanes',
    banks: 'Bänke',
    evidence: 'Beleg',
  },
  chips: {
    sm_90: 'NVIDIA 5.0 bis 12.1',
    'sm_35-bank4': 'Kepler, 4-Byte-Modus',
    'sm_35-bank8': 'Kepler, 8-Byte-Modus',
    gfx942: 'AMD MI300X',
    gfx950: 'AMD MI350X',
    gfx1100: 'AMD RDNA 3',
    gfx1201: 'AMD RDNA 4',
  },
  measured: 'gemessen',
  measuredHere: 'gemessen auf 9.0',
  documented: 'dokumentiert',
};

const limits: Record<string, string> = {
  blocks: 'ihre Zahl',
  threads: 'die Threads',
  'shared memory': 'Shared Memory',
};
const blocksOf = (n: number): string => plural(n, 'Block', 'Blöcke');

export const occupancy: Messages['occupancy'] = {
  capability: 'Compute Capability',
  threads: 'Threads eines Blocks',
  bytes: 'Bytes Shared Memory',
  padding: 'Bytes Padding',
  columns: [
    'Compute Capability',
    'nach Threads',
    'nach Shared Memory',
    'nach Zahl',
    'Blöcke',
    'mit Padding',
    'Warps, mit Padding',
  ],
  of: (n, most) => `${n} von ${most}`,
  fewer: (blocks, by) => `${blocks} (−${by})`,

  launch: (capability, threads, bytes) =>
    `Auf ${capability}, Blöcke von ${plural(threads, 'Thread')} und ${plural(bytes, 'Byte')}:`,
  none: most => `keiner. Ein Block kann ${plural(most, 'Byte')} haben.`,
  atOnce: ({ blocks, warps, limit }, most) =>
    `${blocksOf(blocks)} zugleich, ${warps} von ${most} Warps, begrenzt durch ${limits[limit]}.`,
  padded: (bytes, { blocks, warps }) =>
    `Mit ${plural(bytes, 'Byte')} mehr sind es ${blocks === 1 ? '1 Block' : `${blocks} Blöcke`}, ${plural(warps, 'Warp')}.`,
  same: bytes => `Mit ${plural(bytes, 'Byte')} mehr bleibt es dabei.`,

  blocksAtOnce: 'Blöcke zugleich',
  perBlock: 'KB Shared Memory für jeden Block',
  steps: (capability, threads, steps) =>
    `Compute Capability ${capability}, Blöcke von ${plural(threads, 'Thread')}. ${steps
      .map(({ blocks, upTo }) => `${blocksOf(blocks)} bis ${plural(upTo, 'Byte')}`)
      .join(', ')}.`,
  table: 'Tabelle',
  caption:
    'Ein Block muss auf jede der drei Arten Platz finden, und die kleinste Zahl, die unterstrichene, entscheidet. In der Zeichnung ist der Ring der Block, wie er ist, und die Scheibe derselbe mit seinem Padding. Register bleiben außer Acht.',
};
