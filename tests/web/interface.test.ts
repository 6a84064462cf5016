// What the element offers is named in three places: the code, docs/embedding.md and custom-elements.json. All must name
// the same things.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BankLab } from '../../web/lab/bank-lab.ts';
import { publicTokens } from '../../web/lab/sheets.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const docs = read('../docs/embedding.md');

/** The rows of the table under a heading, without the marks of code. */
function rows(heading: string): string[][] {
  const section = docs.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!;
  const lines = section.split('\n').filter(line => line.startsWith('|'));
  return lines.slice(2).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
}

const names = (heading: string): string[] =>
  rows(heading)
    .flatMap(([first]) => [...first!.matchAll(/`([^`(]+)(?:\([^`]*\))?`/g)].map(match => match[1]!))
    .sort();

interface Named {
  name: string;
  kind?: string;
  attribute?: string;
  fieldName?: string;
  default?: string;
}
const declaration = (
  JSON.parse(read('package/custom-elements.json')) as {
    modules: { declarations?: Record<string, Named[]>[] }[];
  }
).modules[0]!.declarations![0]!;
const declared = (key: string, fits: (each: Named) => boolean = () => true): string[] =>
  declaration[key]!.filter(fits)
    .map(({ name }) => name)
    .filter(name => name)
    .sort();

const lab = readdirSync('lab')
  .filter(file => file.endsWith('.ts'))
  .map(file => read(`lab/${file}`))
  .join('\n');
const found = (pattern: RegExp): string[] =>
  [...new Set([...lab.matchAll(pattern)].map(match => match[1]!))].sort();

/** What the class gives to whoever uses it. */
const members = Object.entries(Object.getOwnPropertyDescriptors(BankLab.prototype)).filter(
  ([name]) => !name.endsWith('_') && name !== 'constructor' && !name.endsWith('Callback'),
);

test('attributes', () => {
  const code = [...BankLab.observedAttributes].sort();
  assert.deepEqual(names('Attributes'), code);
  assert.deepEqual(declared('attributes'), code);
});

test('properties and methods', () => {
  const properties = members.filter(([, { get }]) => get).map(([name]) => name);
  const methods = members.filter(([, { value }]) => typeof value === 'function').map(([name]) => name);
  assert.deepEqual(names('Properties'), properties.sort());
  assert.deepEqual(names('Methods'), methods.sort());
  assert.deepEqual(
    declared('members', ({ kind }) => kind === 'field'),
    properties,
  );
  assert.deepEqual(
    declared('members', ({ kind }) => kind === 'method'),
    methods,
  );
});

test('events', () => {
  const code = found(/(?:emit_?|CustomEvent)\('([\w-]+)'/g);
  assert.equal(code.length, 4);
  assert.deepEqual(names('Events'), code);
  assert.deepEqual(declared('events'), code);
});

test('parts and slots', () => {
  const parts = found(/ part="([\w-]+)"/g);
  assert.deepEqual(names('Parts'), parts);
  assert.deepEqual(declared('cssParts'), parts);
  const slots = found(/<slot name="([\w-]+)"/g);
  assert.deepEqual(names('Slots'), slots);
  assert.deepEqual(declared('slots'), slots);
});

test('CSS properties, and their defaults', () => {
  const code = publicTokens.map(name => `--banklab-${name}`).sort();
  assert.deepEqual(names('CSS properties'), code);
  assert.deepEqual(declared('cssProperties'), code);
  const tokens = read('styles/tokens.css');
  for (const [name, , stated] of rows('CSS properties')) {
    const token = name!.replaceAll('`', '').replace('--banklab-', '');
    const [, value = ''] = new RegExp(`--${token}:\\s*([^;]+);`).exec(tokens) ?? [];
    assert.ok(value, `${token} is no token`);
    const [, light, dark] = /var\(--light, (.*)\) var\(--dark, (.*)\)/.exec(value) ?? [];
    if (light) assert.equal(stated, `\`${light}\`, \`${dark}\``, token);
    else if (/^[\d.]+rem$/.test(value)) assert.equal(stated, `\`${value}\``, token);
  }
});

test('where there is no document the class can still be named', () => {
  assert.equal(typeof globalThis.HTMLElement, 'undefined');
  assert.ok(BankLab.observedAttributes.length > 0);
});
