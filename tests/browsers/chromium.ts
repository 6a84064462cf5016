import { launchChromium } from '../browser/chromium.ts';
import { type Browser, size } from './tab.ts';

export async function chromium(): Promise<Browser> {
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: size });
  return {
    name: 'Chromium',
    tab: {
      goto: async url => void (await page.goto(url)),
      evaluate: expression => page.evaluate(expression),
      press: (key, ...held) => page.keyboard.press([...held, key].join('+')),
      type: text => page.keyboard.type(text),
      click: (x, y) => page.mouse.click(x, y),
    },
    close: () => browser.close(),
  };
}
