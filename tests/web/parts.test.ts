// The module in parts says what the whole says, of everything; a part is asked for when code needs it, not before.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { before, test } from 'node:test';
import type { BankLabModule, CreateBankLab } from '../../web/engine/banklab.d.ts';
import { createOfParts } from '../../web/engine/parts.ts';

const folder = resolve('../build/wasm');
const bytes = (name: string): ArrayBuffer => {
  const { buffer, byteOffset, byteLength } = readFileSync(join(folder, name));
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
};
const texts = (path: string, names = /\.cu$/): string[] =>
  readdirSync(resolve(path))
    .filter(file => names.test(file))
    .map(file => readFileSync(resolve(path, file), 'utf8'));
const template =
  'template <int N> __device__ int times(int i) { return N * i; }\nfloat v = shared[times<4>(tid)];';

let create: CreateBankLab;
let whole: BankLabModule;
let rest: WebAssembly.Module;
let fix: WebAssembly.Module;

const unwanted = (name: string) => (): WebAssembly.Module => assert.fail(`the ${name} is asked for`);

before(async () => {
  create = createRequire(import.meta.url)(`${folder}/banklab.js`) as CreateBankLab;
  whole = await create({ wasmBinary: bytes('banklab.wasm') });
  rest = new WebAssembly.Module(bytes('banklab.rest.wasm'));
  fix = new WebAssembly.Module(bytes('banklab.fix.wasm'));
});

test('the labs of the front page and of the exercises’ first levels need the first part alone', async () => {
  const first = await createOfParts(create, bytes('banklab.first.wasm'), {
    rest: unwanted('rest'),
    fix: unwanted('search'),
  });
  const options = JSON.stringify({ set: {}, machine: 'sm_90' });
  const labs = texts('../content', /^(index|exercises)\.md$/)
    .flatMap(page => [...page.matchAll(/^::lab ([\w.-]+)/gm)].map(([, name]) => name!))
    .filter(name => !/^L[45]/.test(name))
    .map(name => resolve(`../content/snippets/${name}.cu`));
  assert.ok(labs.length >= 10);
  for (const lab of labs) {
    const source = readFileSync(lab, 'utf8');
    assert.equal(first.analyze(source, options), whole.analyze(source, options), lab);
  }
});

test('the rest is brought in once, by the code that needs it, and both parts answer as the whole', async () => {
  let asked = 0;
  let searches = 0;
  const parts = await createOfParts(create, bytes('banklab.first.wasm'), {
    rest() {
      asked++;
      return rest;
    },
    fix() {
      searches++;
      return fix;
    },
  });
  assert.equal(asked, 0);
  assert.equal(parts.analyze(template, '{}'), whole.analyze(template, '{}'));
  assert.equal(asked, 1);
  const sources = [
    ...texts('../tests/kernels'),
    ...texts('../tests/field').slice(0, 12),
    ...texts('../content/snippets'),
  ];
  assert.ok(sources.length > 50);
  for (const source of sources) {
    assert.equal(parts.analyze(source, '{}'), whole.analyze(source, '{}'), source.slice(0, 200));
  }
  assert.equal(searches, 0);
  for (const source of texts('../tests/fix')) {
    assert.equal(parts.fix(source, '{}'), whole.fix(source, '{}'), source.slice(0, 200));
  }
  assert.equal(parts.replay('', 'sm_90'), whole.replay('', 'sm_90'));
  assert.deepEqual([asked, searches], [1, 1]);
});

test('for pages from a disk all but the search is in one, and the search is brought in before it has been needed by anything else', async () => {
  const labs = await createOfParts(create, bytes('banklab.labs.wasm'), {
    rest: unwanted('rest'),
    fix: () => fix,
  });
  const [source] = texts('../tests/fix');
  assert.equal(labs.fix(source!, '{}'), whole.fix(source!, '{}'));
  assert.equal(labs.analyze(template, '{}'), whole.analyze(template, '{}'));
});

test('a rest that cannot be had breaks the call that needs it; the next call asks again', async () => {
  let asked = 0;
  const parts = await createOfParts(create, bytes('banklab.first.wasm'), {
    rest() {
      if (++asked === 1) throw new Error('no network');
      return rest;
    },
    fix: unwanted('search'),
  });
  assert.throws(() => parts.analyze(template, '{}'), /no network/);
  assert.equal(parts.analyze(template, '{}'), whole.analyze(template, '{}'));
});

test('a first part that is none is refused', async () => {
  await assert.rejects(
    createOfParts(create, new ArrayBuffer(8), { rest: () => rest, fix: () => fix }),
    WebAssembly.CompileError,
  );
});
