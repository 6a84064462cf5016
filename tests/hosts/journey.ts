// What a reader does on two pages of other people's, whatever built them: read, edit, follow the page's own link, come back.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { serve, visit } from '../browser/harness.ts';

/** The first page's kernel, which every host must hand to the element as it was written. */
export const column = `// launch: transpose<<<1, dim3(32, 8)>>>(out, in, 32)
__global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[32][32];
  const int x = threadIdx.x;
  for (int y = threadIdx.y; y < 32 && y < n; y += 8) tile[y][x] = in[y * n + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32 && y < n; y += 8) out[y * n + x] = tile[x][y];
}`;
export const padded = column.replace('tile[32][32]', 'tile[32][33]');

export interface Host {
  /** The built pages. */
  folder: string;
  /** The host fetches its pages itself: the document stays when a link is followed. */
  staysInDocument?: boolean;
  /** The first page has a badge in its first paragraph. */
  badge?: boolean;
  /** Turns the page dark with the host's own switch. */
  darken?(page: Page): Promise<void>;
}

type LabElement = HTMLElement & {
  source: string;
  report(): Promise<{ totals: { excessive: number } } | undefined>;
};

const block = (page: Page): Locator => page.locator('bank-lab:not([view="badge"])');

/** The page's lab as the page has it: its code whole, shown once, its figure there. */
async function read(page: Page, source: string, excessive: number): Promise<Locator> {
  const lab = block(page);
  await lab.scrollIntoViewIfNeeded();
  await lab.locator('.sentence .verdict').waitFor();
  const seen = await lab.evaluate(async element => {
    const { source, report } = element as LabElement;
    return { source, totals: (await report.call(element))?.totals };
  });
  assert.equal(seen.source, source);
  assert.equal(seen.totals?.excessive, excessive);
  await lab.locator('svg.bank-figure').first().waitFor();
  assert.equal(
    await page.locator('main pre:visible, [role=main] pre:visible, body > pre:visible').count(),
    0,
  );
  return lab;
}

/** Types another source and sees another cost. */
async function edit(page: Page, lab: Locator, stride: number): Promise<void> {
  await lab.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`float v = shared[tid * ${stride}];`);
  const mark = `${stride} of 1 · ${stride}-way`;
  await lab.locator('.code .mark').getByText(mark, { exact: true }).waitFor();
  await lab.locator('.sentence .verdict', { hasText: `${stride} wavefronts` }).waitFor();
  // Keys that pages have shortcuts for; a page that was turned would not show the lab's step.
  await page.keyboard.press('ArrowLeft');
  await lab.getByRole('slider', { name: 'wavefront shown' }).press('ArrowRight');
  await lab.locator('.step', { hasText: `wavefront 1 of ${stride}` }).waitFor();
}

const follow = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

/** Opens the host's first page, uses it, and fails if anything goes wrong unseen. */
async function at(
  url: string,
  options: { colorScheme?: 'light'; javaScriptEnabled?: boolean },
  steps: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, clean, close } = await visit(url, options, async page => {
    // Browsers ask for it where a page names no icon.
    await page.route('**/favicon.ico', route => route.fulfill({ status: 204 }));
  });
  try {
    await steps(page);
    // Without JavaScript, what was to be loaded for it is refused.
    if (options.javaScriptEnabled !== false) await clean();
  } finally {
    await close();
  }
}

export async function useHost({ folder, ...host }: Host): Promise<void> {
  const url = `${await serve({ root: folder, base: '/notes/' })}index.html`;
  await at(url, { colorScheme: 'light' }, async page => {
    await page.evaluate(() => Object.assign(window, { marker: true }));
    await edit(page, await read(page, column, 992), 4);
    if (host.badge)
      await page.locator('bank-lab[view="badge"]').getByRole('button', { name: '32-way' }).waitFor();
    await follow(page, 'The padded tile');
    await edit(page, await read(page, padded, 0), 8);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'A column of a tile' }).waitFor();
    await edit(page, await read(page, column, 992), 16);
    await follow(page, 'The padded tile');
    await follow(page, 'A column of a tile');
    const lab = await read(page, column, 992);
    const stayed = await page.evaluate(() => Object.hasOwn(window, 'marker'));
    assert.equal(stayed, host.staysInDocument ?? false, 'whether the document stayed');
    if (host.darken) {
      await host.darken(page);
      await lab.locator('.lab[data-theme="dark"]').waitFor();
    }
  });
  await at(url, { javaScriptEnabled: false }, async page => {
    const text = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
    assert.ok(text.includes('out[y * n + x] = tile[x][y];'), text);
  });
}
