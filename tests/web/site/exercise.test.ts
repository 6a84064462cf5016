import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build, has, hasNot } from './stub.ts';

const good = `## Level 1: first

:::exercise eight Stride *eight*
ask:
  - number: wavefronts
    answer: 8
    engine: sites[0].wavefronts
    right: Four banks, \`8\` words in each.
    wrong:
      1: Two lanes meet.
      else: Count again.
  - choice: Which banks?
    options:
      - text: every eighth
        right: true
        engine: sites[0].max_degree == 8
        why: Yes.
      - text: all
        why: Not all.
facts:
  - sites[0].excessive == 7
---
How many?

::lab eight

:::solution
It is {{ sites[0].wavefronts }}.
:::
:::

## The end
`;

test('an exercise becomes a section with a form, a veiled snippet and a solution that holds the figure', () => {
  const { main, html, problems } = build(good);
  assert.deepEqual(problems, []);
  has(main, /<section class="exercise" id="eight" aria-labelledby="eight-title">/);
  has(main, /<h3 id="eight-title">Stride <em>eight<\/em><\/h3>/);
  has(main, /<span>first<\/span>/);
  has(main, /<template data-when="8">Four banks, <code>8<\/code> words in each\.<\/template>/);
  has(main, /<div class="option" data-right>/);
  const lab = /<bank-lab[^>]* veiled>([\s\S]*?)<\/bank-lab>/.exec(main);
  assert.ok(lab);
  hasNot(lab[1]!, /<svg|data-mark/);
  assert.ok(main.indexOf('<form') < main.indexOf('<bank-lab'));
  const solution = /<details class="solution">([\s\S]*)<\/details>/.exec(main)![1]!;
  has(solution, /<svg[\s\S]*It is 8\./);
  has(html, /<a href="#eight" data-exercise="eight">/);
});

function broken(from: string, to: string) {
  assert.ok(good.includes(from), from);
  return build(good.replace(from, to)).problems;
}

const lineOf = (text: string) => 5 + good.slice(0, good.indexOf(text)).split('\n').length;

for (const [what, from, to, at, problem] of [
  [
    'a stated number',
    'answer: 8',
    'answer: 7',
    'answer: 8',
    "the stated answer is 7, but 'sites[0].wavefronts' is 8",
  ],
  [
    'an option',
    'right: true',
    'right: false',
    'engine: sites[0].max',
    "this option is stated to be wrong, but 'sites[0].max_degree == 8' is true",
  ],
  [
    'a right option',
    'max_degree == 8',
    'max_degree == 4',
    'engine: sites[0].max',
    "this option is stated to be right, but 'sites[0].max_degree == 4' is false",
  ],
  [
    'a fact',
    'excessive == 7',
    'excessive == 0',
    '  - sites[0].excessive',
    "the engine contradicts 'sites[0].excessive == 0': it is false",
  ],
] as const)
  test(`${what} that the engine contradicts fails the build`, () =>
    assert.deepEqual(broken(from, to), [`content/page.md:${lineOf(at)}: ${problem}`]));

for (const [what, from, to, problem] of [
  ['no answer', '    answer: 8\n', '', /: 'answer' is missing here$/],
  ['no expression', '    engine: sites[0].wavefronts\n', '', /: 'engine' is missing here$/],
  [
    'a right option without one',
    '        engine: sites[0].max_degree == 8\n',
    '',
    /: 'engine' is missing here$/,
  ],
  ['an answer that is no number', 'answer: 8', 'answer: eight', /'answer' must be a whole number$/],
  ['an unknown field', 'right: Four', 'rihgt: Four', /unknown field 'rihgt'/],
  ['no else', '      else: Count again.\n', '', /'wrong' needs an 'else'/],
  ['the answer among the wrong ones', '      1: Two', '      8: Two', /8 is the answer; it can't be wrong$/],
  [
    'a word among the wrong ones',
    '      1: Two',
    '      one: Two',
    /'one' is neither a whole number nor 'else'$/,
  ],
  [
    'two right options',
    '- text: all\n',
    '- text: all\n        right: true\n        engine: 1 == 1\n',
    /a choice has one right option, not 2$/,
  ],
  [
    'an unknown kind',
    '- number: wav',
    '- figure: wav',
    /a question is one of 'number', 'choice', 'multi', 'mend'$/,
  ],
  ['broken YAML', 'answer: 8', 'answer: [8', /^content\/page\.md:\d+: exercise eight: /],
  ['an unknown snippet', '::lab eight', '::lab nine', /no snippet 'nine'/],
  [
    'no solution',
    ':::solution\nIt is {{ sites[0].wavefronts }}.\n:::\n',
    '',
    /exercise eight has no ':::solution'$/,
  ],
  ['no title', ' Stride *eight*', '', /write ':::exercise ID TITLE'$/],
  ['an open end', ':::\n:::\n\n', ':::\n\n', /':::exercise' is never closed/],
  ['an unknown directive', '::lab eight', '::lamb eight', /unknown directive '::lamb'; there are exercise/],
  [
    'a leaf for a container',
    '::lab eight',
    '::solution',
    /'solution' is written with three colons, and closed$/,
  ],
  ['a missing site', '::lab eight', '::lab sites[1] @ eight', /'eight' has no site 1; it has 1$/],
  [
    'a range in a figure',
    '::lab eight',
    '::lab any(s = 1..3)',
    /a figure shows one value of 's', not a range$/,
  ],
] as const)
  test(`${what} is a fault of the exercise`, () => {
    const problems = broken(from, to);
    assert.match(problems[0] ?? 'none', /^content\/page\.md:\d+: /);
    assert.match(problems.join('\n'), new RegExp(problem.source, 'm'));
  });
