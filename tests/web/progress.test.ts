// What is kept of a reader: when a card comes again, by a clock that the test turns; files that hold progress, and files that do not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CardState,
  dayOf,
  freshEachDay,
  type Grade,
  graded,
  intervals,
  todayOf,
} from '../../web/cards/schedule.ts';
import { fileText, mostBytes, readFile } from '../../web/progress/file.ts';
import { merged, type Progress, read } from '../../web/progress/shape.ts';

test('a card that is known waits twice as long each time, one that is not comes again the same day', () => {
  let today = 20_000;
  let state: CardState | undefined;
  const waits: number[] = [];
  const grade = (given: Grade) => {
    state = graded(state, given, today);
    waits.push(state.due - today);
    today = state.due;
  };
  for (let i = 0; i < 9; i++) grade(3);
  assert.deepEqual(waits.splice(0), [1, 2, 4, 8, 16, 32, 64, 64, 64]);
  grade(2);
  grade(1);
  grade(2);
  grade(4);
  grade(4);
  assert.deepEqual(waits, [64, 0, 1, 4, 16]);
  assert.equal(state!.first, 20_000);
  assert.equal(state!.seen, today - 16);
  assert.equal(graded(undefined, 4, 5).due, 7);
});

test('today are the cards that are due, the longest due first, and as many new ones as there are for a day', () => {
  const ids = Array.from({ length: 30 }, (_, i) => `card-${i}`);
  let states: Record<string, CardState> = {};
  const day = 100;
  const first = todayOf(ids, states, day);
  assert.deepEqual(
    [first.due, first.fresh, first.next, first.left],
    [[], ids.slice(0, freshEachDay), undefined, 20],
  );
  for (const id of first.fresh)
    states = { ...states, [id]: graded(states[id], id === 'card-0' ? 1 : 3, day) };
  const after = todayOf(ids, states, day);
  assert.deepEqual([after.due, after.fresh, after.next], [['card-0'], [], 1]);
  assert.equal(todayOf(ids, states, day, freshEachDay).fresh[0], 'card-10');
  states = {
    ...states,
    'card-0': graded(states['card-0'], 3, day),
    'card-5': { ...states['card-5']!, due: day - 3 },
  };
  const tomorrow = todayOf(ids, states, day + 1);
  assert.equal(tomorrow.due[0], 'card-5');
  assert.equal(tomorrow.due.length, 10);
  assert.equal(tomorrow.fresh[0], 'card-10');
  // A card that the book no longer has is left in peace.
  assert.deepEqual(todayOf(['other'], states, day + 1).due, []);
});

test('a day ends at the reader’s own midnight', () => {
  const noon = Date.UTC(2026, 10, 30, 12);
  assert.equal(dayOf(noon, 0), dayOf(noon + 11.9 * 3_600_000, 0));
  assert.equal(dayOf(noon, 0) + 1, dayOf(noon + 12 * 3_600_000, 0));
  assert.equal(dayOf(noon, -13 * 60), dayOf(noon, 0) + 1); // it is tomorrow already
  assert.equal(dayOf(noon, 12.5 * 60), dayOf(noon, 0) - 1);
});

const card: CardState = { box: 3, due: 20_010, seen: 20_006, first: 20_000 };
const some: Progress = {
  exercises: { 'L1.1': 'solved', 'strides-2': 'tried' },
  practice: { kinds: { stride: { level: 3, row: 1, next: 12 } }, answered: 9, right: 5 },
  cards: { 'term-bank': card, 'chapter-strides': { ...card, box: 0, due: 20_006 } },
};
const other: Progress = {
  exercises: { 'L1.1': 'tried', 'strides-2': 'solved', 'L2.1': 'tried' },
  practice: {
    kinds: { stride: { level: 2, row: 0, next: 99 }, mask: { level: 1, row: 1, next: 3 } },
    answered: 4,
    right: 4,
  },
  cards: { 'term-bank': { box: 4, due: 20_030, seen: 20_014, first: 20_002 } },
};
const nothing: Progress = { exercises: {}, practice: { kinds: {}, answered: 0, right: 0 }, cards: {} };

test('a file gives back what was written', () => {
  for (const progress of [some, other, nothing])
    assert.deepEqual(readFile(fileText(progress, '2026-11-30')), progress);
});

test('two readers’ progress put together is what is further of each, in any order, and once is enough', () => {
  const both = merged(some, other);
  assert.deepEqual(both, {
    exercises: { 'L1.1': 'solved', 'strides-2': 'solved', 'L2.1': 'tried' },
    practice: {
      kinds: { stride: { level: 3, row: 1, next: 99 }, mask: { level: 1, row: 1, next: 3 } },
      answered: 9,
      right: 5,
    },
    cards: {
      'term-bank': { box: 4, due: 20_030, seen: 20_014, first: 20_000 },
      'chapter-strides': some.cards['chapter-strides'],
    },
  });
  assert.deepEqual(merged(other, some), both);
  assert.deepEqual(merged(both, some), both);
  assert.deepEqual(merged(both, both), both);
  assert.deepEqual(merged(nothing, some), some);
});

test('a file that is none, or is not whole, is not taken, and it is said why', () => {
  const fault = (text: string) => {
    const found = readFile(text);
    return 'fault' in found ? found.fault : 'taken';
  };
  const file = JSON.parse(fileText(some, '2026-11-30'));
  const changed = (change: object) => fault(JSON.stringify({ ...file, ...change }));
  assert.equal(fault('{'), 'notJson');
  for (const text of ['null', '[]', '7', '{}', '"banklab.progress/1"', '{"schema":"banklab.report/1"}'])
    assert.equal(fault(text), 'notOurs', text);
  assert.equal(changed({ schema: 'banklab.progress/2' }), 'newer');
  assert.equal(changed({ schema: 'banklab.progress/one' }), 'notOurs');
  assert.equal(fault(`"${'x'.repeat(mostBytes)}"`), 'tooLarge');
  const practice = (change: object) => ({ practice: { ...file.practice, ...change } });
  const kind = (change: object) =>
    practice({ kinds: { stride: { ...file.practice.kinds.stride, ...change } } });
  const oneCard = (change: object) => ({ cards: { a: { ...card, ...change } } });
  for (const [part, bad] of [
    ['exercises', { exercises: undefined }],
    ['exercises', { exercises: [] }],
    ['exercises', { exercises: { 'L1.1': 'done' } }],
    ['exercises', { exercises: { '<img>': 'tried' } }],
    ['practice', { practice: 3 }],
    ['practice', practice({ answered: -1 })],
    ['practice', practice({ right: 10 })],
    ['practice', practice({ kinds: { stroll: file.practice.kinds.stride } })],
    ['practice', kind({ level: 6 })],
    ['practice', kind({ level: 0 })],
    ['practice', kind({ row: 0.5 })],
    ['practice', kind({ next: 1_000_000 })],
    ['cards', { cards: { a: null } }],
    ['cards', oneCard({ box: intervals.length })],
    ['cards', oneCard({ due: '7' })],
    ['cards', oneCard({ first: 20_007 })],
  ] as const)
    assert.deepEqual(changed(bad), { damaged: part }, JSON.stringify(bad));
  // A name that means something to JavaScript is no name here.
  assert.deepEqual(fault(JSON.stringify(file).replace('"L1.1"', '"__proto__"')), { damaged: 'exercises' });
  assert.equal(changed({ more: 1 }), 'taken');
});

test('of what the browser kept, what is not as it must be is left out and the rest stays', () => {
  const { value, whole } = read.cards({ a: card, b: { ...card, box: -1 }, 'c d': card });
  assert.deepEqual(value, { a: card });
  assert.equal(whole, false);
  assert.deepEqual(read.practice(undefined).value, nothing.practice);
  assert.deepEqual(read.exercises('x').value, {});
});
