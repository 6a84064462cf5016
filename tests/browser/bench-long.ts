// npm run bench, its last part: typing into a source of 3,000 lines with an access in every third. The engine's own time is one thing;
// what the page's thread does for each key is another, and must not grow with the source.
import { startServer } from '../../web/site/server.ts';
import { type BenchRow, leaveRows } from './bench-rows.ts';
import { launchChromium } from './chromium.ts';
import { hostFolder, lab, page } from './hosts.ts';
import { timeKey } from './keystroke.ts';

const keys = 20;

/** A kernel of so many lines. */
const sourceOf = (lines: number): string =>
  [
    '__global__ void k(float* out) {',
    '  __shared__ float s[1024];',
    ...Array.from({ length: lines - 3 }, (_, i) =>
      i % 3 === 0 ? `  out[${i}] += s[(threadIdx.x * ${(i % 32) + 1} + ${i}) % 1024];` : `  // line ${i + 3}`,
    ),
    '}',
  ].join('\n');

const sizes = [30, 300, 3000];
const pages = Object.fromEntries(sizes.map(n => [`${n}.html`, page(lab(sourceOf(n), 'loading="eager"'))]));
const server = await startServer({ root: hostFolder('bench-long', pages) });
const browser = await launchChromium();
try {
  console.log('typing in a long source, ms        to the figure   the page’s thread');
  const rows: BenchRow[] = [];
  for (const n of sizes) {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const client = await tab.context().newCDPSession(tab);
    await client.send('Performance.enable');
    await tab.goto(`${server.url}${n}.html`);
    const lab = tab.locator('bank-lab');
    await lab.locator('.cm-content').waitFor();
    await lab.locator('.sentence .verdict').waitFor();
    await lab.locator('.cm-content').focus();
    await tab.keyboard.press('Control+Home');
    await tab.keyboard.press('End');
    const work = async () => {
      const { metrics } = await client.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
    };
    await timeKey(tab, lab, ' ');
    const before = await work();
    const times: number[] = [];
    for (let i = 0; i < keys; i++) times.push(await timeKey(tab, lab, i % 2 ? 'Backspace' : ' '));
    await tab.waitForTimeout(300);
    const each = ((await work()) - before) / keys;
    times.sort((a, b) => a - b);
    const columns = [times[keys / 2]!, each].map(time => time.toFixed(1).padStart(14));
    console.log(`${`${n} lines`.padEnd(34)}${columns.join('')}`);
    rows.push({
      name: `page.key_in_${n}_lines`,
      value: each,
      unit: 'ms',
      higher_is_better: false,
      target: null,
      how: `main-thread work for each of ${keys} keys`,
    });
    await tab.close();
  }
  leaveRows('long', rows);
} finally {
  await browser.close();
  await server.close();
}
