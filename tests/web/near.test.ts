// Short runs are answered on the page's own thread, before the task ends; whatever else comes goes to the worker, and
// comes back when the worker says that it is short again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineClient, type Outcome, type WorkerLike } from '../../web/engine/client.ts';
import type { FromWorker, ToWorker } from '../../web/engine/protocol.ts';

const answer = (file: string, truncated = false): string =>
  JSON.stringify({ file, diagnostics: [], reports: [{ truncated }] });

/** A page with a near engine and a worker, both of which note the sources that they were asked for. */
class Page {
  readonly near: string[] = [];
  readonly worker: string[] = [];
  readonly budgets: unknown[] = [];
  modules = 0;
  /** What the worker says that its runs took. */
  workerMs = 1;
  /** By how much a near run moves the clock. */
  nearMs = 1;
  /** Sources that the worker never answers. */
  mute = false;
  private now_ = 0;

  readonly client = new EngineClient(
    {
      spawn: async () => this.spawn_(),
      parts: async () => ({ wasm: new ArrayBuffer(0) }),
      near: async () => {
        this.modules++;
        return { analyze: (source: string, options: string) => this.analyzeNear_(source, options) };
      },
    },
    60_000,
    20,
    () => this.now_,
  );

  private analyzeNear_(source: string, options: string): string {
    this.near.push(source);
    this.budgets.push((JSON.parse(options) as { maxSteps: unknown }).maxSteps);
    this.now_ += this.nearMs;
    if (source === 'trap') throw new WebAssembly.RuntimeError('unreachable');
    return answer(source, source === 'long');
  }

  private spawn_(): WorkerLike {
    const worker: WorkerLike = {
      onmessage: null,
      onerror: null,
      postMessage: (message: ToWorker) => {
        if (message.kind === 'start') return say({ kind: 'ready', version: '1', machines: '[]' });
        if (message.kind !== 'analyze') return;
        this.worker.push(message.source);
        const { maxSteps } = JSON.parse(message.options) as { maxSteps: number };
        assert.ok(maxSteps >= 1_000_000, 'the worker runs on its own budget');
        if (!this.mute)
          say({ kind: 'done', id: message.id, json: answer(message.source), ms: this.workerMs });
      },
      terminate: () => {},
    };
    const say = (data: FromWorker) => void setTimeout(() => worker.onmessage?.({ data }), 2);
    return worker;
  }

  /** A lab whose first run the worker has answered, on a page whose near engine is there. */
  async lab(): Promise<object> {
    const lab = {};
    this.client.warmUp();
    await this.client.analyze(lab, 'first', {});
    await new Promise(resolve => setTimeout(resolve, 5));
    this.worker.length = 0;
    return lab;
  }
}

const fileOf = (outcome: Outcome) => (outcome.status === 'done' ? outcome.analysis.file : outcome.status);

test('a short run is answered near, before the task ends', async () => {
  const page = new Page();
  const lab = await page.lab();
  let heard: string | undefined;
  void page.client.analyze(lab, 'a', {}).then(outcome => (heard = fileOf(outcome)));
  await Promise.resolve();
  assert.equal(heard, 'a');
  assert.deepEqual([page.near, page.worker], [['a'], []]);
  assert.ok(Number(page.budgets[0]) > 0, 'on a budget of steps');
});

test('the first run of each lab is the worker’s, and all are until the reader is about to change something', async () => {
  const page = new Page();
  const lab = {};
  for (const source of ['a', 'b']) assert.equal(fileOf(await page.client.analyze(lab, source, {})), source);
  assert.deepEqual([page.modules, page.worker], [0, ['a', 'b']]);
  await page.lab();
  await page.client.analyze({}, 'c', {});
  assert.deepEqual([page.modules, page.near, page.worker], [1, [], ['c']]);
});

test('a run that its budget cut short is the worker’s', async () => {
  const page = new Page();
  const lab = await page.lab();
  assert.equal(fileOf(await page.client.analyze(lab, 'long', {})), 'long');
  assert.deepEqual([page.near, page.worker], [['long'], ['long']]);
});

test('a long source is the worker’s', async () => {
  const page = new Page();
  const lab = await page.lab();
  const source = ' '.repeat(100_000);
  assert.equal(fileOf(await page.client.analyze(lab, source, {})), source);
  assert.deepEqual([page.near, page.worker], [[], [source]]);
});

test('a lab whose worker’s run was long stays with the worker, until one is short', async () => {
  const page = new Page();
  page.workerMs = 50;
  const lab = await page.lab();
  await page.client.analyze(lab, 'a', {});
  page.workerMs = 1;
  await page.client.analyze(lab, 'b', {});
  assert.deepEqual([page.near, page.worker], [[], ['a', 'b']]);
  await page.client.analyze(lab, 'c', {});
  assert.deepEqual(page.near, ['c']);
});

test('a lab whose near run was slow goes back to the worker, until one of its runs is short; others stay', async () => {
  const page = new Page();
  const [lab, other] = [await page.lab(), await page.lab()];
  page.nearMs = 30;
  page.workerMs = 50;
  assert.equal(fileOf(await page.client.analyze(lab, 'slow', {})), 'slow');
  page.nearMs = 1;
  await page.client.analyze(other, 'other', {});
  await page.client.analyze(lab, 'a', {});
  page.workerMs = 1;
  await page.client.analyze(lab, 'b', {});
  await page.client.analyze(lab, 'c', {});
  assert.deepEqual(
    [page.near, page.worker],
    [
      ['slow', 'other', 'c'],
      ['a', 'b'],
    ],
  );
});

test('a near engine that trapped is dropped, and the worker answers; the next focus brings another', async () => {
  const page = new Page();
  const lab = await page.lab();
  assert.equal(fileOf(await page.client.analyze(lab, 'trap', {})), 'trap');
  await page.client.analyze(lab, 'a', {});
  assert.deepEqual([page.near, page.worker], [['trap'], ['trap', 'a']]);
  page.client.warmUp();
  await Promise.resolve();
  await page.client.analyze(lab, 'b', {});
  assert.deepEqual([page.modules, page.near], [2, ['trap', 'b']]);
});

test('a near answer supersedes what the worker still does for its lab, and what waits', async () => {
  const page = new Page();
  const [lab, other] = [await page.lab(), await page.lab()];
  const running = page.client.analyze(lab, 'long', {});
  assert.equal(fileOf(await page.client.analyze(lab, 'a', {})), 'a');
  assert.equal((await running).status, 'superseded');

  const ahead = page.client.analyze(other, 'long', {});
  const waiting = page.client.analyze(lab, 'long', {});
  const newest = page.client.analyze(lab, 'b', {});
  assert.deepEqual((await Promise.all([ahead, waiting, newest])).map(fileOf), ['long', 'superseded', 'b']);
});

test('a run that a near answer superseded must hurry as well', { timeout: 10_000 }, async () => {
  const page = new Page();
  const lab = await page.lab();
  page.mute = true;
  const running = page.client.analyze(lab, 'long', {});
  await page.client.analyze(lab, 'a', {});
  assert.equal((await running).status, 'superseded');
});
