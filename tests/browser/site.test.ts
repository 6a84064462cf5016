import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { strictPolicy } from '../../web/site/server.ts';
import { axe } from './axe.ts';
import { exercises } from './exercises.ts';
import { answerL21, fromDisk, on, serve, siteFolder } from './harness.ts';

const pages = readdirSync(siteFolder).filter(file => file.endsWith('.html'));
const withLabs = pages.filter(file => readFileSync(join(siteFolder, file), 'utf8').includes('<bank-lab'));

/** Uses the page as a reader does: answers, edits, and reads the new mark. */
async function useExercises(page: Page) {
  const { lab } = await answerL21(page);
  await lab.getByText('8 of 1 · 8-way', { exact: true }).first().waitFor();
  const editor = lab.locator('.cm-content');
  await editor.waitFor();
  await editor.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('float v = shared[tid * 6];');
  await lab.getByText('2 of 1 · 2-way', { exact: true }).first().waitFor();
}

const places: [string, () => Promise<string>][] = [
  ['over http', () => serve()],
  ['from the disk', async () => fromDisk],
  ['in a folder of a host', () => serve({ base: '/courses/gpu/banks/' })],
  ['under the strict policy', () => serve({ policy: strictPolicy })],
  ['in a folder, under the strict policy', () => serve({ base: '/a/', policy: strictPolicy })],
];

for (const [where, address] of places)
  test(`${where}: from the front to the exercises, an answer, an edit, and nothing goes wrong`, async () => {
    const base = await address();
    await on(`${base}index.html`, async page => {
      await page.getByRole('main').getByRole('link', { name: 'Exercises on bank conflicts' }).click();
      await page.waitForURL(`${base}exercises.html`);
      await useExercises(page);
    });
  });

for (const file of withLabs)
  test(`${file} without JavaScript: text, figures and answers stand there`, async () => {
    const base = await serve();
    await on(
      base + file,
      async page => {
        assert.ok((await page.getByRole('heading', { level: 1 }).innerText()).length > 5);
        assert.ok((await page.locator('bank-lab pre code').count()) > 0);
        assert.equal(
          (await page.locator('bank-lab:not([veiled]) svg.bank-figure:visible').count()) > 0,
          true,
        );
        assert.equal(await page.locator('button:visible, input:visible').count(), 0);
        assert.equal(await page.locator('bank-lab[veiled] svg').count(), 0);
        for (const solution of await page.locator('details.solution').all()) {
          await solution.locator('summary').first().click();
          assert.ok((await solution.locator('svg.bank-figure:visible').count()) > 0);
          assert.ok((await solution.innerText()).length > 100);
        }
      },
      { javaScriptEnabled: false },
    );
  });

test('without JavaScript each worked solution states the marks that the engine gives', async () => {
  const base = await serve();
  await on(
    `${base}exercises.html`,
    async page => {
      for (const { id, marks } of exercises) {
        const solution = page.locator(`section[id="${id}"] details.solution`);
        const captions = solution.locator('.unveiled figcaption');
        assert.equal(await captions.count(), marks.length, id);
        for (const [i, mark] of marks.entries()) {
          const text = (await captions.nth(i).textContent()) ?? '';
          const wavefronts = Number(mark.split(' ')[0]!.replace(',', ''));
          const perRequest = id === 'L5.2' ? wavefronts / 32 : wavefronts;
          assert.match(text, new RegExp(`\\b${perRequest} wavefronts?\\b`), `${id}: ${text}`);
        }
      }
    },
    { javaScriptEnabled: false },
  );
});

/** Opens every solution and has every answer checked, at once: a real click takes its time to find each. */
const openAll = (page: Page) =>
  page.evaluate(() => {
    for (const solution of document.querySelectorAll<HTMLDetailsElement>('details.solution'))
      solution.open = true;
    for (const button of document.querySelectorAll<HTMLElement>('form.answer button')) button.click();
  });

/** What reaches beyond the screen, and what is too small to read there. */
async function misfits(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 740 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const small = await page.locator('svg:visible text').evaluateAll(texts =>
    texts
      .map(text => {
        const scale = (text as SVGTextElement).getScreenCTM()?.a ?? 1;
        return Number.parseFloat(getComputedStyle(text).fontSize) * scale;
      })
      .filter(size => size < 11),
  );
  return [
    ...(wide > 0 ? [`${width} px: ${wide} px too wide`] : []),
    ...small.map(size => `${width} px: text of ${size} px`),
  ];
}

const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 360 },
] as const;

// The chapters are made of the same parts: each is looked at in one look, by turns. One visit serves every check of it.
for (const [i, file] of pages.entries())
  for (const { colorScheme, width } of /index|exercises/.test(file) ? looks : [looks[i % 2]!])
    test(`${file}, ${colorScheme}: nothing is wider than a phone, and at ${width} px axe finds nothing`, async () => {
      const base = await serve();
      await on(
        base + file,
        async page => {
          await openAll(page);
          const found = [...(await misfits(page, 360)), ...(await misfits(page, 320))];
          assert.deepEqual(found, []);
          await page.setViewportSize({ width, height: 900 });
          await page.waitForTimeout(300);
          assert.deepEqual(await axe(page, file === 'exercises.html' ? undefined : 4), []);
        },
        { colorScheme, viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' },
      );
    });
