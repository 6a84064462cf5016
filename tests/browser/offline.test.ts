// The book where its host is gone, and where the host has a new edition of it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Server, startServer, strictPolicy } from '../../web/site/server.ts';
import { on, siteFolder, visit } from './harness.ts';

const base = '/courses/banks/';
const servers = new Set<Server>();
after(() => Promise.all([...servers].map(server => server.close())));

/** A copy of the book on a host that can go away, come back at the same address, and change. */
async function host(name: string, policy: string | undefined = strictPolicy) {
  const folder = resolve('../build/tests/offline', name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(siteFolder, folder, { recursive: true });
  let server: Server;
  const start = async (port: number) => {
    server = await startServer({ root: folder, base, port, policy });
    servers.add(server);
  };
  await start(0);
  const { url } = server!;
  return {
    url,
    folder,
    async goAway() {
      await server.close();
      servers.delete(server);
    },
    comeBack: () => start(Number(new URL(url).port)),
    /** Changes both pages and a script, and makes an edition of it. */
    change(to: string) {
      for (const file of ['index.html', 'exercises.html']) {
        const text = readFileSync(join(folder, file), 'utf8');
        writeFileSync(join(folder, file), text.replace(/<h1>.*?<\/h1>/, `<h1>${to}</h1>`));
      }
      writeFileSync(
        join(folder, 'assets/boot.js'),
        `${readFileSync(join(folder, 'assets/boot.js'))}\n// ${to}`,
      );
      const { status, stderr } = spawnSync(process.execPath, ['tools/offline.mjs', folder], {
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
    },
  };
}

const allow = { serviceWorkers: 'allow' } as const;
const title = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

/** Waits until the edition is kept whole and at work. */
const kept = (page: Page) =>
  page.waitForFunction(async () =>
    Boolean((await navigator.serviceWorker.ready) && navigator.serviceWorker.controller),
  );

const caches_ = (page: Page) => page.evaluate(() => caches.keys());

/** Asks for a new edition, as the browser does now and then. */
const update = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => {});
    const worker = registration.installing;
    if (worker)
      await new Promise<void>(done => {
        const look = () => ['installed', 'redundant'].includes(worker.state) && done();
        worker.addEventListener('statechange', look);
        look();
      });
  });

test('after one visit the book works without its host: other pages, an answer, an edit that needs the whole engine', async () => {
  const { url, goAway } = await host('gone');
  const { page, close } = await visit(`${url}index.html`, allow);
  await kept(page);
  await goAway();
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: 'Exercises on bank conflicts' }).click();
  await page.waitForURL(/exercises\.html$/);
  const lab = page.locator('bank-lab[id="L2.1-lab"]');
  await lab.scrollIntoViewIfNeeded();
  await lab.getByRole('button', { name: 'Show me' }).click();
  await lab.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('#include <algorithm>\nfloat v = shared[std::min(tid, 7) * 32];');
  await lab.getByText('8 of 1 · 8-way', { exact: true }).first().waitFor();
  // A folder's address, and one without .html.
  for (const address of [url, `${url}exercises?a=b#L2.1`]) {
    await page.goto(address);
    assert.ok((await title(page)).length > 5);
  }
  await page.goto(`${url}assets/embed.html`);
  await page.getByText('This address holds no lab').waitFor();
  await close();
});

test('the visit breaks no policy, and the manifest can be installed from', async () => {
  const { url } = await host('policy');
  await on(
    `${url}index.html`,
    async page => {
      await kept(page);
      const session = await page.context().newCDPSession(page);
      const { url: address, errors } = await session.send('Page.getAppManifest');
      assert.equal(address, `${url}book.webmanifest`);
      assert.deepEqual(errors, []);
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      // The tests' browser is a private window, from which nothing is installed.
      assert.deepEqual(
        installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito'),
        [],
      );
    },
    allow,
  );
});

test('a new edition is announced, waits for the reader, and comes whole', async () => {
  const { url, change, goAway } = await host('update');
  const { page, close } = await visit(`${url}index.html`, allow);
  await kept(page);
  const [before] = await caches_(page);
  // Another book of the same host keeps its own.
  await page.evaluate(() => caches.open('banklab /other/ 1'));
  const old = await title(page);
  change('The second edition');
  await update(page);
  const line = page.locator('.edition');
  await line.getByText('A new edition of the book is ready.').waitFor();

  // Until then every page is of the old one.
  const second = await page.context().newPage();
  await second.goto(`${url}exercises.html`);
  assert.notEqual(await title(second), 'The second edition');
  await line.getByRole('button', { name: 'Reload' }).click();
  await line.getByText('Close the book’s other tabs, then reload.').waitFor();
  assert.equal(await title(page), old);
  await second.close();

  await line.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'The second edition' }).waitFor();
  assert.equal(await line.count(), 0);
  await goAway();
  await page.goto(`${url}exercises.html`);
  assert.equal(await title(page), 'The second edition');
  const after_ = await caches_(page);
  assert.equal(after_.length, 2);
  assert.ok(after_.includes('banklab /other/ 1') && !after_.includes(before!), after_.join());
  await close();
});

test('an edition that does not come whole changes nothing; the next try takes it', async () => {
  const { url, folder, change, goAway, comeBack } = await host('failed');
  const { page, close } = await visit(`${url}index.html`, allow);
  await kept(page);
  const before = await caches_(page);
  const old = await title(page);
  change('The second edition');
  // The host is in the middle of it: one file is still the old one.
  const now = readFileSync(join(folder, 'exercises.html'));
  cpSync(join(siteFolder, 'exercises.html'), join(folder, 'exercises.html'));
  await update(page);
  assert.deepEqual(await caches_(page), before);
  assert.equal(await page.locator('.edition').count(), 0);
  await goAway();
  await page.reload();
  assert.equal(await title(page), old);

  writeFileSync(join(folder, 'exercises.html'), now);
  await comeBack();
  await update(page);
  await page.getByText('A new edition of the book is ready.').waitFor();
  await close();
});

test('a frame does not make its page’s reader keep the book', async () => {
  const { url, folder } = await host('framed', "default-src 'self' 'wasm-unsafe-eval'; img-src data:");
  writeFileSync(
    join(folder, 'other.html'),
    '<!doctype html><title>Notes</title><iframe src="index.html"></iframe><iframe src="assets/embed.html"></iframe>',
  );
  const { page, close } = await visit(`${url}other.html`, allow);
  const inFrame = page.frames().find(frame => frame.url().endsWith('/index.html'))!;
  await inFrame.waitForFunction(() => document.readyState === 'complete');
  // Were it registered, it would be by now: the frame asks as soon as it has loaded.
  await page.waitForTimeout(1000);
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  await close();
});
