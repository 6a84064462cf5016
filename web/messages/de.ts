// All that the interface says, in German; en.ts says what each message is for. Terms of CUDA's own tools (Lane, Bank, Wavefront,
// Warp, Pass) stay as readers meet them there.
import { cost, waves } from './de-figure.ts';
import type { Messages } from './index.ts';
import { speech } from './speech.ts';

export { figure } from './de-figure.ts';
export { across, occupancy, play, rows } from './de-pages.ts';
export { cards, practice } from './de-practice.ts';

const { count, plural, list } = speech('de', '.', 'und', n => `${n} weitere`);

export const language: string = 'de';

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
