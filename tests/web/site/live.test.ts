import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build, has } from './stub.ts';

const firstLine = 6; // of a page's text, after its front matter

test('a live number is filled in, in text, bold, code, tables and math', () => {
  const { main, problems } = build(`It is {{ sites[0].wavefronts @ eight }}.

**{{ sites[0].max_degree @ eight }}-way**

| s | wavefronts |
| --: | --: |
| 6 | {{ sites[0].wavefronts @ any(s = 6) }} |

$x = {{ sites[0].wavefronts @ any(s = 24) }}$
`);
  assert.deepEqual(problems, []);
  has(main, /It is 8\./);
  has(main, /<strong>8-way<\/strong>/);
  has(main, /<td class="right">2<\/td>/);
  has(main, /<mn>8<\/mn>/);
});

test('a range gives the one value that all settings have', () => {
  const { main, problems } = build('{{ sites[0].ideal @ any(s = 1..5) }}');
  assert.deepEqual(problems, []);
  has(main, /<p>1<\/p>/);
});

test('least finds the first setting at which an expression holds', () => {
  const { main } = build('{{ sites[0].wavefronts == 16 @ any(least s = 1..64) }}');
  has(main, /<p>16<\/p>/);
});

test('behind the settings may stand a machine', () => {
  has(build('{{ machine @ any(s = 2) on gfx942 }}, {{ machine @ eight }}').main, /<p>gfx942, sm_90<\/p>/);
});

test('numbers have thousands', () => {
  has(build('{{ 32 * 33 * 4 }}').main, /<p>4,224<\/p>/);
});

for (const [text, problem] of [
  [
    '{{ sites[0].waves @ eight }}',
    /^content\/page\.md:6: no field 'waves' .*, in 'sites\[0\]\.waves @ eight'$/,
  ],
  [
    '{{ sites[0].wavefronts @ nine }}',
    /^content\/page\.md:6: no snippet 'nine'; write content\/snippets\/nine\.cu$/,
  ],
  ['{{ sites[0].wavefronts @ ../eight }}', /^content\/page\.md:6: can't read '\.\.\/eight'/],
  [
    '{{ sites[0].wavefronts @ eight(p = 1) }}',
    /^content\/page\.md:6: snippet 'eight' has no knob 'p'; it has: none$/,
  ],
  ['{{ sites[0].wavefronts @ any(s) }}', /^content\/page\.md:6: can't read 's'/],
  ['{{ sites[0].wavefronts @ any(s = 1..8) }}', /^content\/page\.md:6: .* is 1 at first but 2 at s = 2$/],
  ['{{ sites[0].wavefronts @ any(s = 8..1) }}', /hold 0 settings/],
  ['{{ sites[0].wavefronts @ any(s = 0..99999) }}', /hold 100000 settings/],
  ['{{ sites[0].wavefronts == 99 @ any(least s = 0..3) }}', /holds for no s from 0 to 3$/],
  ['{{ sites[0].wavefronts @ broken }}', /^content\/snippets\/broken\.cu:2: expected an access$/],
  ['{{ sites @ eight }}', /is a list of 1; only a number or a text can stand here$/],
  ['{{ sites[0].wavefronts }}', /^content\/page\.md:6: unknown name 'sites'/],
] as const)
  test(`${text} is a fault of the page`, () => {
    const { problems } = build(text);
    assert.equal(problems.length, 1);
    assert.match(problems[0]!, problem);
  });

test('a fault is told at its own line, and all of them are', () => {
  const { problems } = build(`A paragraph
of two lines {{ no @ eight }}.

- an item
- another {{ nor @ eight }}

| a |
| - |
| b |
| {{ third @ eight }} |
`);
  assert.deepEqual(
    problems.map(problem => problem.split(': ')[0]),
    [1, 4, 9].map(line => `content/page.md:${firstLine + line}`),
  );
});

test('a column without a name is a fault at its table', () => {
  const { problems } = build(`Text.

| | two |
| - | - |
| one | 2 |
`);
  assert.equal(problems.length, 1);
  assert.match(
    problems[0]!,
    new RegExp(`^content/page\\.md:${firstLine + 2}: a column of this table has no name`),
  );
});
