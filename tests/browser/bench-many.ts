// npm run bench, its second half: what a page of fifty labs costs the main thread before the reader does anything, against
// the same page with one. Prints the medians of five openings each, taken in turn.
import type { Browser } from 'playwright-core';
import { startServer } from '../../web/site/server.ts';
import { leaveRows } from './bench-rows.ts';
import { launchChromium } from './chromium.ts';
import { hostFolder, lab, page, stride } from './hosts.ts';

const parts = 50;

/** A page of fifty parts, in the first of which a snippet is a lab. */
const pageOf = (labs: number): string =>
  page(
    Array.from(
      { length: parts },
      (_, i) => `<h2>Part ${i}</h2>\n${i < labs ? lab(stride(i)) : `<pre>${stride(i)}</pre>`}`,
    ).join('\n'),
  );

/** Milliseconds that the main thread works until the first lab has figure and editor, and the page has come to rest. */
async function workOfOpening(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const tab = await context.newPage();
  const client = await context.newCDPSession(tab);
  await client.send('Performance.enable');
  await tab.goto(url);
  const first = tab.locator('bank-lab').first();
  await first.locator('.cm-content').waitFor();
  await first.locator('.sentence .verdict').waitFor();
  await tab.waitForTimeout(1500);
  const { metrics } = await client.send('Performance.getMetrics');
  await context.close();
  const work = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (!work) throw new Error('the browser has not told how long it worked');
  return work * 1000;
}

const server = await startServer({
  root: hostFolder('bench', { 'one.html': pageOf(1), 'fifty.html': pageOf(parts) }),
});
const browser = await launchChromium();
try {
  const times = { one: [] as number[], fifty: [] as number[] };
  for (let round = 0; round < 5; round++) {
    for (const name of ['one', 'fifty'] as const) {
      times[name].push(await workOfOpening(browser, `${server.url}${name}.html`));
    }
  }
  const median = (list: number[]) => list.sort((a, b) => a - b)[2]!;
  const [one, fifty] = [median(times.one), median(times.fifty)];
  console.log('opening a page, main thread, ms   one lab  fifty  ratio');
  console.log(
    `${''.padEnd(34)}${one.toFixed(0).padStart(7)}${fifty.toFixed(0).padStart(7)}${(fifty / one).toFixed(2).padStart(7)}`,
  );
  leaveRows('many', [
    {
      name: 'page.fifty_labs',
      value: fifty / one,
      unit: 'times one lab',
      higher_is_better: false,
      target: 1.5,
      how: 'main-thread work before the first interaction, medians of five openings each in turn',
    },
  ]);
} finally {
  await browser.close();
  await server.close();
}
