// What single pages of the book have of their own, in German.
import type { Messages } from './index.ts';
import { speech } from './speech.ts';

const { count, plural } = speech('de', '.', 'und', n => `${n} weitere`);

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
  otherTab: 'Auch ein anderer Tab hat hier geschrieben. Sein Text ist noch da.',
  showOther: 'Texte tauschen',
  dropOther: 'Vergessen',

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
