// npm run bench: how long it takes in Chromium from a keystroke to the new figure, for every snippet of the built
// exercises page: from the key event's own time stamp until the lab has drawn the report of the changed source.
// Prints each snippet's median and worst; fails only if a snippet does not answer.
import { resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { startServer } from '../../web/site/server.ts';
import { leaveRows } from './bench-rows.ts';
import { launchChromium } from './chromium.ts';
import { timeKey } from './keystroke.ts';

const edits = 20;

/** Puts the cursor behind the source's last digit, or else its last `[`; gives a key that keeps the source right. */
async function focusEdit(page: Page, lab: Locator): Promise<string> {
  const source = await lab.evaluate(element => (element as unknown as { source: string }).source);
  const digit = source.search(/\d\D*$/);
  const at = digit >= 0 ? digit : source.lastIndexOf('[');
  await lab.locator('.cm-content').focus();
  await page.keyboard.press('Control+Home');
  for (let i = 0; i <= at; i++) await page.keyboard.press('ArrowRight');
  return digit >= 0 ? '1' : '+';
}

const server = await startServer({ root: resolve('../build/site') });
const browser = await launchChromium();
let slowest = 0;
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${server.url}exercises.html`);
  const labs = await page.locator('bank-lab').all();
  if (labs.length === 0) throw new Error('the page has no snippet');
  console.log('from keystroke to new figure, ms   median  worst');
  for (const lab of labs) {
    await lab.evaluate(element => {
      for (let up: Element | null = element; up; up = up.parentElement) {
        if (up instanceof HTMLDetailsElement) up.open = true;
      }
      element.removeAttribute('veiled');
    });
    await lab.scrollIntoViewIfNeeded();
    await lab.locator('.cm-content').waitFor();
    const key = await focusEdit(page, lab);
    const times: number[] = [];
    for (let i = 0; i < edits; i++) {
      times.push(await timeKey(page, lab, key), await timeKey(page, lab, 'Backspace'));
    }
    times.sort((a, b) => a - b);
    const median = (times[edits - 1]! + times[edits]!) / 2;
    slowest = Math.max(slowest, median);
    const columns = [median, times[2 * edits - 1]!].map(time => time.toFixed(1).padStart(7));
    console.log(`${((await lab.getAttribute('id')) ?? '').padEnd(34)}${columns.join('')}`);
  }
  console.log(`the slowest snippet's median: ${slowest.toFixed(1)} ms`);
  leaveRows('page', [
    {
      name: 'page.keystroke',
      value: slowest,
      unit: 'ms',
      higher_is_better: false,
      target: 16,
      how: `from a key's time stamp to the new figure, the slowest snippet's median of ${2 * edits} keys`,
    },
  ]);
} finally {
  await browser.close();
  await server.close();
}
