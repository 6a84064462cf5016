// The core journeys in the three engines.
import { after, describe, test } from 'node:test';
import { chromium } from './chromium.ts';
import { firefox } from './firefox.ts';
import { journeys, places } from './journeys.ts';
import { webkit } from './webkit.ts';

const wanted = process.env.BANKLAB_BROWSERS?.split(',');

for (const [name, launch] of Object.entries({ chromium, firefox, webkit })) {
  if (wanted && !wanted.includes(name)) continue;
  describe(name, async () => {
    const [browser, where] = await Promise.all([launch(), places(name)]);
    after(async () => {
      await browser.close();
      await where.close();
    });
    for (const [journey, walk] of Object.entries(journeys)) test(journey, () => walk(browser.tab, where));
  });
}
