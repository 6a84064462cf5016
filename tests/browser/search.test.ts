// The search box: by keyboard and by pointer, over http and from a disk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { strictPolicy } from '../../web/site/server.ts';
import { axe } from './axe.ts';
import { fromDisk, on, serve } from './harness.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search the book' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Places found' }).getByRole('option');

const places: [string, () => Promise<string>][] = [
  ['under the strict policy', () => serve({ base: '/a/', policy: strictPolicy })],
  ['from the disk', async () => fromDisk],
];

for (const [where, address] of places)
  test(`${where}: / searches, arrows choose, Enter goes there, Esc closes`, async () =>
    on(`${await address()}index.html`, async page => {
      const asked: string[] = [];
      page.on('request', request => asked.push(request.url().split('/').at(-1)!));
      await page.keyboard.press('/');
      assert.ok(await box(page).evaluate(input => input === document.activeElement));
      await page.keyboard.type('transpose tile');
      await options(page).first().waitFor();
      assert.deepEqual(
        asked.filter(file => file.startsWith('search')),
        ['search.index.js', 'search.js'],
      );
      assert.equal(await box(page).getAttribute('aria-expanded'), 'true');
      assert.match(await page.locator('.search [role=status]').innerText(), /places? found/);

      await page.keyboard.press('Escape');
      assert.equal(await options(page).count(), 0);
      assert.equal(await box(page).inputValue(), 'transpose tile');
      await page.keyboard.press('ArrowDown');
      await options(page).first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      const active = options(page).first();
      assert.equal(await active.getAttribute('aria-selected'), 'true');
      assert.equal(await box(page).getAttribute('aria-activedescendant'), await active.getAttribute('id'));
      assert.match(await active.innerText(), /L5\.2 The transpose tile/);
      await page.keyboard.press('Enter');
      await page.waitForURL(/exercises\.html#L5\.2$/);
      assert.ok(await page.locator('section[id="L5.2"]').isVisible());
    }));

test('a click goes there; where nothing is found the box says so; in an editor / is a character', async () => {
  const base = await serve();
  await on(`${base}exercises.html`, async page => {
    await box(page).fill('xyzzy');
    await page.getByText('Nothing found.').waitFor();
    await box(page).fill('smallest padding');
    await options(page).first().click();
    await page.waitForURL(/#L4\.2$/);
    const editor = page.locator('#row-lab .cm-content');
    await page.locator('#row-lab').scrollIntoViewIfNeeded();
    await editor.click();
    await page.keyboard.type('//');
    assert.match(await editor.innerText(), /\/\//);
    const answer = page.locator('[id="L1.1-1"]');
    await answer.fill('');
    await answer.press('/');
    assert.equal(await answer.inputValue(), '/');
  });
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1280, 360])
    test(`the list, ${colorScheme}, ${width} px: axe finds nothing, nothing is cut`, async () => {
      const base = await serve();
      await on(
        `${base}index.html`,
        async page => {
          await box(page).fill('bank');
          await options(page).nth(3).waitFor();
          await page.keyboard.press('ArrowDown');
          assert.deepEqual(await axe(page), []);
          const list = (await page.getByRole('listbox').boundingBox())!;
          assert.ok(list.x >= 0 && list.x + list.width <= width, JSON.stringify(list));
        },
        { colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' },
      );
    });
