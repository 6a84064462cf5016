// The playground as a reader uses it: a kernel of their own, from a file, by a link, after a reload; a run that is long; one
// request; a profile beside the prediction.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { axe } from './axe.ts';
import { fromDisk, on, serve } from './harness.ts';

let url = '';
before(async () => {
  url = `${await serve()}play.html`;
});

type LabElement = HTMLElement & {
  source: string;
  analysis?: { reports: { truncated: boolean; blocks_run: number; machine: string }[] };
};

const column = `// launch: column<<<4, 64>>>(out)
__global__ void column(float* out) {
  __shared__ float a[2048];
  a[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[(threadIdx.x * 32) % 64];
}
`;
const long = column.replace('<<<4, 64>>>', '<<<4000000, 64>>>');

const kernelOf = (page: Page): Locator => page.locator('#play-lab');
const hasText = (room: Locator, text: RegExp) => room.filter({ hasText: text }).first().waitFor();
const sourceOf = (lab: Locator): Promise<string> => lab.evaluate(element => (element as LabElement).source);
const reportOf = (lab: Locator) => lab.evaluate(element => (element as LabElement).analysis?.reports[0]);
const write = (lab: Locator, text: string) =>
  lab.evaluate((element, source) => {
    (element as LabElement).source = source;
  }, text);
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const openKernel = (page: Page, text: string) =>
  page.locator('#kernel input[type="file"]').setInputFiles(file('column.cu', text));
const said = (page: Page, text: RegExp) => hasText(page.locator('.playground-said'), text);

for (const { name, address } of [
  { name: 'over http', address: () => url },
  { name: 'from a disk', address: () => `${fromDisk}play.html` },
])
  test(`a file is opened, runs, is kept over a reload, and goes into a link, ${name}`, () =>
    on(address(), async page => {
      const lab = kernelOf(page);
      await hasText(lab.locator('.marks, .cm-gutters'), /1,024 of 32 · 32-way/);
      await openKernel(page, column);
      await said(page, /^column\.cu is open: 7 lines\.$/);
      await hasText(lab.locator('.sentence'), /1 wavefront, as few as can be|2 wavefronts/);
      await page.getByLabel('Blocks to run').fill('all');
      await page.getByLabel('Blocks to run').press('Enter');
      await page.waitForFunction(
        () => (document.querySelector('#play-lab') as LabElement).analysis?.reports[0]?.blocks_run === 4,
      );
      await page.locator('#kernel select[data-attribute="machine"]').selectOption('sm_80');
      await page.waitForTimeout(600); // until it is kept
      await page.reload();
      assert.equal(await sourceOf(lab), column);
      assert.equal(await page.getByLabel('Blocks to run').inputValue(), 'all');
      await page.waitForFunction(
        () => (document.querySelector('#play-lab') as LabElement).analysis?.reports[0]?.machine === 'sm_80',
      );
      await lab.getByRole('button', { name: 'Share', exact: true }).click();
      await lab.getByRole('button', { name: 'Copy link', exact: true }).click();
      const link = page.url();
      await write(lab, 'float v = shared[tid];');
      await page.waitForTimeout(600);
      await page.goto('about:blank');
      await page.goto(link);
      assert.equal(await sourceOf(lab), column);
      await lab.getByRole('button', { name: 'Reset', exact: true }).click();
      assert.match(await sourceOf(lab), /transpose/);
    }));

test('a long run says how far it is, and what it found until it is stopped stays', () =>
  on(url, async page => {
    const lab = kernelOf(page);
    await openKernel(page, long);
    await lab.evaluate(element => element.setAttribute('blocks', 'all'));
    const run = page.locator('.run');
    await hasText(
      run,
      /^Running: [\d,]+ of 4,000,000 blocks done, [\d,]+ warp instructions\. Stop$|Running: /,
    );
    await said(page, /^The run takes longer\./);
    assert.equal(await run.getByRole('progressbar').getAttribute('aria-label'), 'blocks done');
    await page.waitForFunction(() => document.querySelector<HTMLProgressElement>('.run progress')!.value > 0);
    await run.getByRole('button', { name: 'Stop' }).focus();
    await page.keyboard.press('Enter');
    await hasText(run, /Stopped after [\d,]+ of 4,000,000 blocks\./);
    await page.waitForFunction(() => (document.querySelector('#play-lab') as LabElement).analysis);
    const report = await reportOf(lab);
    assert.ok(report?.truncated && report.blocks_run > 0, JSON.stringify(report?.blocks_run));
    await hasText(lab.locator('.diagnostics'), /the run was ended after \d+ of 4000000 blocks/);
    // What is typed takes the place of a run.
    await write(lab, long.replace('* 32', '* 16'));
    await hasText(run, /Running: /);
    await write(lab, 'float v = shared[tid * 2];');
    await hasText(lab.locator('.sentence'), /^2 wavefronts, ideal 1/);
    await run.waitFor({ state: 'hidden' });
  }));

test('one request: its instruction, mask and offsets, by fields, as text, and wrong ones', () =>
  on(url, async page => {
    await page.getByRole('tab', { name: 'Kernel' }).focus();
    await page.keyboard.press('ArrowRight');
    const room = page.getByRole('tabpanel', { name: 'One request' });
    const lab = page.locator('#request-lab');
    await hasText(lab.locator('.sentence'), /^2 wavefronts, ideal 1/);
    await room.getByLabel('Bytes from lane to lane').fill('128');
    await page.keyboard.press('Enter');
    await hasText(lab.locator('.sentence'), /^32 wavefronts, ideal 1/);
    await room.getByLabel('Active lanes').fill('ff');
    await page.keyboard.press('Tab');
    await hasText(lab.locator('.sentence'), /^8 wavefronts, ideal 1/);
    await room.getByRole('combobox', { name: 'Instruction' }).selectOption('atom.cas.b32');
    await hasText(lab.locator('.sentence'), /^16 wavefronts, ideal 2/);
    assert.deepEqual(await axe(page, 1), []);
    await write(lab, 'ld.b32 0xf 0 4 8');
    await hasText(lab.locator('.diagnostics'), /3 byte offsets, but the machine has 32 lanes/);
  }));

test('a profile stands beside the prediction, line by line, and says where it does not fit', () =>
  on(url, async page => {
    const rows = column.trimEnd().split('\n');
    const csv = `"Kernel Name","column(float *)"\n"#","Source","L1 Wavefronts Shared","L1 Wavefronts Shared Ideal"\n${rows
      .map((text, i) => `"${i + 1}","${text}","${{ 3: '8', 5: '16' }[i] ?? 0}","${{ 3: 8, 5: 8 }[i] ?? 0}"`)
      .join('\n')}\n`;
    await page.getByRole('tab', { name: 'Profile' }).click();
    const room = page.locator('#profile');
    const transfer = await page.evaluateHandle(text => {
      const made = new DataTransfer();
      made.items.add(new File([text], 'profile.csv'));
      return made;
    }, csv);
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await hasText(room, /The kernel does not run here yet/);
    await room.getByRole('button', { name: 'Take the code from the profile' }).click();
    await hasText(room, /The profile counts 4 blocks; 1 block ran here/);
    await room.getByRole('button', { name: 'Run all 4 blocks' }).click();
    await hasText(room, /2 of 2 lines agree/);
    const cells = await room.locator('tbody tr').last().locator('td, th').allTextContents();
    assert.deepEqual(cells.slice(2), ['16', '16', '8', '8', 'agrees']);
    await write(kernelOf(page), column.replace('a[threadIdx.x] = 1', 'a[threadIdx.x] = 2'));
    await hasText(room, /1 of 2 lines agree.*1 line with counts reads differently/);
    assert.deepEqual(await axe(page, 1), []);
    await room.getByLabel('Or paste it here').fill('nothing of the kind');
    await room.getByRole('button', { name: 'Compare' }).click();
    await hasText(room, /No table of source lines was found/);
  }));

test('it fits a small screen, and works where the browser keeps nothing', () =>
  on(
    url,
    async page => {
      await page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new Error('full');
        };
      });
      await page.reload();
      for (const name of ['Profile', 'One request', 'Kernel']) {
        await page.getByRole('tab', { name }).click();
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.equal(over, 0, name);
      }
      assert.deepEqual(await axe(page, 1), []);
      await write(kernelOf(page), column);
      await hasText(page.locator('.not-kept'), /This browser keeps nothing for this page/);
    },
    { viewport: { width: 320, height: 640 } },
  ));
