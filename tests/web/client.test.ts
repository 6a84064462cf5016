// The page's side of the engine: newest request wins, slow and broken runs cost their worker, not the page, and short
// runs are answered at once on the page's own thread.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineClient, type WorkerLike } from '../../web/engine/client.ts';
import type { NearModule } from '../../web/engine/near.ts';
import type { FromWorker, ToWorker } from '../../web/engine/protocol.ts';

/** A worker that answers 'done' after a while, loops on 'loop' and breaks on 'trap'. */
class FakeWorker implements WorkerLike {
  /** What it says that its runs took. */
  ms = 1;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  terminated = false;
  readonly seen: string[] = [];

  postMessage(message: ToWorker): void {
    if (message.kind === 'start') {
      this.say({ kind: 'ready', version: '1', machines: '[]' });
      return;
    }
    if (message.kind === 'fix') {
      this.fixId = message.id;
      this.say({ kind: 'progress', id: message.id, done: 1, total: 9 });
      if (message.source !== 'long') this.sayFixed(message.source !== 'cut');
      return;
    }
    if (message.kind === 'cancel') {
      if (message.id === this.fixId) this.sayFixed(false);
      return;
    }
    this.seen.push(message.source);
    if (message.source === 'loop') return;
    if (message.source === 'trap') this.say({ kind: 'broken', message: 'unreachable' });
    else
      this.say({
        kind: 'done',
        id: message.id,
        json: JSON.stringify({ file: message.source, options: message.options, reports: [] }),
        ms: this.ms,
      });
  }
  fixId = 0;
  sayFixed(complete: boolean): void {
    const json = JSON.stringify({ schema: 'banklab.fix/1', arrays: [], complete });
    this.say({ kind: 'ended', id: this.fixId, json });
  }
  say(data: FromWorker): void {
    setTimeout(() => {
      if (!this.terminated) this.onmessage?.({ data });
    }, 5);
  }
  terminate(): void {
    this.terminated = true;
  }
}

function setUp(limit = 80, patience = 20) {
  const workers: FakeWorker[] = [];
  const source = {
    spawn: async () => {
      workers.push(new FakeWorker());
      return workers[workers.length - 1]!;
    },
    parts: async () => ({ wasm: new ArrayBuffer(0) }),
    near: noNear,
  };
  return { workers, client: new EngineClient(source, limit, patience) };
}

const noNear = async (): Promise<NearModule> => {
  throw new Error('there is none');
};

const fileOf = (outcome: Awaited<ReturnType<EngineClient['analyze']>>) =>
  outcome.status === 'done' ? outcome.analysis.file : outcome.status;

test('an analysis comes back', async () => {
  const { client, workers } = setUp();
  assert.equal(fileOf(await client.analyze({}, 'a', {})), 'a');
  assert.equal(fileOf(await client.analyze({}, 'b', { machine: 'gfx942' })), 'b');
  assert.equal(workers.length, 1);
});

test('of one lab only the newest request counts, and the one between is never run', async () => {
  const { client, workers } = setUp();
  const lab = {};
  const all = await Promise.all(['a', 'b', 'c'].map(source => client.analyze(lab, source, {})));
  assert.deepEqual(all.map(fileOf), ['superseded', 'superseded', 'c']);
  assert.deepEqual(workers[0]!.seen, ['c']);
});

test('labs do not take each other’s place', async () => {
  const { client } = setUp();
  const all = await Promise.all(['a', 'b', 'c'].map(source => client.analyze({}, source, {})));
  assert.deepEqual(all.map(fileOf), ['a', 'b', 'c']);
});

test('a run that exceeds its time is stopped, and the next one gets a fresh worker', async () => {
  const { client, workers } = setUp();
  const outcome = await client.analyze({}, 'loop', {});
  assert.deepEqual(outcome, { status: 'stopped', limit: 80 });
  assert.ok(workers[0]!.terminated);
  assert.equal(fileOf(await client.analyze({}, 'a', {})), 'a');
  assert.equal(workers.length, 2);
});

test('a slow run gives way sooner when a newer request of its lab waits', async () => {
  const { client } = setUp(60_000, 20);
  const lab = {};
  await client.analyze(lab, 'a', {});
  const slow = client.analyze(lab, 'loop', {});
  assert.equal(fileOf(await client.analyze(lab, 'b', {})), 'b');
  assert.equal((await slow).status, 'superseded');
});

test('a run that breaks the worker says so, and the page goes on', async () => {
  const { client, workers } = setUp();
  assert.deepEqual(await client.analyze({}, 'trap', {}), { status: 'failed', message: 'unreachable' });
  assert.ok(workers[0]!.terminated);
  assert.equal(fileOf(await client.analyze({}, 'a', {})), 'a');
});

test('other labs’ requests outlive a stopped run', async () => {
  const { client } = setUp();
  const all = await Promise.all(['loop', 'a', 'b'].map(source => client.analyze({}, source, {})));
  assert.deepEqual(all.map(fileOf), ['stopped', 'a', 'b']);
});

test('an engine that cannot be started is said, and tried again with the next request', async () => {
  let tries = 0;
  const source = {
    spawn: async () => new FakeWorker(),
    parts: async () => {
      tries++;
      if (tries === 1) throw new Error('banklab.first.wasm could not be fetched (404)');
      return { wasm: new ArrayBuffer(0) };
    },
    near: noNear,
  };
  const client = new EngineClient(source);
  const outcome = await client.analyze({}, 'a', {});
  assert.deepEqual(outcome, {
    status: 'failed',
    message: 'banklab.first.wasm could not be fetched (404)',
    unreachable: false,
  });
  assert.equal(fileOf(await client.analyze({}, 'a', {})), 'a');
});

const endOf = (outcome: Awaited<ReturnType<EngineClient['fix']>>) =>
  outcome.status === 'done' ? outcome.fixes.complete : outcome.status;

test('a search tells how far it is and comes back', async () => {
  const { client, workers } = setUp();
  const heard: unknown[] = [];
  const outcome = await client.fix('a', {}, { onProgress: progress => heard.push(progress) });
  assert.equal(endOf(outcome), true);
  assert.deepEqual(heard, [{ done: 1, total: 9 }]);
  assert.equal(workers.length, 1);
});

test('a signal ends a search with what is proved', async () => {
  const { client } = setUp();
  const abort = new AbortController();
  const search = client.fix('long', {}, { signal: abort.signal, onProgress: () => abort.abort() });
  assert.equal(endOf(await search), false);
  const late = client.fix('long', {}, { signal: abort.signal });
  assert.equal(endOf(await late), false);
});

test('a newer search takes the place of the one before', async () => {
  const { client } = setUp();
  const ends = await Promise.all([client.fix('long', {}), client.fix('a', {})]);
  assert.deepEqual(ends.map(endOf), ['superseded', true]);
});

test('analyses go on beside a search', async () => {
  const { client, workers } = setUp();
  const search = client.fix('long', {});
  assert.equal(fileOf(await client.analyze({}, 'a', {})), 'a');
  assert.equal(workers.length, 1);
  assert.deepEqual(await client.analyze({}, 'loop', {}), { status: 'stopped', limit: 80 });
  assert.equal(endOf(await search), 'stopped'); // its worker went with the endless run
  assert.equal(endOf(await client.fix('a', {})), true);
  assert.equal(workers.length, 2);
});
