// 'Mend it' in the lab: a search, what it found, the change shown, made, and undone.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { axe } from './axe.ts';
import { fromDisk, on, serve } from './harness.ts';

let url = '';
before(async () => {
  url = await serve();
});

type LabElement = HTMLElement & { source: string };

const transpose = `// launch: transpose<<<1, dim3(32, 32)>>>(out, in)
__global__ void transpose(float* out, const float* in) {
  __shared__ float tile[32][32];  // größer
  int tx = threadIdx.x, ty = threadIdx.y;
  tile[ty][tx] = in[ty * 32 + tx];
  __syncthreads();
  out[ty * 32 + tx] = tile[tx][ty];
}
`;

/** Opens the book's first page, its lab with a source of ours: one that holds the transpose and its editor. */
async function withLab(
  steps: (lab: Locator, page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
  source = transpose,
  at = url,
): Promise<void> {
  await on(
    at,
    async page => {
      const lab = page.locator('bank-lab');
      await lab.evaluate((element, text) => {
        element.scrollIntoView({ block: 'start' });
        (element as LabElement).source = text;
      }, source);
      await lab.locator('.cm-content').waitFor();
      await steps(lab, page);
    },
    { reducedMotion: 'reduce', ...options },
  );
}

const mendIt = (lab: Locator): Locator => lab.getByRole('button', { name: 'Mend it', exact: true });
const panel = (lab: Locator): Locator => lab.getByRole('group', { name: 'Mend it', exact: true });
const sourceOf = (lab: Locator): Promise<string> => lab.evaluate(element => (element as LabElement).source);
/** What holds the focus in the lab's shadow tree, by its class and its text's beginning. */
const focused = (lab: Locator): Promise<string> =>
  lab.evaluate(element => {
    const { activeElement } = element.shadowRoot!;
    return `${activeElement?.className} ${activeElement?.textContent?.slice(0, 20)}`;
  });
const hasText = (room: Locator, text: RegExp) => room.filter({ hasText: text }).first().waitFor();

/** Opens the panel, waits for the search and picks the padding. */
async function pickPadding(lab: Locator): Promise<Locator> {
  await mendIt(lab).click();
  const padding = panel(lab).getByRole('button', { name: /Pad each row of tile by 1 element/ });
  await padding.click();
  return padding;
}

test('what mends a transpose is listed, shown before and after, applied, and undone in one step', () =>
  withLab(async (lab, page) => {
    await mendIt(lab).click();
    assert.equal(await mendIt(lab).getAttribute('aria-expanded'), 'true');
    const tile = panel(lab).getByRole('group', { name: 'tile' });
    await hasText(tile, /tile: 1,056 wavefronts, ideal 64/);
    await hasText(panel(lab).locator('.matters'), /^Shared memory takes 1,056 clocks, .*: mend it\.$/);
    const facts = await tile.locator('.facts').allTextContents();
    assert.equal(facts.length, 3);
    assert.match(facts[0]!, /^1,056 → 64 wavefronts · no more shared memory · 2 → 2 blocks .* sm_90$/);
    assert.match(facts[2]!, /^1,056 → 64 wavefronts · 128 bytes more shared memory · /);
    await panel(lab).getByText('1 change not offered').click();
    await hasText(panel(lab).locator('.rejected li'), /^Swap threadIdx.x and threadIdx.y.*which is no fewer/);

    const padding = tile.getByRole('button', { name: /Pad each row of tile by 1 element/ });
    await padding.click();
    assert.equal(await padding.getAttribute('aria-expanded'), 'true');
    const removed = await panel(lab).locator('.diff del').allInnerTexts();
    const added = await panel(lab).locator('.diff ins').allInnerTexts();
    assert.match(removed.join(), /^removed: \s*−\s+__shared__ float tile\[32\]\[32\];\s+\/\/ größer\s*$/);
    assert.match(added.join(), /^added: \s*\+\s+__shared__ float tile\[32\]\[32 \+ 1\];\s+\/\/ größer\s*$/);

    const figure = panel(lab).locator('.mend-figure');
    await hasText(figure.locator('.sentence'), /^1 wavefront, as few as can be/);
    assert.equal(await figure.getByRole('button', { name: 'After' }).getAttribute('aria-pressed'), 'true');
    assert.equal(await figure.locator('svg .clash').count(), 0);
    await figure.getByRole('button', { name: 'Before' }).click();
    await hasText(figure.locator('.sentence'), /^32 wavefronts, ideal 1/);
    assert.ok((await figure.locator('svg .clash').count()) > 0);
    await panel(lab).getByText('Proved', { exact: true }).click();
    await hasText(
      panel(lab),
      /takes 64 wavefronts of all shared memory in place of 1,056, leaves the same value/,
    );
    await panel(lab).getByText('Blocks on a multiprocessor, of every chip').click();
    assert.match((await panel(lab).locator('.blocks tbody tr').first().textContent()) ?? '', /^sm_50\d+\d+$/);

    const fixed = lab.evaluate(
      element =>
        new Promise(resolve =>
          element.addEventListener('banklab-fix', event => resolve((event as CustomEvent).detail.fix.kind)),
        ),
    );
    await panel(lab).getByRole('button', { name: 'Apply' }).click();
    assert.equal(await fixed, 'padding');
    assert.equal(await sourceOf(lab), transpose.replace('[32][32]', '[32][32 + 1]'));
    assert.equal(await panel(lab).count(), 0);
    assert.match(await focused(lab), /^cm-content/);
    await hasText(lab.getByRole('status'), /^Applied\. tile takes 64 wavefronts in place of 1,056\.$/);
    await mendIt(lab).waitFor({ state: 'hidden' });
    await page.keyboard.press('ControlOrMeta+z');
    assert.equal(await sourceOf(lab), transpose);
    await mendIt(lab).waitFor();
  }));

const product = `// launch: product<<<1, dim3(32, 32)>>>(out, a, b)
__global__ void product(float* out, const float* a, const float* b) {
  __shared__ float as[32][32], bs[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  as[tx][ty] = a[ty * 32 + tx];
  bs[tx][ty] = b[ty * 32 + tx];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += as[k][ty] * bs[tx][k];
  out[ty * 32 + tx] = sum;
}
`;

test('both tiles of a product are mended at once', () =>
  withLab(
    async lab => {
      await mendIt(lab).click();
      const both = panel(lab).getByRole('group', { name: 'as and bs' });
      await hasText(both, /as and bs at once/);
      await both.getByRole('button', { name: /^Store as transposed.*, and store bs transposed/ }).click();
      await panel(lab).getByRole('button', { name: 'Apply' }).click();
      await hasText(
        lab.getByRole('status'),
        /^Applied\. as and bs take [\d,]+ wavefronts in place of [\d,]+\.$/,
      );
      await mendIt(lab).waitFor({ state: 'hidden' });
    },
    {},
    product,
  ));

test('all of it by keyboard; Esc closes it and gives the focus back; a change of the code closes it', () =>
  withLab(async (lab, page) => {
    await mendIt(lab).waitFor();
    await mendIt(lab).focus();
    await page.keyboard.press('Enter');
    await panel(lab).locator('.fix').first().waitFor();
    assert.match(await focused(lab), /^mend-title /);
    for (let i = 0; i < 2; i++) await page.keyboard.press('Tab');
    assert.match(await focused(lab), /^fix XOR the column/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.match(await focused(lab), /^diff /);
    await page.keyboard.press('Tab');
    assert.match(await focused(lab), /^quiet chief Apply/);
    await panel(lab).locator('.mend-figure svg').waitFor();
    assert.deepEqual(await axe(page), []);
    await page.keyboard.press('Escape');
    assert.equal(await panel(lab).count(), 0);
    assert.match(await focused(lab), /^quiet show-mend/);

    await page.keyboard.press('Enter');
    await panel(lab).locator('.fix').first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.match(await sourceOf(lab), /tile\[ty\]\[tx \^ ty\] = .*\n.*\n.*tile\[tx\]\[ty \^ tx\];/);
    await page.keyboard.press('ControlOrMeta+z');
    assert.equal(await sourceOf(lab), transpose);

    await mendIt(lab).click();
    await panel(lab).locator('.fix').first().waitFor();
    await lab.evaluate((element, text) => ((element as LabElement).source = text), `${transpose}\n`);
    await panel(lab).waitFor({ state: 'detached' });
  }));

test('the figure plays from before to after; the diff goes to the clipboard', () =>
  withLab(
    async (lab, page) => {
      await pickPadding(lab);
      const sentence = panel(lab).locator('.mend-figure .sentence');
      await hasText(sentence, /^32 wavefronts, ideal 1/);
      await hasText(sentence, /^1 wavefront, as few as can be/);
      await panel(lab).getByRole('button', { name: 'Copy diff' }).click();
      await hasText(panel(lab).locator('.shared'), /^Copied\.$/);
      const diff = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(
        diff,
        /^--- a\/.*\n\+\+\+ b\/.*\n@@ [\s\S]*\n\+ {2}__shared__ float tile\[32\]\[32 \+ 1\];/,
      );
    },
    { reducedMotion: 'no-preference', permissions: ['clipboard-read', 'clipboard-write'] },
  ));

test('a search can be stopped, and made again', () =>
  withLab(async (lab, page) => {
    // As a reader who presses it at once: before the first run has been answered.
    await mendIt(lab).waitFor();
    await lab.evaluate(element => {
      const root = element.shadowRoot!;
      root.querySelector<HTMLElement>('.show-mend')!.click();
      new MutationObserver((_, observer) => {
        const stop = [...root.querySelectorAll<HTMLElement>('.state button')].find(
          ({ textContent }) => textContent === 'Stop',
        );
        if (!stop) return;
        observer.disconnect();
        stop.focus();
        stop.click();
      }).observe(root.querySelector('.mend')!, { childList: true, subtree: true });
    });
    await hasText(panel(lab).locator('.state'), /^The search was stopped before all was tried/);
    assert.match(await focused(lab), /^mend-title /);
    await panel(lab).getByRole('button', { name: 'Search again' }).click();
    await panel(lab).locator('.fix').nth(2).waitFor();
    await panel(lab).locator('.state').waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
  }));

test('where nothing mends it the panel says why; a lab that cannot change its code has no such button', () =>
  withLab(
    async lab => {
      await mendIt(lab).click();
      await hasText(panel(lab), /at once, and take turns; no layout parts equal addresses/);
      assert.equal(await panel(lab).locator('.fix').count(), 0);
      await lab.evaluate(element => element.setAttribute('readonly', ''));
      await mendIt(lab).waitFor({ state: 'hidden' });
      assert.equal(await panel(lab).count(), 0);
      await lab.evaluate(element => {
        element.removeAttribute('readonly');
        (element as LabElement).source = 'float v = shared[tid];';
      });
      await hasText(lab.locator('.answer .sentence'), /as few as can be/);
      await mendIt(lab).waitFor({ state: 'hidden' });
    },
    {},
    '__shared__ unsigned bins[32];\natomicAdd(&bins[tid * tid % 8], 3u);\n',
  ));

test('Why unfolds the address as a function of the lane, and follows the code', () =>
  withLab(async lab => {
    await hasText(lab.locator('.answer .sentence'), /^32 wavefronts/);
    const why = lab.locator('.why');
    assert.equal(await why.locator('p').textContent(), '');
    await why.getByText('Why', { exact: true }).click();
    await hasText(why.locator('p'), /^Address 128·lane \+ 4·r: 32 words from lane to lane/);
    await lab.evaluate(element => ((element as LabElement).source = 'float v = shared[tid * 8];'));
    await hasText(why.locator('p'), /^Address 32·lane: 8 words from lane to lane/);
    await lab.evaluate(element => ((element as LabElement).source = 'float v = shared[tid];'));
    await why.waitFor({ state: 'hidden' });
  }));

test('on a phone the panel is as wide as the lab, and the diff scrolls by itself', () =>
  withLab(
    async (lab, page) => {
      await pickPadding(lab);
      await panel(lab).locator('.mend-figure svg.tall').waitFor();
      const { clientWidth, scrollWidth } = await page.evaluate(() => ({
        clientWidth: document.documentElement.clientWidth,
        scrollWidth: document.documentElement.scrollWidth,
      }));
      assert.ok(scrollWidth <= clientWidth, `${scrollWidth} in ${clientWidth}`);
      const sticksOut = await panel(lab).evaluate(room => {
        const right = room.getBoundingClientRect().right;
        return [...room.querySelectorAll('*')]
          .filter(each => !each.closest('.diff, svg'))
          .filter(each => each.getBoundingClientRect().right > right + 0.5)
          .map(each => each.className);
      });
      assert.deepEqual(sticksOut, []);
      // All its lines are there; what is wider than the phone is reached by the arrow keys.
      const diff = panel(lab).locator('.diff');
      assert.ok(await diff.evaluate(each => each.scrollHeight <= each.clientHeight + 1));
      await diff.focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(() => {
        const { shadowRoot } = document.querySelector('bank-lab')!;
        return shadowRoot!.querySelector('.diff')!.scrollLeft > 0;
      });
      assert.deepEqual(await axe(page), []);
    },
    { viewport: { width: 320, height: 700 }, colorScheme: 'dark' },
  ));

for (const from of ['a host', 'the disk'])
  test(`from ${from} the search is loaded when it is wanted, and not before`, () =>
    withLab(
      async (lab, page) => {
        const loaded = (): Promise<number> =>
          page.evaluate(
            () =>
              performance.getEntriesByType('resource').filter(({ name }) => /fix\.(js|wasm)$/.test(name))
                .length +
              [...document.scripts].filter(({ src }) => src.endsWith('banklab.inline.fix.js')).length,
          );
        assert.equal(await loaded(), 0);
        await mendIt(lab).click();
        await panel(lab)
          .getByRole('button', { name: /Pad each row of tile by 1 element/ })
          .waitFor();
        if (from === 'the disk') assert.ok((await loaded()) > 0);
      },
      {},
      transpose,
      from === 'the disk' ? `${fromDisk}index.html` : url,
    ));
