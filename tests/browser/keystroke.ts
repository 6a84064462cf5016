// How long a lab takes to answer a key.
import type { Locator, Page } from 'playwright-core';

/** Presses a key; gives the milliseconds until the lab has drawn. The page has come to rest, as between a typist's keys. */
export async function timeKey(page: Page, lab: Locator, key: string): Promise<number> {
  await page.waitForTimeout(80);
  // The ear must be there before the key is pressed, so it is set up in a step of its own.
  const heard = await lab.evaluateHandle(element => {
    let pressed = Number.NaN;
    const event = { capture: true, once: true };
    addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), event);
    const time = new Promise<number>((resolve, reject) => {
      element.addEventListener('banklab-report', () => resolve(performance.now() - pressed), event);
      setTimeout(() => reject(new Error('no new figure within five seconds')), 5000);
    });
    return { time };
  });
  await page.keyboard.press(key);
  return heard.evaluate(({ time }) => time);
}
