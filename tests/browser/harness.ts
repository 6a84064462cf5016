// A browser, the built site in it, and everything that may go wrong without being seen: each page collects console
// errors, exceptions, failed requests, requests to other hosts and breaches of the policy.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type Server, type ServerOptions, startServer } from '../../web/site/server.ts';
import { launchChromium } from './chromium.ts';

/** The built site; the tests run in the folder web/. */
export const siteFolder = resolve('../build/site');

/** Whether `make test-all` runs, which takes what is long as well. */
export const takesLong = process.env.BANKLAB_TEST_ALL === '1';

let browser: Promise<Browser> | undefined;
const servers: Server[] = [];

after(async () => {
  await (await browser)?.close();
  await Promise.all(servers.map(server => server.close()));
});

/** The site, or another folder, over http; gives its address, with a slash at its end. */
export async function serve(options: Partial<ServerOptions> = {}): Promise<string> {
  const server = await startServer({ root: siteFolder, ...options });
  servers.push(server);
  return server.url;
}

/** The site from the disk. */
export const fromDisk = `${pathToFileURL(siteFolder).href}/`;

export interface Visit {
  page: Page;
  /** Fails if anything went wrong in the page until now. */
  clean(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an address in a new context of the browser; `prepare` gets the page before it loads. */
export async function visit(
  url: string,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Visit> {
  browser ??= launchChromium();
  const context = await (await browser).newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', error => faults.push(`exception: ${error.message}`));
  page.on('requestfailed', request => {
    // What a page had begun to load when the reader left it.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') faults.push(`request failed: ${request.url()}`);
  });
  page.on('response', response => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  const { protocol, host } = new URL(url);
  page.on('request', request => {
    const to = new URL(request.url());
    const local = to.protocol === 'blob:' || to.protocol === 'data:';
    if (!local && (to.protocol !== protocol || to.host !== host)) faults.push(`another host: ${to.href}`);
  });
  await page.addInitScript(() => {
    const breaches: string[] = [];
    Object.assign(window, { breaches });
    addEventListener('securitypolicyviolation', event =>
      breaches.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`),
    );
  });
  // A reader is there: labs whose figures the page holds wait for one.
  await page.addInitScript(() => {
    addEventListener('load', () => dispatchEvent(new Event('pointermove')));
  });
  // Service workers only where a test is about them: otherwise each page would fetch the whole book.
  if (options.serviceWorkers !== 'allow')
    await page.addInitScript(() => {
      delete (Navigator.prototype as unknown as Record<string, unknown>).serviceWorker;
    });
  await prepare(page);
  await page.goto(url);
  return {
    page,
    async clean() {
      const breaches =
        options.javaScriptEnabled === false
          ? []
          : await page.evaluate(() => (window as unknown as { breaches: string[] }).breaches);
      assert.deepEqual([...new Set([...faults, ...breaches.map(breach => `policy: ${breach}`)])], []);
    },
    close: () => context.close(),
  };
}

/** Opens a page, runs the steps, and fails if anything went wrong meanwhile. */
export async function on(
  url: string,
  steps: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const { page, clean, close } = await visit(url, options);
  try {
    await steps(page);
    await clean();
  } finally {
    await close();
  }
}

/** Answers exercise L2.1 rightly, as a reader does. Gives the exercise and its lab. */
export async function answerL21(page: Page): Promise<{ exercise: Locator; lab: Locator }> {
  const exercise = page.locator('section[id="L2.1"]');
  await exercise.getByRole('textbox', { name: 'wavefronts', exact: true }).fill('8');
  await exercise.getByRole('button', { name: 'Check', exact: true }).click();
  await exercise.locator('.feedback .right').waitFor();
  const lab = exercise.locator('bank-lab');
  await lab.scrollIntoViewIfNeeded();
  return { exercise, lab };
}
