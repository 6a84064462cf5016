// Exercises from seeds, flash cards that come again, and what the browser keeps of both.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axe } from './axe.ts';
import { fromDisk, on, serve, takesLong } from './harness.ts';

let url = '';
before(async () => {
  url = await serve();
});

const check = (page: Page) => page.getByRole('button', { name: 'Check', exact: true }).click();
const feedback = (page: Page, text: RegExp) =>
  page.locator('.drawn .feedback').filter({ hasText: text }).waitFor();
const wavefronts = (page: Page) => page.getByRole('textbox', { name: 'wavefronts', exact: true });
/** What the engine says of the code that is shown. */
const engines = (page: Page) =>
  page.evaluate(async () => {
    const code = document.querySelector('.drawn pre code, .drawn bank-lab')!;
    const lab = code.closest('bank-lab') as HTMLElement & { source: string };
    const { reports } = await (
      globalThis as unknown as {
        banklab: {
          analyze(
            source: string,
          ): Promise<{ reports: { sites: { patterns: { wavefronts: number }[] }[] }[] }>;
        };
      }
    ).banklab.analyze(lab.source);
    return reports[0]!.sites[0]!.patterns[0]!.wavefronts;
  });

test('an exercise of its address: a wrong answer is explained, hints come one by one, the right one shows the run', () =>
  on(`${url}practice.html#stride-1-12`, async page => {
    const lab = page.locator('#drawn-lab');
    await page.getByRole('heading', { name: 'How many wavefronts does this read take?' }).waitFor();
    assert.match(await page.locator('.drawn .level').innerText(), /Stride\s+level 1 of 5/);
    await check(page);
    await feedback(page, /Write a number/);
    await wavefronts(page).fill('12');
    await check(page);
    await feedback(page, /Not yet\. 12 is the step in words/);
    assert.notEqual(await lab.getAttribute('veiled'), null);
    for (const n of [1, 2, 3]) {
      await page.getByRole('button', { name: `Hint ${n} of 3` }).click();
      assert.equal(await page.locator('.hints li').count(), n);
    }
    assert.equal(await page.getByRole('button', { name: 'No more hints' }).isDisabled(), true);
    assert.equal(await engines(page), 4);
    await wavefronts(page).fill('4');
    await check(page);
    await feedback(page, /Right\./);
    await lab.getByText('4 of 1 · 4-way', { exact: true }).first().waitFor();
    await page.locator('.drawn .solution summary').click();
    assert.match(
      await page.locator('.drawn .steps').innerText(),
      /gcd\(12, 32\) = 4[\s\S]*That makes 4 wavefronts/,
    );
    assert.match(await page.locator('.standing').innerText(), /1 exercise answered here, 0 right at once/);
  }));

test('the level follows the reader, each exercise has its address, and Back leads to the one before', () =>
  on(`${url}practice.html#swizzle-1-0`, async page => {
    const level = page.locator('.kinds [data-kind="swizzle"] span');
    const code = () =>
      page.locator('#drawn-lab').evaluate(lab => (lab as HTMLElement & { source: string }).source);
    const answerRight = async () => {
      await wavefronts(page).fill(`${await engines(page)}`);
      await check(page);
      await feedback(page, /Right\./);
    };
    await page.evaluate(() =>
      localStorage.setItem(
        'banklab.practice',
        JSON.stringify({ kinds: { swizzle: { level: 1, row: 0, next: 1 } }, answered: 0, right: 0 }),
      ),
    );
    const first = await code();
    await answerRight();
    await page.getByRole('button', { name: 'The same kind again' }).click();
    assert.match(page.url(), /#swizzle-1-\d+$/);
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'drawn-question');
    assert.notEqual(await code(), first);
    await answerRight();
    await feedback(page, /Two in a row: for Swizzle you go on with level 2\./);
    assert.equal(await level.innerText(), 'level 2 of 5');
    await page.getByRole('button', { name: 'The same kind again' }).click();
    assert.match(page.url(), /#swizzle-2-/);
    // Who looks first has missed.
    await page.locator('.drawn .solution summary').click();
    await feedback(page, /you go on with level 1/);
    await page.getByRole('button', { name: 'Another one' }).click();
    assert.match(page.url(), /#stride-1-/);
    await page.goBack();
    await page.waitForURL(/#swizzle-2-/);
    await page.goBack();
    await page.goBack();
    await page.waitForURL(/#swizzle-1-0$/);
    assert.equal(await code(), first);
  }));

test('a choice is graded by running every option, and the figure shows the best', () =>
  on(`${fromDisk}practice.html#padding-3-7`, async page => {
    await page.getByLabel('p = 0', { exact: true }).check();
    await check(page);
    await feedback(page, /Not yet\. With p = 0 it is 8 wavefronts\. One of the others takes 1\./);
    await page.getByLabel('p = 2', { exact: true }).check();
    await check(page);
    await feedback(page, /Right\. With p = 2 it is 1 wavefront/);
    await page.waitForFunction(
      () => (document.querySelector('#drawn-lab') as unknown as { knobs: { p: number } }).knobs.p === 2,
    );
  }));

test('without JavaScript there is an exercise of each kind, with its solution and its figure', () =>
  on(
    `${url}practice.html`,
    async page => {
      assert.equal(await page.locator('.example').count(), 7);
      assert.equal(await page.locator('button:visible, input:visible').count(), 0);
      for (const example of await page.locator('.example').all()) {
        await example.locator('summary').first().click();
        assert.ok((await example.locator('.steps').innerText()).length > 100);
        assert.ok((await example.locator('svg.bank-figure:visible').count()) > 0);
      }
    },
    { javaScriptEnabled: false },
  ));

const deck = (page: Page) => page.locator('.deck');
const cardNow = (page: Page) => deck(page).locator('li[data-card]:visible');

test('flash cards by keyboard: turned, graded, and back on the day that the grade says', async () => {
  const noon = new Date('2026-11-30T12:00:00');
  await on(`${url}index.html`, async page => {
    await page.clock.install({ time: noon });
    await page.goto(`${url}cards.html`);
    const status = deck(page).getByRole('status');
    assert.match(await status.innerText(), /^10 cards for today, 10 of them new\.$/);
    assert.match(await cardNow(page).innerText(), /\?/); // the first chapter's question
    const first = await cardNow(page).getAttribute('data-card');
    await page.keyboard.press('4'); // not turned yet: says nothing
    assert.equal(await cardNow(page).getAttribute('data-card'), first);
    await page.keyboard.press('Space');
    assert.match(await deck(page).getByRole('button', { name: /Good/ }).innerText(), /tomorrow/);
    assert.deepEqual(await axe(page), []);
    await page.keyboard.press('1');
    assert.match(await status.innerText(), /^10 cards for today, 9 of them new\.$/);
    for (let i = 0; i < 9; i++) {
      await page.keyboard.press('Space');
      await page.keyboard.press('3');
    }
    assert.equal(await cardNow(page).getAttribute('data-card'), first); // once more today
    await page.keyboard.press('Enter');
    await page.keyboard.press('4');
    assert.match(await status.innerText(), /Nothing is due today\. The next ones come tomorrow\./);
    assert.equal(await cardNow(page).count(), 0);
    await deck(page).getByRole('button', { name: 'Learn 10 more new cards' }).press('Enter');
    assert.match(await status.innerText(), /^10 cards for today, 10 of them new\.$/);
    await page.clock.setFixedTime(new Date('2026-12-01T00:01:00'));
    await page.reload();
    assert.match(await status.innerText(), /^19 cards for today, 10 of them new\.$/);
  });
});

test('progress is written to a file, cleared when that is meant, and read back; another file changes nothing', () =>
  on(`${url}practice.html#mask-1-0`, async page => {
    const kept = page.locator('.kept');
    const said = (text: RegExp) => kept.getByRole('status').filter({ hasText: text }).waitFor();
    const give = (name: string, text: string) =>
      kept
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.evaluate(() => localStorage.setItem('banklab.progress', '{"L1.1":"solved","L2.1":"tried"}'));
    await page.reload();
    await page.locator('.drawn .solution summary').click();
    await kept.getByText('1 exercise of the book solved, 1 more tried.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      kept.getByRole('button', { name: 'Export' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^banklab-progress-\d{4}-\d\d-\d\d\.json$/);
    const file = readFileSync(await download.path(), 'utf8');
    await said(/^Saved as banklab-progress-/);

    await kept.getByRole('button', { name: 'Clear' }).click();
    assert.deepEqual(await axe(page), []);
    await page.getByRole('button', { name: 'Keep it' }).click();
    await kept.getByText('1 exercise of the book solved, 1 more tried.').waitFor();
    await kept.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Clear it' }).click();
    await said(/cleared/);
    await kept.getByText('Nothing is kept yet.').waitFor();

    await give('a.json', '{');
    await said(/it is no JSON/);
    await give('b.json', file.replace('progress/1', 'progress/2'));
    await said(/newer edition/);
    await give('c.json', file.replace('"solved"', '"done"'));
    await said(/damaged: ‘exercises’/);
    await kept.getByText('Nothing is kept yet.').waitFor();
    await give('d.json', file);
    await said(/^Imported/);
    await kept.getByText('1 exercise of the book solved, 1 more tried.').waitFor();
    await kept.getByText('1 exercise from seeds answered, 0 right at once.').waitFor();
    await page.reload();
    await kept.getByText('1 exercise of the book solved, 1 more tried.').waitFor();
  }));

for (const [how, always, breakStorage] of [
  [
    'forbidden',
    false,
    () =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('no', 'SecurityError');
        },
      }),
  ],
  [
    'full',
    true,
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  ],
] as const)
  test(
    `where storage is ${how} all works as long as the page is open, and it is said`,
    { skip: !always && !takesLong },
    () =>
      on(`${url}index.html`, async page => {
        await page.addInitScript(breakStorage);
        await page.goto(`${url}practice.html#stride-1-12`);
        await page.getByText(/This browser keeps nothing for this page/).waitFor();
        await page.locator('.drawn .solution summary').click();
        await page.locator('.kept').getByText('1 exercise from seeds answered').waitFor();
        await page.goto(`${url}cards.html`);
        await cardNow(page).locator('summary').press('Space');
        await page.keyboard.press('3');
        assert.match(await deck(page).getByRole('status').innerText(), /^9 cards for today/);
      }),
  );

test('what was kept and is damaged is left out, and the pages work', () =>
  on(`${url}practice.html`, async page => {
    for (const bad of ['{', '{"kinds":{"stride":{"level":99}},"answered":"x","term-bank":{"box":-1}}']) {
      await page.evaluate(value => {
        for (const key of ['progress', 'practice', 'cards']) localStorage.setItem(`banklab.${key}`, value);
      }, bad);
      await page.goto(`${url}cards.html`);
      assert.match(await deck(page).getByRole('status').innerText(), /^10 cards/);
      await page.goto(`${url}practice.html#stride-1-12`);
      await page.locator('#drawn-lab').waitFor();
    }
  }));
