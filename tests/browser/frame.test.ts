// embed.html: a lab in a frame, its state in the address.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { encodeState } from '../../web/lab/link.ts';
import { strictPolicy } from '../../web/site/server.ts';
import { on, serve } from './harness.ts';
import { hostFolder, lab, page, stride } from './hosts.ts';

const hash = (source: string, attributes = {}) => encodeState({ lab: '', source, knobs: {}, attributes });

/** The listener that docs/embedding.md gives. */
const listener = `addEventListener('message', ({ source, data }) => {
  if (data?.type !== 'banklab-height') return;
  for (const frame of document.querySelectorAll('iframe')) if (frame.contentWindow === source) frame.height = data.height;
});`;

const host = (fragment: string, query = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,"><script src="listen.js"></script></head>
<body><iframe src="assets/embed.html${query}${fragment}" title="a lab" width="100%" height="100"></iframe></body></html>`;

let folder = '';
let url = '';
before(async () => {
  folder = hostFolder('frames', {
    'listen.js': listener,
    'host.html': host(hash(stride(8), { machine: 'sm_80' })),
    'dark.html': host(hash(stride(8)), '?theme=dark&amp;view=figure'),
    'lab.html': page(
      lab(
        'float v = shared[tid * s];',
        `id="own" label='The "first"' knobs='{"s": {"value": 4, "min": 1, "max": 24}}'`,
      ),
    ),
  });
  url = await serve({ root: folder });
});

const framed = (page: Page) => page.frameLocator('iframe').locator('bank-lab');

for (const [where, address] of [
  ['over http', async () => `${url}host.html`],
  [
    'under the strict policy',
    async () => `${await serve({ root: folder, policy: `${strictPolicy}; frame-src 'self'` })}host.html`,
  ],
  ['from the disk', async () => pathToFileURL(join(folder, 'host.html')).href],
] as const)
  test(`${where}: the lab of the address stands in the frame, as high as it is`, async () =>
    on(await address(), async page => {
      await framed(page).getByText('8 of 1 · 8-way', { exact: true }).waitFor();
      assert.equal(await framed(page).getAttribute('machine'), 'sm_80');
      await page.waitForFunction(() => {
        const frame = document.querySelector('iframe')!;
        return Number(frame.height) > 400;
      });
      const high = await framed(page).evaluate(element => element.getBoundingClientRect().height);
      await page.waitForTimeout(300);
      const frame = Number(await page.locator('iframe').getAttribute('height'));
      assert.ok(Math.abs(frame - high) < 40, `the lab is ${high} px high, its frame ${frame}`);
    }));

test('the query says how the lab is shown; the page around it may change the theme', () =>
  on(`${url}dark.html`, async page => {
    const card = framed(page).locator('.card');
    await framed(page).locator('.sentence .verdict').waitFor();
    const paper = () => card.evaluate(element => getComputedStyle(element).backgroundColor);
    assert.equal(await paper(), 'rgb(26, 31, 36)');
    assert.equal(await framed(page).locator('.code').isVisible(), false);
    await page.evaluate(() => {
      document
        .querySelector('iframe')!
        .contentWindow!.postMessage({ type: 'banklab-theme', theme: 'light' }, '*');
    });
    await framed(page).and(page.frameLocator('iframe').locator('[theme="light"]')).waitFor();
    assert.equal(await paper(), 'rgb(255, 255, 255)');
  }));

// As tests/web/lab.test.ts keeps them.
for (const [kept, mark] of [
  [
    '#v1.L2.1-lab.eyJzIjoiZmxvYXQgdiA9IHNoYXJlZFt0aWQgKiA2XTsgLy8gZ3LDtsOfZXIg8J-PpiIsImsiOnsiY29sIjozfX0',
    '2 of 1 · 2-way',
  ],
  ['#v2..g5D4PR-Th-auSmR3gR1uCFSE7sGYPIRzCHgsJg_ddQA', '32 of 32'],
] as const)
  test(`an old address still works: ${kept.slice(0, 12)}…`, () =>
    on(`${url}assets/embed.html${kept}`, async page => {
      await page.locator('bank-lab .code .mark').getByText(mark, { exact: true }).first().waitFor();
    }));

test('an address without a lab says so; another fragment brings another lab', () =>
  on(`${url}assets/embed.html#v9.x.y`, async page => {
    await page.getByText('This address holds no lab').waitFor();
    for (const n of [4, 16]) {
      await page.evaluate(
        to => {
          location.hash = to;
        },
        hash(stride(n)),
      );
      await page.getByText(`${n} of 1 · ${n}-way`, { exact: true }).waitFor();
      assert.equal(await page.locator('bank-lab').count(), 1);
    }
  }));

test('Copy frame gives a frame that shows the lab as it stands', () =>
  on(
    `${url}lab.html`,
    async page => {
      const own = page.locator('bank-lab');
      await own.getByText('4 of 1 · 4-way', { exact: true }).waitFor();
      await own.getByRole('spinbutton', { name: 's, as a number' }).fill('16');
      await own.getByText('16 of 1 · 16-way', { exact: true }).waitFor();
      await own.getByRole('button', { name: 'Share' }).click();
      await own.getByRole('button', { name: 'Copy frame' }).click();
      await own.locator('.shared').getByText('Copied.').waitFor();
      const html = await page.evaluate(async () => {
        const text = await navigator.clipboard.readText();
        document.body.innerHTML = text;
        return text;
      });
      assert.match(html, /title="The &quot;first&quot;" width="100%" height="\d+"/);
      await framed(page).getByText('16 of 1 · 16-way', { exact: true }).waitFor();
      const slider = framed(page).getByRole('slider', { name: 's', exact: true });
      assert.deepEqual([await slider.getAttribute('min'), await slider.getAttribute('max')], ['1', '24']);
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  ));
