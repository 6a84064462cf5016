// The worker's side, with a module that only pretends to run: a search lets analyses in between, and ends when it is told,
// when its time is over, or when there is nothing left to do.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { BankLabModule } from '../../web/engine/banklab.d.ts';
import type { FromWorker, ToWorker } from '../../web/engine/protocol.ts';

let steps = 0;
const module: Partial<BankLabModule> = {
  version: () => '1',
  machines: () => '[]',
  analyze: source => source,
  fixStart: source => {
    steps = source === 'endless' ? Number.POSITIVE_INFINITY : 3;
    return source === 'wrong' ? '{"complete":false}' : '';
  },
  fixStep: () => (steps-- > 0 ? '{"done":1,"total":3}' : ''),
  fixFinish: () => JSON.stringify({ complete: steps < 0 }),
  studyStart: () => {
    steps = Number.POSITIVE_INFINITY;
    return '';
  },
  studyStep: () => '{"done":2,"total":9,"steps":70}',
  studyFinish: () => '{"reports":[]}',
  request: (text, machine) => `${text} on ${machine}`,
};

let said: FromWorker[] = [];
let heard = (): void => {};
const port = {
  onmessage: null as ((event: { data: ToWorker }) => void) | null,
  postMessage(message: FromWorker) {
    said.push(message);
    heard();
  },
};
const tell = (data: ToWorker): void => port.onmessage!({ data });

/** The first message of a kind, said or still to come. */
async function next<K extends FromWorker['kind']>(kind: K): Promise<FromWorker & { kind: K }> {
  for (;;) {
    const found = said.find(message => message.kind === kind);
    if (found) return found as FromWorker & { kind: K };
    await new Promise<void>(resolve => {
      heard = resolve;
    });
  }
}

before(async () => {
  Object.assign(globalThis, { self: port, createBankLab: async () => module });
  await import('../../web/engine/worker.ts');
  tell({ kind: 'start', wasm: new ArrayBuffer(0) });
  await next('ready');
});

beforeEach(() => {
  said = [];
});

const fix = (id: number, source: string, limit = 60_000): void =>
  tell({ kind: 'fix', id, source, options: '{}', limit });
const isComplete = ({ json }: { json: string }) => (JSON.parse(json) as { complete: boolean }).complete;

test('a search comes to its end', async () => {
  fix(1, 'short');
  const fixed = await next('ended');
  assert.equal(fixed.id, 1);
  assert.equal(isComplete(fixed), true);
});

test('an analysis is answered in the middle of a search, which can be ended', async () => {
  fix(2, 'endless');
  assert.deepEqual(await next('progress'), { kind: 'progress', id: 2, done: 1, total: 3 });
  tell({ kind: 'analyze', id: 3, source: 'a', options: '{}' });
  assert.equal((await next('done')).json, 'a');
  assert.ok(!said.some(message => message.kind === 'ended'));
  tell({ kind: 'cancel', id: 99 }); // of another search
  tell({ kind: 'cancel', id: 2 });
  assert.equal(isComplete(await next('ended')), false);
});

test('a search ends when its time is over', async () => {
  fix(4, 'endless', 20);
  assert.equal(isComplete(await next('ended')), false);
});

test('a new search ends the one before', async () => {
  fix(5, 'endless');
  fix(6, 'endless');
  assert.equal((await next('ended')).id, 5);
  said = [];
  tell({ kind: 'cancel', id: 6 });
  assert.equal((await next('ended')).id, 6);
});

test('what is wrong with the options comes back at once', () => {
  fix(7, 'wrong');
  assert.deepEqual(said, [{ kind: 'ended', id: 7, json: '{"complete":false}' }]);
});

test('a long analysis says how far it is, lets requests in between, and gives what it found when it is ended', async () => {
  tell({ kind: 'study', id: 8, source: 'k', options: '{}', limit: Number.POSITIVE_INFINITY });
  assert.deepEqual(await next('progress'), { kind: 'progress', id: 8, done: 2, total: 9, steps: 70 });
  tell({ kind: 'request', id: 9, source: 'ld.b32', options: 'sm_90' });
  assert.equal((await next('done')).json, 'ld.b32 on sm_90');
  tell({ kind: 'cancel', id: 8 });
  assert.deepEqual(await next('ended'), { kind: 'ended', id: 8, json: '{"reports":[]}' });
});
