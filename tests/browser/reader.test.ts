import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { on, serve, visit } from './harness.ts';

let base = '';
let url = '';
before(async () => {
  base = await serve();
  url = `${base}exercises.html`;
});

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '');

/** Presses Tab until the element has the focus; Escape first, which an editor waits for before it lets go. */
async function tabTo(page: Page, selector: string, limit = 200) {
  for (let i = 0; i < limit; i++) {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    if (await page.evaluate(s => document.activeElement?.matches(s), selector)) return;
  }
  assert.fail(`${selector} is not reached by Tab`);
}

test('by keyboard alone: skip to the text, answer, hear the verdict, open the solution', () =>
  on(url, async page => {
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.className), 'skip');
    await page.keyboard.press('Enter');
    assert.equal(await focused(page), 'main');

    await tabTo(page, '[id="L1.1-1"]');
    await page.keyboard.type('70');
    await page.keyboard.press('Enter');
    const verdict = page.getByRole('form', { name: 'Your answer to L1.1' }).getByRole('status');
    assert.match(await verdict.innerText(), /^Not yet\. 70 is the word/);
    assert.equal(await focused(page), 'L1.1-1');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('6');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.match(await verdict.innerText(), /^Right\./);

    await tabTo(page, '[id="L1.1"] .solution > summary');
    await page.keyboard.press('Enter');
    assert.equal(
      await page.locator('[id="L1.1"] .solution').evaluate((e: HTMLDetailsElement) => e.open),
      true,
    );

    await tabTo(page, '[id="L2.2-1-1"]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('[id="L2.2"] .feedback').innerText(), /^Right\./);
  }));

test('figures wake where the reader comes by, and before printing; their places were kept', () =>
  on(`${base}two-dimensions.html`, async page => {
    const asleep = page.locator(':is(.access, .plate) noscript');
    assert.ok((await asleep.count()) > 10);
    const plate = page.locator('.plate').last();
    assert.equal(await plate.locator('noscript').count(), 1);
    const kept = await plate.evaluate(element => element.getBoundingClientRect().height);
    await plate.scrollIntoViewIfNeeded();
    await plate.locator('svg:visible text').first().waitFor();
    assert.equal(await plate.evaluate(element => element.getBoundingClientRect().height), kept);
    const heights = await page.evaluate(() => {
      const { scrollHeight: before } = document.documentElement;
      dispatchEvent(new Event('beforeprint'));
      return [before, document.documentElement.scrollHeight];
    });
    assert.equal(heights[1], heights[0]);
    assert.equal(await asleep.count(), 0);
    assert.equal(await page.locator('svg.place').count(), 0);
  }));

test('a link to an exercise far below leads to it, whatever wakes above', () =>
  on(`${base}two-dimensions.html#tiles-6`, async page => {
    await page.waitForTimeout(1500);
    const top = await page.locator('[id="tiles-6"]').evaluate(element => element.getBoundingClientRect().top);
    assert.ok(top > -10 && top < 120, `${top} px`);
  }));

test('by keyboard alone: enter an editor, change the code, leave it again', () =>
  on(url, async page => {
    const lab = page.locator('#row-lab');
    await lab.scrollIntoViewIfNeeded();
    await lab.locator('.cm-content').waitFor();
    await page.locator('#main').focus();
    const inEditor = () =>
      page.evaluate(
        () => document.activeElement?.shadowRoot?.activeElement?.classList.contains('cm-content') ?? false,
      );
    for (let i = 0; i < 40 && !(await inEditor()); i++) await page.keyboard.press('Tab');
    assert.equal(await inEditor(), true);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('float v = shared[tid * 2];');
    await lab.getByText('2 of 1 · 2-way', { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    assert.equal(await inEditor(), false);
  }));

test('progress is kept in this browser, shown in the contents, and survives bad data', async () => {
  const { page, clean, close } = await visit(url);
  await page.locator('[id="L1.1-1"]').fill('6');
  await page.keyboard.press('Enter');
  await page.locator('[id="L2.1-1"]').fill('4');
  await page.keyboard.press('Enter');
  assert.match(await page.locator('.contents .progress').innerText(), /1 of 15 solved/);
  await page.reload();
  const contents = page.locator('.contents');
  await contents.locator('summary').click();
  assert.match(await contents.locator('a[href="#L1.1"]').innerText(), /solved/);
  assert.match(await contents.locator('a[href="#L2.1"]').innerText(), /tried/);
  assert.equal(await page.locator('section[id="L1.1"] .level .solved').isVisible(), true);
  for (const bad of ['{', '[]', '"x"', 'null', '{"L1.1": "<img src=x>"}']) {
    await page.evaluate(value => localStorage.setItem('banklab.progress', value), bad);
    await page.reload();
    assert.equal(await page.locator('section.exercise .state').count(), 0);
  }
  await clean();
  await close();
});

test('where nothing may be stored, everything else works', () =>
  on(`${base}index.html`, async page => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('no', 'SecurityError');
        },
      });
    });
    await page.goto(url);
    await page.getByText('Dark', { exact: true }).click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    await page.locator('[id="L1.1-1"]').fill('6');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('[id="L1.1"] .feedback').innerText(), /^Right\./);
  }));

test('the theme follows the system until one is chosen, which is remembered and set before the first frame', () =>
  on(
    url,
    async page => {
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const dark = await ground();
      await page.getByText('Light', { exact: true }).click();
      const light = await ground();
      assert.notEqual(light, dark);
      await page.goto(`${base}index.html`);
      assert.equal(await ground(), light);
      assert.equal(await page.locator('.theme input[value="light"]').isChecked(), true);
      await page.getByText('Auto', { exact: true }).click();
      assert.equal(await ground(), dark);
      await page.emulateMedia({ colorScheme: 'light' });
      assert.equal(await ground(), light);
    },
    { colorScheme: 'dark' },
  ));

test('a link leads to its exercise', () =>
  on(`${url}#L3.3`, async page => {
    const top = await page.locator('[id="L3.3"]').evaluate(e => e.getBoundingClientRect().top);
    assert.ok(Math.abs(top) < 120, `${top}`);
    assert.equal(await page.locator('section[id="L3.3"] .level a').getAttribute('href'), '#L3.3');
  }));

test('the cards: turn, know, ask again, until all are known', () =>
  on(url, async page => {
    const deck = page.locator('.deck');
    const visible = deck.locator('li:visible');
    const front = () => visible.locator('summary').innerText();
    const count = await deck.locator('li').count();
    assert.ok(count >= 8);
    assert.equal(await visible.count(), 1);
    const first = await front();
    assert.match(first, /stride of 8/);
    await deck.getByRole('button', { name: 'Turn the card' }).click();
    assert.match(await visible.innerText(), /8-way/);
    await deck.getByRole('button', { name: 'Ask me again' }).click();
    assert.notEqual(await front(), first);
    assert.match(await deck.getByRole('status').innerText(), new RegExp(`${count} cards left`));
    assert.match(await front(), /row widths/);
    await page.keyboard.press('Enter');
    assert.match(await visible.innerText(), /Every odd N from 33 on/);
    for (let i = 0; i < count; i++) {
      if (i) await deck.getByRole('button', { name: 'Turn the card' }).click();
      if (i === count - 1) assert.equal(await front(), first);
      await deck.getByRole('button', { name: 'I knew it' }).click();
    }
    assert.match(await deck.getByRole('status').innerText(), new RegExp(`All ${count} cards known`));
    assert.equal(await visible.count(), 0);
    await deck.getByRole('button', { name: 'Start over' }).click();
    assert.equal(await front(), first);
  }));

test('on paper: no chrome, all cards, the figures in the solutions', () =>
  on(url, async page => {
    for (const solution of await page.locator('details.solution > summary').all()) await solution.click();
    await page.emulateMedia({ media: 'print' });
    assert.equal(
      await page.locator('.contents:visible, header.site:visible, form.answer button:visible').count(),
      0,
    );
    assert.equal(await page.locator('.cards li:visible').count(), await page.locator('.cards li').count());
    assert.ok((await page.locator('section[id="L2.1"] .unveiled svg:visible').count()) > 0);
  }));
