import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExpressionError, evaluate } from '../../../web/site/expression.ts';

const names = { a: 7, list: [1, 2, 3], deep: { name: 'x', of: [{ n: 5 }] }, yes: true };

for (const [source, value] of [
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['10 - 3 - 2', 5],
  ['70 % 32', 6],
  ['-a + 1', -6],
  ['- -2', 2],
  ['7 / 2', 3.5],
  ['floor(7 / 2)', 3],
  ['gcd(24, 32)', 8],
  ['gcd(0, 32)', 32],
  ['gcd(-6, 32)', 2],
  ['max(1, a, 3)', 7],
  ['min(4, 2)', 2],
  ['len(list)', 3],
  ['list[a - 6]', 2],
  ['deep.of[0].n', 5],
  ['deep.name == "x"', true],
  ['a >= 7 && !(a < 7)', true],
  ['a == 1 || a == 7', true],
  ['1 < 2 == true', true],
  ['false && nothing', false],
] as const)
  test(`${source} is ${value}`, () => assert.equal(evaluate(source, names), value));

for (const [source, message] of [
  ['', /expected a value before 'the end'/],
  ['1 +', /expected a value before 'the end'/],
  ['(1', /expected '\)'/],
  ['1 2', /unexpected '2'/],
  ['b', /unknown name 'b'; known are a, list, deep, yes/],
  ['deep.other', /no field 'other' in an object with name, of/],
  ['a.b', /7 has no field 'b'/],
  ['list[3]', /no element 3 in a list of 3/],
  ['list[0.5]', /no element 0.5/],
  ['list["x"]', /an index is not a number/],
  ['a[0]', /7 has no elements/],
  ['1 / 0', /division by zero/],
  ['a && true', /not true or false but 7/],
  ['a == "7"', /can't compare 7 with '7'/],
  ['system("x")', /unknown function 'system'/],
  ['a = 1', /can't read '= 1'/],
  ['a; b', /can't read '; b'/],
  ['deep.constructor', /no field 'constructor'/],
  ['toString', /unknown name 'toString'/],
  [`${'('.repeat(1000)}1${')'.repeat(1000)}`, /nested too deeply/],
] as const)
  test(`'${source.slice(0, 24)}' is refused`, () =>
    assert.throws(
      () => evaluate(source, names),
      (error: Error) => error instanceof ExpressionError && message.test(error.message),
    ));
