// Pages where the browser or the network does not do what they count on: nothing that the reader wrote is lost, and what can
// work does. (A host that goes away, and editions that change: offline.test.ts. An engine that hangs: lab.test.ts.)
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { on, serve, visit } from './harness.ts';

let base = '';
before(async () => {
  base = await serve();
});

type LabElement = HTMLElement & { source: string };
const write = (lab: Locator, text: string) =>
  lab.evaluate((element, source) => {
    (element as LabElement).source = source;
  }, text);
const sourceOf = (lab: Locator): Promise<string> => lab.evaluate(element => (element as LabElement).source);
const mark = (lab: Locator, text: string) => lab.getByText(text, { exact: true }).first();
const stride = (words: number) => `float v = shared[tid * ${words}];`;

/** The pages that keep something, and a lab that runs on each; none: the page has no lab at first. */
const pages = [
  ['index.html', 'bank-lab[id]'],
  ['exercises.html', '#row-lab'],
  ['practice.html', undefined],
  ['cards.html', undefined],
  ['play.html', '#play-lab'],
] as const;

/** Opens pages, and edits their labs. */
async function walk(page: Page, some: readonly (readonly [string, string?])[] = pages): Promise<void> {
  for (const [file, name] of some) {
    await page.goto(base + file);
    assert.ok((await page.getByRole('heading', { level: 1 }).innerText()).length > 3, file);
    if (!name) continue;
    const lab = page.locator(name).first();
    await lab.scrollIntoViewIfNeeded();
    await write(lab, stride(4));
    await mark(lab, '4 of 1 · 4-way').waitFor();
  }
}

/** What happens in the place of each access of the storage. */
const storages: Record<string, (page: Page) => Promise<unknown>> = {
  'is full': page =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    }),
  'may not be touched': page =>
    page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('no', 'SecurityError');
          },
        });
    }),
  'is not there': page =>
    page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { value: null });
    }),
  'forgets at once': page =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {};
    }),
};
for (const [how, prepare] of Object.entries(storages))
  test(`where the storage ${how}, every page works, and an answer counts as long as the page lives`, () =>
    on(`${base}index.html`, async page => {
      await prepare(page);
      await walk(page, how === 'is full' ? pages : pages.slice(1, 2));
      await page.goto(`${base}exercises.html`);
      await page.locator('[id="L1.1-1"]').fill('6');
      await page.keyboard.press('Enter');
      assert.match(await page.locator('[id="L1.1"] .feedback').innerText(), /^Right\./);
      await page.goto(`${base}play.html`);
      await write(page.locator('#play-lab'), stride(2));
      await page.locator('.not-kept', { hasText: 'keeps nothing for this page' }).waitFor();
      assert.equal(await sourceOf(page.locator('#play-lab')), stride(2));
    }));

test('where what is kept is damaged, every page works as if nothing were', () =>
  on(`${base}index.html`, async page => {
    await walk(page);
    await page.goto(`${base}exercises.html`);
    await page.locator('[id="L1.1-1"]').fill('6');
    await page.keyboard.press('Enter');
    const keys = await page.evaluate(() => Object.keys(localStorage));
    assert.ok(keys.includes('banklab.progress') && keys.includes('banklab.playground.play-lab'), keys.join());
    const all = [
      ...keys,
      'banklab.theme',
      'banklab.cards',
      'banklab.practice',
      'banklab.playground.play-lab.other',
    ];
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    for (const bad of [
      '{',
      'null',
      '{"source":{},"knobs":7,"attributes":[]}',
      '{"source":"float v = s[tid * n];","knobs":{"n":"<img>","__proto__":1},"attributes":{"launch":{},"onclick":"1"}}',
      deep,
    ]) {
      await page.evaluate(
        ([names, value]) => {
          for (const name of names as string[]) localStorage.setItem(name, value as string);
        },
        [all, bad] as const,
      );
      for (const [file] of pages.slice(1)) {
        await page.goto(base + file, { waitUntil: 'domcontentloaded' });
        assert.ok((await page.getByRole('heading', { level: 1 }).innerText()).length > 3, `${file}: ${bad}`);
      }
    }
    await walk(page, pages.slice(-1));
  }));

test('of two tabs that write to one place neither loses its text', async () => {
  const { page, clean, close } = await visit(`${base}play.html`);
  const other = await page.context().newPage();
  await other.goto(`${base}play.html`);
  const line = (of: Page) => of.locator('#kernel .other-tab');
  const lab = page.locator('#play-lab'),
    otherLab = other.locator('#play-lab');
  const kept = (of: Page, text: string) =>
    of.waitForFunction(
      source => (localStorage.getItem('banklab.playground.play-lab') ?? '').includes(source),
      text,
    );
  await write(lab, stride(2));
  await kept(page, stride(2));
  assert.equal(await line(page).isVisible(), false);
  await write(otherLab, stride(3));
  await kept(other, stride(3));
  await line(other).waitFor();
  // The first goes on typing, and then both are left.
  await write(lab, stride(5));
  await kept(page, stride(5));
  await line(page).waitFor();
  await other.close();
  await page.reload();
  assert.equal(await sourceOf(lab), stride(5));
  await line(page).getByRole('button', { name: 'Swap the texts' }).click();
  assert.equal(await sourceOf(lab), stride(3));
  await page.reload();
  assert.equal(await sourceOf(lab), stride(3));
  await line(page).getByRole('button', { name: 'Swap the texts' }).click();
  assert.equal(await sourceOf(lab), stride(5));
  await line(page).getByRole('button', { name: 'Forget it' }).click();
  assert.equal(await line(page).isVisible(), false);
  await page.reload();
  assert.equal(await line(page).isVisible(), false);
  assert.equal(await sourceOf(lab), stride(5));
  await clean();
  await close();
});

test('answers in two tabs add up', async () => {
  const { page, clean, close } = await visit(`${base}exercises.html`);
  const other = await page.context().newPage();
  await other.goto(`${base}exercises.html`);
  await page.locator('[id="L1.1-1"]').fill('6');
  await page.keyboard.press('Enter');
  await other.locator('[id="L2.1-1"]').fill('4');
  await other.keyboard.press('Enter');
  const kept = await page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('banklab.progress')!)));
  assert.ok(kept.includes('L1.1') && kept.includes('L2.1'), kept.join());
  await clean();
  await close();
});

test('a page that the browser puts aside goes on where it was: the text, the engine', () =>
  on(`${base}exercises.html`, async page => {
    const session = await page.context().newCDPSession(page);
    for (const [file, name] of [
      ['exercises.html', '#row-lab'],
      ['play.html', '#play-lab'],
    ] as const) {
      await page.goto(base + file);
      const lab = page.locator(name);
      await lab.scrollIntoViewIfNeeded();
      await write(lab, stride(4));
      await mark(lab, '4 of 1 · 4-way').waitFor();
      // As a page is that lies in the back/forward cache: told so, its timers and workers standing still.
      const tell = (type: string) =>
        page.evaluate(what => dispatchEvent(new PageTransitionEvent(what, { persisted: true })), type);
      await tell('pagehide');
      await session.send('Page.setWebLifecycleState', { state: 'frozen' });
      await session.send('Page.setWebLifecycleState', { state: 'active' });
      await tell('pageshow');
      assert.equal(await sourceOf(lab), stride(4));
      await write(lab, stride(8));
      await mark(lab, '8 of 1 · 8-way').waitFor();
    }
  }));

test('where the network goes in the middle of loading, what was typed stays, and runs once it is back', async () => {
  let cut = true;
  const { page, close } = await visit(`${base}exercises.html`, {}, async page => {
    await page.route('**/assets/*', route =>
      cut && /\.wasm|editor/.test(route.request().url())
        ? route.abort('internetdisconnected')
        : route.continue(),
    );
  });
  try {
    const lab = page.locator('#row-lab');
    await lab.scrollIntoViewIfNeeded();
    await lab.locator('.card').waitFor();
    await write(lab, stride(8));
    await lab.locator('.trouble', { hasText: 'The engine could not be fetched' }).waitFor();
    assert.equal(await sourceOf(lab), stride(8));
    cut = false;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await mark(lab, '8 of 1 · 8-way').waitFor();
    assert.equal(await sourceOf(lab), stride(8));
  } finally {
    await close();
  }
});

/** Makes the worker's memory stay as large as it is, once a page asks for it by a word in a source. */
async function withLittleMemory(page: Page): Promise<void> {
  await page.context().route('**/banklab.js', async route => {
    const response = await route.fetch();
    const limit = `if (typeof document === 'undefined') { const { grow } = WebAssembly.Memory.prototype;
      WebAssembly.Memory.prototype.grow = function (pages) {
        if (self.isShort) throw new RangeError('there is no memory left');
        return grow.call(this, pages);
      };
      addEventListener('message', event => {
        if (event.data.source) self.isShort = event.data.source.includes('SHORT');
      }, { capture: true }); }`;
    await route.fulfill({ response, body: `${limit}\n${await response.text()}` });
  });
}

test('an engine that runs out of memory is replaced: the page says what happened, the text stays', async () => {
  const { page, close } = await visit(`${base}exercises.html`, {}, withLittleMemory);
  try {
    const lab = page.locator('#row-lab');
    await lab.scrollIntoViewIfNeeded();
    await write(lab, stride(2));
    await mark(lab, '2 of 1 · 2-way').waitFor();
    const large = `// SHORT, and a row that is longer than what there is: ${'.'.repeat(20_000)}
__device__ int d[40000000];
__global__ void k() { __shared__ int s[32]; d[threadIdx.x * 99999] = 1; s[threadIdx.x] = d[threadIdx.x]; }`;
    await write(lab, large);
    const trouble = lab.locator('.trouble');
    await trouble.filter({ hasText: /could not answer \(out of memory\)/ }).waitFor();
    assert.equal(await sourceOf(lab), large);
    await write(lab, stride(8));
    await mark(lab, '8 of 1 · 8-way').waitFor();
    assert.equal(await trouble.isVisible(), false);
  } finally {
    await close();
  }
});
