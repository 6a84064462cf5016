import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileAt } from '../../web/offline/edition.ts';

const files = {
  'index.html': '',
  'two.html': '',
  'assets/page.css': '',
  'assets/embed.html': '',
  'part/index.html': '',
};
const scope = 'https://a.example/course/';
const at = (path: string) => fileAt(path, scope, files);

test('an address means a file by its name, without .html, or as a folder', () => {
  assert.equal(at('https://a.example/course/'), 'index.html');
  assert.equal(at('https://a.example/course/two.html?x=1#y'), 'two.html');
  assert.equal(at('https://a.example/course/two'), 'two.html');
  assert.equal(at('https://a.example/course/part/'), 'part/index.html');
  assert.equal(at('https://a.example/course/assets/page.css'), 'assets/page.css');
});

test('what lies elsewhere is the network’s', () => {
  for (const path of [
    'https://b.example/course/two.html',
    'https://a.example/two.html',
    'https://a.example/courses',
    'https://a.example/course/sw.js',
    'https://a.example/course/toString',
    'https://a.example/course/%',
  ])
    assert.equal(at(path), undefined, path);
});
