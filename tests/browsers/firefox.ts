import puppeteer, { type KeyInput } from 'puppeteer-core';
import { type Browser, size } from './tab.ts';

/** Debian's Firefox, by WebDriver BiDi. */
export async function firefox(): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    defaultViewport: size,
    extraPrefsFirefox: {
      // As in a reader's Firefox; under automation every file may read every other.
      'security.fileuri.strict_origin_policy': true,
    },
  });
  const page = await browser.newPage();
  return {
    name: 'Firefox',
    tab: {
      goto: async url => void (await page.goto(url)),
      evaluate: expression => page.evaluate(expression),
      async press(key, ...held) {
        for (const other of held) await page.keyboard.down(other as KeyInput);
        await page.keyboard.press(key as KeyInput);
        for (const other of held) await page.keyboard.up(other as KeyInput);
      },
      type: text => page.keyboard.type(text),
      click: (x, y) => page.mouse.click(x, y),
    },
    close: () => browser.close(),
  };
}
