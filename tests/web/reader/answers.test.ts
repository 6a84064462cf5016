import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeNumber, judgeOptions, readNumber } from '../../../web/reader/answers.ts';

for (const [text, value] of [
  ['8', 8],
  [' 8 ', 8],
  ['8-way', 8],
  ['8 wavefronts', 8],
  ['8.', 8],
  ['8.0', 8],
  ['1,024', 1024],
  ['4 224', 4224],
  ['128bytes', 128],
  ['-1', -1],
  ['−1', -1],
  ['007', 7],
  ['+8', 8],
  ['８', 8],
  ['', null],
  ['eight', null],
  ['8.5', null],
  ['1e3x2', null],
  ['8 8', null],
  ['1,2', null],
] as const)
  test(`'${text}' reads as ${value}`, () => assert.equal(readNumber(text), value));

const number = { kind: 'number' as const, answer: 8, reasons: { 8: 'yes', 4: 'four', else: 'other' } };

test('a number is right, wrong for a known reason, wrong for another, or no answer', () => {
  assert.deepEqual(judgeNumber(number, '8'), { kind: 'right', reasons: ['yes'] });
  assert.deepEqual(judgeNumber(number, '4'), { kind: 'wrong', reasons: ['four'], missing: 0 });
  assert.deepEqual(judgeNumber(number, '99'), { kind: 'wrong', reasons: ['other'], missing: 0 });
  assert.deepEqual(judgeNumber(number, '  '), { kind: 'empty' });
  assert.deepEqual(judgeNumber(number, 'many'), { kind: 'not-number' });
});

const options = [
  { right: true, reason: 'a' },
  { right: false, reason: 'b' },
  { right: true, reason: 'c' },
];

test('a choice is explained by what was chosen', () => {
  const choice = { kind: 'choice' as const, options: options.slice(0, 2) };
  assert.deepEqual(judgeOptions(choice, [0]), { kind: 'right', reasons: ['a'] });
  assert.deepEqual(judgeOptions(choice, [1]), { kind: 'wrong', reasons: ['b'], missing: 0 });
  assert.deepEqual(judgeOptions(choice, []), { kind: 'empty' });
});

test('several are right only all together; what is missing is counted, not named', () => {
  const multi = { kind: 'multi' as const, options };
  assert.deepEqual(judgeOptions(multi, [0, 2]), { kind: 'right', reasons: ['a', 'c'] });
  assert.deepEqual(judgeOptions(multi, [0]), { kind: 'wrong', reasons: [], missing: 1 });
  assert.deepEqual(judgeOptions(multi, [0, 1]), { kind: 'wrong', reasons: ['b'], missing: 1 });
  assert.deepEqual(judgeOptions(multi, [0, 1, 2]), { kind: 'wrong', reasons: ['b'], missing: 0 });
});
