// docs/hosts.md quotes the examples; an example that is changed changes the page.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const folder = resolve('hosts');
const page = readFileSync('../docs/hosts.md', 'utf8');

/** The text of every file of the examples; a notebook's as its cells have it. */
const examples = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(path => !/package-lock|node_modules/.test(path) && statSync(join(folder, path)).isFile())
  .map(path => {
    const text = readFileSync(join(folder, path), 'utf8');
    return path.endsWith('.ipynb') ? text.replaceAll('\\n"', '\n"').replaceAll('\\"', '"') : text;
  });

test('what docs/hosts.md quotes stands in the examples', () => {
  const quotes = [...page.matchAll(/^```[\w-]+\n(.*?)^```$/gms)].flatMap(([, text]) =>
    text!.split('\n\n').map(part => part.trimEnd()),
  );
  assert.ok(quotes.length > 12);
  for (const quote of quotes)
    assert.ok(
      examples.some(text => text.includes(quote)),
      quote,
    );
});

test('docs/hosts.md names files that are there', () => {
  const paths = [...page.matchAll(/`(web\/hosts\/[^`]+)`/g)].map(([, path]) => path!);
  assert.ok(paths.length > 6);
  for (const path of paths) assert.ok(statSync(join('..', path)));
});
