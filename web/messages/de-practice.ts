// The exercises from seeds and the flash cards in German.
import { gcd } from '../figure/text.ts';
import type { Messages } from './index.ts';
import { speech } from './speech.ts';

const { count, plural, list } = speech('de', '.', 'und', n => `${n} weitere`);
const waves = (n: number): string => plural(n, 'Wavefront');
const words = (n: number): string => plural(n, 'Wort', 'Wörter');
const tasks = (n: number): string => plural(n, 'Aufgabe', 'Aufgaben');
const factor = (n: number): string =>
  n % 2
    ? `${n} und 32 haben keinen gemeinsamen Teiler`
    : `ggT(${n}, 32) = ${gcd(n, 32)}, also kehren die Banks nach ${plural(32 / gcd(n, 32), 'Lane')} wieder`;

export const practice: Messages['practice'] = {
  kinds: {
    stride: 'Schritte',
    struct: 'Struct',
    tile: 'Kachel',
    padding: 'Padding',
    width: 'Breite',
    mask: 'Maske',
    swizzle: 'Swizzle',
  },
  kind: 'Art',
  anyKind: 'alle im Wechsel',
  another: 'Eine andere',
  same: 'Noch eine dieser Art',
  exercise: 'Aufgabe',
  answer: 'Deine Antwort',
  level: (level, of) => `Stufe ${level} von ${of}`,
  withLevel: 'Stufe',

  questions: {
    stride: 'Wie viele Wavefronts kostet dieses Lesen?',
    struct:
      'Wie viele Bytes liegen zwischen dem, was Lane 0 liest, und dem, was Lane 1 liest, und wie viele Wavefronts kostet das Lesen?',
    tile: 'Wie viele Wavefronts kostet das Lesen jeden Warp?',
    padding: 'Mit welchem Padding braucht ein Warp die wenigsten Wavefronts?',
    width: 'Wie viele Wavefronts kostet dieser Zugriff, und wie viele davon sind überzählig?',
    mask: 'Wie viele Lanes nehmen am Lesen teil, und wie viele Wavefronts kostet es?',
    swizzle: 'Wie viele Wavefronts kostet dieses Lesen?',
  },
  onlyWavefronts: 'Wie viele Wavefronts kostet dieses Lesen?',
  ask: { wavefronts: 'Wavefronts', excessive: 'überzählige Wavefronts', lanes: 'Lanes', step: 'Bytes' },
  option: (knob, value) => `${knob} = ${value}`,

  hint: (next, of) => `Hinweis ${next} von ${of}`,
  noMoreHints: 'Kein Hinweis mehr',
  hintName: n => `Hinweis ${n}.`,
  ideas: {
    stride: 'Wie viele Wörter liegt Lane 1 von Lane 0? Und dann: Wie oft lässt sich diese Zahl halbieren?',
    struct:
      'Die Größe des Structs ist die Schrittweite. Zähl die Member zusammen, mit den Lücken, die die Ausrichtung lässt.',
    tile: 'Welche Threads teilen sich einen Warp? Gezählt wird erst x, dann y, dann z. Nur was sich im Warp ändert, zählt.',
    padding:
      'Padding macht die Zeilen breiter, und die Breite einer Zeile ist der Schritt die Spalte hinab. Welcher Schritt hat mit den 32 Banks am wenigsten gemein?',
    width:
      'Wie viele Bytes nimmt eine Lane? Schmale Elemente teilen sich Wörter; breite schicken den Warp in mehreren Pässen.',
    mask: 'Schreib die Lanes auf, für die die Bedingung gilt. Die anderen wollen gar kein Wort.',
    swizzle:
      'Alle Zeilen beginnen in derselben Bank, also entscheidet allein die Spalte. Wie viele verschiedene Spalten erreichen die Lanes?',
  },
  meet: (a, b, bank, several) =>
    `Die erste Lane, die${several ? ' in ihrem Pass' : ''} auf eine andere mit einem anderen Wort trifft, ist Lane ${b}: Sie trifft Lane ${a} in Bank ${bank}.`,
  noMeet: several =>
    `Keine zwei Lanes${several ? ' eines Passes' : ''} treffen sich in einer Bank mit verschiedenen Wörtern.`,
  meetWith: (option, a, b, bank) =>
    `Mit ${option} treffen sich die Lanes ${a} und ${b} in Bank ${bank}, jede mit einem anderen Wort. Wo geschieht das später, oder nie?`,

  stride: n => `Benachbarte Lanes liegen ${words(n)} auseinander: ${factor(n)}.`,
  groups: (group, inner, outer) =>
    `Unter je ${group} Lanes liegen Nachbarn ${words(inner)} auseinander; von einer solchen Gruppe zur nächsten sind es ${words(outer)}.`,
  wrap: (step, length) =>
    `Von Lane zu Lane sind es ${words(step)}, und bei ${length} beginnt es von vorn. Das bricht die Regel der Schrittweiten; gleiche Wörter aber werden gemeinsam bedient.`,
  struct: (name, members, alignment, size, elements) => {
    const places = members.map(member => `${member.name} bei ${member.offset}`).join(', ');
    const step = (elements * size) / 4;
    const each = elements > 1 ? `, und je ${count(elements)} davon sind ein Schritt von ${words(step)}` : '';
    return `In <code>${name}</code> beginnen die Member bei diesen Bytes: ${places}. Die Ausrichtung ist ${plural(alignment, 'Byte')}, also nimmt es ${plural(size, 'Byte')}, ${words(size / 4)}${each}: ${factor(step)}.`;
  },
  inner: (name, length, size) =>
    `Je ${length} Lanes teilen sich ein <code>${name}</code> von ${plural(size, 'Byte')}, ${words(size / 4)}, und sind darin Nachbarn.`,
  block: (threads, step) => {
    const used = ['x', 'y', 'z']
      .map((axis, i) => ({ axis, n: threads[i]!, w: step[i]! }))
      .filter(({ n }) => n > 1);
    return `Ein Warp dieses Blocks hat ${used.map(({ axis, n }) => `${n} Threads in ${axis}`).join(', ')}. Ein Schritt ist ${used.map(({ axis, w }) => `${words(w)} in ${axis}`).join(', ')}.`;
  },
  padding: (rows, bytes) =>
    `Die Zeilen sind <code>${rows}</code> Elemente von ${plural(bytes, 'Byte')} breit, und so weit ist der Schritt die Spalte hinab.`,
  paddingCost: (option, row, cost) =>
    `<code>${option}</code>: Zeilen von ${row === 1 ? 'einem Wort' : `${row} Wörtern`}, ${waves(cost)}`,
  narrow: (type, bytes) =>
    `Ein <code>${type}</code> nimmt ${plural(bytes, 'Byte')}: ${4 / bytes} Nachbarn teilen sich ein Wort. Ein Pass bedient alle Lanes.`,
  word: type => `Ein <code>${type}</code> ist ein Wort. Ein Pass bedient alle Lanes.`,
  wide: (type, bytes, isStore) =>
    `Ein <code>${type}</code> nimmt ${bytes} Bytes, ${words(bytes / 4)}: ${128 / bytes} Lanes füllen die 32 Banks einmal und sind ein Pass${isStore ? '; beim Schreiben ist das immer so' : ''}.`,
  mask: (condition, lanes) =>
    `<code>${condition}</code> gilt für ${plural(lanes.length, 'Lane')}: ${list(lanes)}. Die anderen wollen nichts.`,
  swizzle: (columns, different) =>
    `Alle Zeilen beginnen in derselben Bank. Die Lanes 0 bis ${columns.length - 1} lesen die Spalten ${columns.join(', ')} und so weiter: im Ganzen ${plural(different, 'verschiedene', 'verschiedene')}.`,
  xor: (first, second) =>
    `Die Indizes der ersten Lanes: ${first.map((a, i) => `${a} XOR ${second[i]} = ${a ^ second[i]!}`).join(', ')}.`,

  table:
    'Eine Byte-Adresse geteilt durch 4, ohne den Rest, ist das Wort. Das Wort modulo 32 ist die Bank. Einige Lanes:',
  tableName: 'Einige Lanes mit ihren Bytes, Wörtern und Banks',
  shared: 'Lanes, die dasselbe Wort einer Bank wollen, teilen sich seinen Weg.',
  busiest: (bank, wanted, by, pass) => {
    const where = pass === undefined ? '' : `In Pass ${pass} `;
    return wanted.length === 1
      ? `${where ? `${where}hat keine` : 'Keine'} Bank${where ? '' : ' hat'} zwei verschiedene Wörter zu liefern: Der Grad ist 1.`
      : `${where ? `${where}hat Bank ${bank}` : `Bank ${bank} hat`} am meisten zu liefern, ${count(wanted.length)} verschiedene Wörter, ${list(wanted)}, zuerst gewollt von den Lanes ${list(by)}: Der Grad ist ${wanted.length}.`;
  },
  total: (degrees, n, ideal) => {
    const sum = degrees.length > 1 ? `${degrees.join(' + ')} = ` : '';
    const above =
      n > ideal
        ? `also ${n - ideal === 1 ? 'ist' : 'sind'} ${count(n - ideal)} davon überzählig`
        : 'also ist keine überzählig';
    return `Das macht ${sum}${waves(n)}. Ohne Konflikte wären es ${count(ideal)}, ${above}.`;
  },
  best: (option, n) =>
    `Also ist <code>${option}</code> das beste von den vieren, mit ${waves(n)}. Seine Adressen:`,

  mistakes: {
    banks: n =>
      `${n} Banks sind in Gebrauch. Es zählt, wie viele verschiedene Wörter die vollste von ihnen hat.`,
    step: n => `${n} ist der Schritt in Wörtern. Es zählt der Teiler, den er mit 32 gemein hat.`,
    bytes: n => `${n} ist eine Zahl von Bytes. Banks zählen Wörter von 4 Bytes.`,
    lanes: n => `${n} Lanes nehmen teil. Es zählt die vollste Bank.`,
    ideal: n => `${n} würde ohne Konflikte reichen. Gibt es keine?`,
    degree: n => `${n} ist der Grad eines Passes. Jeder Pass braucht seine eigenen Wavefronts.`,
    wavefronts: n => `${n} Wavefronts sind es im Ganzen; überzählig ist, was über dem Ideal liegt.`,
  },
  else: 'Die Hinweise darunter führen Schritt für Schritt näher.',
  costs: (option, n, best) =>
    `Mit <code>${option}</code> sind es ${waves(n)}. Ein anderes kostet ${count(best)}.`,
  right: (option, n) => `Mit <code>${option}</code> sind es ${waves(n)}, die wenigsten von den vieren.`,
  engineSaid: 'Das Bild ist der Lauf genau dieses Quelltexts.',
  noEngine: 'Das war nicht zu prüfen: Die Maschine fehlt. Versuch es wieder, wenn ein Netz da ist.',
  empty: 'Wähl eines davon.',

  up: (kind, level) => `Zwei hintereinander: Bei ${kind} geht es mit Stufe ${level} weiter.`,
  down: (kind, level) => `Bei ${kind} geht es mit Stufe ${level} weiter.`,
  standing: (answered, right) => `${tasks(answered)} hier beantwortet, ${count(right)} auf Anhieb richtig.`,

  progress: {
    none: 'Noch ist nichts aufgehoben.',
    exercises: (solved, tried) => `${tasks(solved)} des Buches gelöst, ${count(tried)} weitere versucht.`,
    practice: (answered, right) =>
      `${tasks(answered)} aus dem Generator beantwortet, ${count(right)} auf Anhieb richtig.`,
    cards: n => `${plural(n, 'Lernkarte', 'Lernkarten')} in den Fächern.`,
    notKept:
      'Dieser Browser hebt für diese Seite nichts auf: Er soll nicht, oder er hat keinen Platz. Alles geht, bis du die Seite verlässt; dann ist es vergessen.',
    export: 'Exportieren',
    import: 'Importieren',
    clear: 'Löschen',
    exported: name => `Gespeichert als ${name}.`,
    imported: 'Importiert und mit dem zusammengelegt, was hier war.',
    notJson:
      'Diese Datei ist kein Fortschritt: Sie ist kein JSON. Wähl eine, die Exportieren geschrieben hat.',
    notOurs: 'Diese Datei ist kein Fortschritt dieses Buches. Wähl eine, die Exportieren geschrieben hat.',
    newer:
      'Dieser Fortschritt ist von einer neueren Ausgabe des Buches. Lade das Buch neu und importiere ihn dann.',
    damaged: part =>
      `Diese Datei ist beschädigt: In ‚${part}‘ steht, was dort nicht stehen kann. Nichts wurde geändert.`,
    tooLarge: 'Diese Datei ist zu groß für einen Fortschritt. Nichts wurde geändert.',
    notRead: 'Die Datei war nicht zu lesen. Nichts wurde geändert.',
    ask: 'Allen Fortschritt in diesem Browser löschen: Aufgaben, Stufen, Karten? Ohne einen Export kommt er nicht wieder.',
    yes: 'Löschen',
    no: 'Behalten',
    cleared: 'Aller Fortschritt ist gelöscht.',
  },
};

export const cards: Messages['cards'] = {
  due: (due, fresh) =>
    due + fresh === 0
      ? 'Heute ist nichts dran.'
      : `${plural(due + fresh, 'Karte', 'Karten')} für heute${fresh ? `, davon ${count(fresh)} neu` : ''}.`,
  next: days => (days === 1 ? 'Die nächsten kommen morgen.' : `Die nächsten kommen in ${count(days)} Tagen.`),
  none: 'Noch gibt es nichts, das wiederkommt.',
  more: n => `${plural(n, 'weitere neue Karte', 'weitere neue Karten')} lernen`,
  turn: 'Karte umdrehen',
  keys: 'Die Leertaste dreht die Karte um; 1, 2, 3 und 4 sagen, wie es ging.',
  grades: ['Nicht gewusst', 'Schwer', 'Gut', 'Leicht'],
  days: n => (n === 0 ? 'heute noch einmal' : n === 1 ? 'morgen' : `in ${count(n)} Tagen`),
  boxes: (all, begun, known) =>
    `${plural(all, 'Karte', 'Karten')}; ${count(begun)} begonnen, ${count(known)} davon kommen erst in zwei Wochen oder später wieder.`,
  asWas: title => `Aus: ${title}`,
};
