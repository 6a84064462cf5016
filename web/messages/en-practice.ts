// What the exercises from seeds say: their questions, hints and derivations. Codes come as HTML, `<code>…</code>`.
import { gcd } from '../figure/text.ts';
import type { Ask, Kind, Member } from '../practice/task.ts';
import { speech } from './speech.ts';

const { count, plural, list } = /* @__PURE__ */ speech('en', ',', 'and', n => `${n} more`);
const waves = (n: number): string => plural(n, 'wavefront');
const words = (n: number): string => plural(n, 'word');
/** 12 words against the 32 banks. */
const factor = (n: number): string =>
  n % 2
    ? `${n} and 32 share no factor`
    : `gcd(${n}, 32) = ${gcd(n, 32)}, so the banks come round again after ${plural(32 / gcd(n, 32), 'lane')}`;

export const practice = {
  kinds: {
    stride: 'Stride',
    struct: 'Struct',
    tile: 'Tile',
    padding: 'Padding',
    width: 'Width',
    mask: 'Mask',
    swizzle: 'Swizzle',
  } as Record<Kind, string>,
  kind: 'Kind',
  anyKind: 'all, by turns',
  another: 'Another one',
  same: 'The same kind again',
  exercise: 'Exercise',
  answer: 'Your answer',
  level: (level: number, of: number): string => `level ${level} of ${of}`,
  withLevel: 'level',

  questions: {
    stride: 'How many wavefronts does this read take?',
    struct:
      'How many bytes lie between what lane 0 reads and what lane 1 reads, and how many wavefronts does the read take?',
    tile: 'How many wavefronts does the read of each warp take?',
    padding: 'With which padding does a warp need the fewest wavefronts?',
    width: 'How many wavefronts does this access take, and how many of them are excessive?',
    mask: 'How many lanes take part in the read, and how many wavefronts does it take?',
    swizzle: 'How many wavefronts does this read take?',
  } as Record<Kind, string>,
  onlyWavefronts: 'How many wavefronts does this read take?',
  ask: {
    wavefronts: 'wavefronts',
    excessive: 'excessive wavefronts',
    lanes: 'lanes',
    step: 'bytes',
  } as Record<Ask, string>,
  option: (knob: string, value: number): string => `${knob} = ${value}`,

  hint: (next: number, of: number): string => `Hint ${next} of ${of}`,
  noMoreHints: 'No more hints',
  hintName: (n: number): string => `Hint ${n}.`,
  ideas: {
    stride: 'How many words is lane 1 from lane 0? Then: how often can that number be halved?',
    struct: 'The size of the struct is the stride. Add up the members, with the gaps that alignment leaves.',
    tile: 'Which of the threads share a warp? Threads are counted x first, then y, then z. Only what changes within the warp counts.',
    padding:
      'Padding makes the rows wider, and the width of a row is the step down a column. Which step shares the least with the 32 banks?',
    width:
      'How many bytes does a lane take? Narrow elements share words; wide ones make the warp go in passes.',
    mask: 'Write down the lanes for which the condition holds. The others ask for no word at all.',
    swizzle:
      'All rows begin in the same bank, so that the column alone decides. How many different columns do the lanes reach?',
  } as Record<Kind, string>,
  meet: (a: number, b: number, bank: number, several: boolean): string =>
    `The first lane that meets another one with a different word${several ? ' in its pass' : ''} is lane ${b}: it meets lane ${a} in bank ${bank}.`,
  noMeet: (several: boolean): string =>
    `No two lanes${several ? ' of a pass' : ''} meet in a bank with different words.`,
  meetWith: (option: string, a: number, b: number, bank: number): string =>
    `With ${option} lanes ${a} and ${b} meet in bank ${bank}, each with another word. Where does that come later, or never?`,

  stride: (n: number): string => `Neighbouring lanes are ${words(n)} apart: ${factor(n)}.`,
  groups: (group: number, inner: number, outer: number): string =>
    `Within each ${group} lanes neighbours are ${words(inner)} apart; from one such group to the next it is ${words(outer)}.`,
  wrap: (step: number, length: number): string =>
    `From lane to lane it is ${words(step)}, and at ${length} it begins anew. That breaks the rule of the strides; but equal words are served together.`,
  struct: (
    name: string,
    members: readonly Member[],
    alignment: number,
    size: number,
    elements: number,
  ): string => {
    const places = members.map(member => `${member.name} at ${member.offset}`).join(', ');
    const step = (elements * size) / 4;
    const each = elements > 1 ? `, and every ${count(elements)} of them are a step of ${words(step)}` : '';
    return `In <code>${name}</code> the members begin at these bytes: ${places}. The alignment is ${plural(alignment, 'byte')}, so it takes ${plural(size, 'byte')}, ${words(size / 4)}${each}: ${factor(step)}.`;
  },
  inner: (name: string, length: number, size: number): string =>
    `Each ${length} lanes share one <code>${name}</code> of ${plural(size, 'byte')}, ${words(size / 4)}, and are neighbours in it.`,
  block: (threads: readonly [number, number, number], step: readonly [number, number, number]): string => {
    const axes = ['x', 'y', 'z'];
    const used = axes.map((axis, i) => ({ axis, n: threads[i]!, w: step[i]! })).filter(({ n }) => n > 1);
    return `A warp of this block holds ${used.map(({ axis, n }) => `${n} threads in ${axis}`).join(', ')}. One step is ${used.map(({ axis, w }) => `${words(w)} in ${axis}`).join(', ')}.`;
  },
  padding: (rows: string, bytes: number): string =>
    `The rows are <code>${rows}</code> elements of ${plural(bytes, 'byte')} wide, and so is the step down a column.`,
  paddingCost: (option: string, row: number, cost: number): string =>
    `<code>${option}</code>: rows of ${words(row)}, ${waves(cost)}`,
  narrow: (type: string, bytes: number): string =>
    `A <code>${type}</code> takes ${plural(bytes, 'byte')}: ${4 / bytes} neighbours share a word. One pass serves all lanes.`,
  word: (type: string): string => `A <code>${type}</code> is one word. One pass serves all lanes.`,
  wide: (type: string, bytes: number, isStore: boolean): string =>
    `A <code>${type}</code> takes ${bytes} bytes, ${words(bytes / 4)}: ${128 / bytes} lanes fill the 32 banks once, and make a pass${isStore ? '; for writes that is always so' : ''}.`,
  mask: (condition: string, lanes: readonly number[]): string =>
    `<code>${condition}</code> holds for ${plural(lanes.length, 'lane')}: ${list(lanes)}. The others ask for nothing.`,
  swizzle: (columns: readonly number[], different: number): string =>
    `All rows begin in the same bank. Lanes 0 to ${columns.length - 1} read the columns ${columns.join(', ')}, and so on: ${plural(different, 'different one')} in all.`,
  xor: (first: readonly number[], second: readonly number[]): string =>
    `The first lanes’ indices: ${first.map((a, i) => `${a} XOR ${second[i]} = ${a ^ second[i]!}`).join(', ')}.`,

  table:
    'A byte address divided by 4, without the rest, is the word. The word modulo 32 is the bank. Some lanes:',
  tableName: 'Some lanes with their bytes, words and banks',
  shared: 'Lanes that want the same word of a bank share its trip.',
  busiest: (
    bank: number,
    wanted: readonly number[],
    by: readonly number[],
    pass: number | undefined,
  ): string => {
    const where = pass === undefined ? `Bank ${bank}` : `In pass ${pass} bank ${bank}`;
    return wanted.length === 1
      ? `${pass === undefined ? 'No' : `In pass ${pass} no`} bank has to deliver two different words: the degree is 1.`
      : `${where} has the most to deliver, ${plural(wanted.length, 'different word')}, ${list(wanted)}, first wanted by lanes ${list(by)}: the degree is ${wanted.length}.`;
  },
  total: (degrees: readonly number[], n: number, ideal: number): string => {
    const sum = degrees.length > 1 ? `${degrees.join(' + ')} = ` : '';
    const above =
      n > ideal
        ? `so ${count(n - ideal)} of them ${n - ideal === 1 ? 'is' : 'are'} excessive`
        : 'so none is excessive';
    return `That makes ${sum}${waves(n)}. Without conflicts it would be ${count(ideal)}, ${above}.`;
  },
  best: (option: string, n: number): string =>
    `So <code>${option}</code> is the best of the four, with ${waves(n)}. Its addresses:`,

  mistakes: {
    banks: (n: number): string =>
      `${n} banks are in use. What counts is how many different words the busiest of them has.`,
    step: (n: number): string =>
      `${n} is the step in words. What counts is the factor that it shares with 32.`,
    bytes: (n: number): string => `${n} is a number of bytes. Banks count words of 4 bytes.`,
    lanes: (n: number): string => `${n} lanes take part. What counts is the busiest bank.`,
    ideal: (n: number): string => `${n} would do without conflicts. Are there none?`,
    degree: (n: number): string => `${n} is the degree of one pass. Each pass takes its own wavefronts.`,
    wavefronts: (n: number): string => `${n} wavefronts in all; excessive is what lies above the ideal.`,
  },
  else: 'The hints below come nearer, one by one.',
  costs: (option: string, n: number, best: number): string =>
    `With <code>${option}</code> it is ${waves(n)}. One of the others takes ${count(best)}.`,
  right: (option: string, n: number): string =>
    `With <code>${option}</code> it is ${waves(n)}, the fewest of the four.`,
  engineSaid: 'The figure is the run of this very code.',
  noEngine: 'It could not be graded: the engine is not there. Try again when there is a network.',
  empty: 'Choose one of them.',

  up: (kind: string, level: number): string => `Two in a row: for ${kind} you go on with level ${level}.`,
  down: (kind: string, level: number): string => `For ${kind} you go on with level ${level}.`,
  standing: (answered: number, right: number): string =>
    `${plural(answered, 'exercise')} answered here, ${count(right)} right at once.`,

  progress: {
    none: 'Nothing is kept yet.',
    exercises: (solved: number, tried: number): string =>
      `${plural(solved, 'exercise')} of the book solved, ${count(tried)} more tried.`,
    practice: (answered: number, right: number): string =>
      `${plural(answered, 'exercise')} from seeds answered, ${count(right)} right at once.`,
    cards: (n: number): string => `${plural(n, 'flash card')} in the boxes.`,
    notKept:
      'This browser keeps nothing for this page: it is told not to, or has no room. All works until you leave; then it is forgotten.',
    export: 'Export',
    import: 'Import',
    clear: 'Clear',
    exported: (name: string): string => `Saved as ${name}.`,
    imported: 'Imported, and put together with what was here.',
    notJson: 'This file is not a progress file: it is no JSON. Choose one that Export has made.',
    notOurs: 'This file is not a progress file of this book. Choose one that Export has made.',
    newer: 'This progress file is of a newer edition of the book. Reload the book, then import it again.',
    damaged: (part: string): string =>
      `This progress file is damaged: ‘${part}’ holds what it cannot. Nothing was changed.`,
    tooLarge: 'This file is too large for a progress file. Nothing was changed.',
    notRead: 'The file could not be read. Nothing was changed.',
    ask: 'Clear all progress in this browser: exercises, levels, cards? It cannot be brought back, unless you exported it.',
    yes: 'Clear it',
    no: 'Keep it',
    cleared: 'All progress is cleared.',
  },
};

/** The flash cards that come again. */
export const cards = {
  due: (due: number, fresh: number): string =>
    due + fresh === 0
      ? 'Nothing is due today.'
      : `${plural(due + fresh, 'card')} for today${fresh ? `, ${count(fresh)} of them new` : ''}.`,
  next: (days: number): string =>
    days === 1 ? 'The next ones come tomorrow.' : `The next ones come in ${count(days)} days.`,
  none: 'There is nothing to come back to yet.',
  more: (n: number): string => `Learn ${plural(n, 'more new card')}`,
  turn: 'Turn the card',
  keys: 'Space turns the card; 1, 2, 3 and 4 say how it went.',
  grades: ['Not known', 'Hard', 'Good', 'Easy'] as readonly string[],
  days: (n: number): string => (n === 0 ? 'once more today' : n === 1 ? 'tomorrow' : `in ${count(n)} days`),
  boxes: (all: number, begun: number, known: number): string =>
    `${plural(all, 'card')}; ${count(begun)} begun, ${count(known)} of them come again in two weeks or later.`,
  asWas: (title: string): string => `From: ${title}`,
};
