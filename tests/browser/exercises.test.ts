import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { exercises, mends } from './exercises.ts';
import { on, serve, type Visit, visit } from './harness.ts';

let url = '';
let reader: Visit;
before(async () => {
  url = `${await serve()}exercises.html`;
  reader = await visit(url);
});
after(() => reader.close());

const section = (page: Page, id: string) => page.locator(`section[id="${id}"]`);

async function answer(exercise: Locator, values: (number | string[])[]) {
  const questions = exercise.locator('.question');
  assert.equal(await questions.count(), values.length);
  for (const [i, value] of values.entries()) {
    const question = questions.nth(i);
    if (typeof value === 'number') await question.locator('input').fill(String(value));
    else {
      for (const box of await question.locator('input[type="checkbox"]').all()) await box.uncheck();
      for (const text of value) await question.getByLabel(text, { exact: true }).check();
    }
  }
  await exercise.getByRole('button', { name: 'Check', exact: true }).click();
}

test('the page has these exercises, each asked once, and the self-test', () =>
  on(url, async page => {
    const ids = await page.locator('section.exercise').evaluateAll(all => all.map(each => each.id));
    assert.deepEqual(
      ids,
      exercises.flatMap(({ id }) => (id === 'L4.2' ? [id, ...mends] : [id])),
    );
    assert.equal(await page.locator('#self-test').count(), 1);
  }));

for (const { id, right, wrong, because, marks } of exercises)
  test(`${id}: a wrong answer is explained, the right one accepted, the figure waits and then agrees`, async () => {
    const exercise = section(reader.page, id);
    const lab = exercise.locator('bank-lab').first();
    const verdict = exercise.locator('.feedback');
    await exercise.scrollIntoViewIfNeeded();
    assert.equal(await lab.getByText(marks[0]!, { exact: true }).filter({ visible: true }).count(), 0);

    await answer(exercise, wrong);
    assert.equal(await verdict.locator('.wrong').count(), wrong.length);
    assert.equal(await verdict.locator('.right').count(), 0);
    assert.match(await verdict.innerText(), because);
    assert.equal(await lab.getAttribute('veiled'), null);

    await answer(exercise, right);
    assert.equal(await verdict.locator('.right').count(), right.length);
    assert.equal(await verdict.locator('.wrong').count(), 0);
    assert.match(await exercise.locator('.level').innerText(), /solved/);
    for (const mark of marks) await lab.getByText(mark, { exact: true }).first().waitFor();
    await reader.clean();
  });

test('code that the reader types is judged: by what it computes, and by the best that is found', () =>
  on(url, async page => {
    const exercise = section(page, 'L4.3');
    const verdict = exercise.locator('.feedback');
    const check = exercise.getByRole('button', { name: 'Check', exact: true });
    const told = (text: RegExp) => verdict.filter({ hasText: text }).waitFor();
    await exercise.locator('bank-lab').scrollIntoViewIfNeeded();
    await exercise.locator('.cm-content').waitFor();
    /** From the start of the code down to a line (from 1), then from its end so many characters back; then the keys. */
    const type = async (line: number, back: number, keys: string, erase = 0) => {
      await exercise.locator('.cm-content').focus();
      await page.keyboard.press('ControlOrMeta+Home');
      for (let i = 1; i < line; i++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('End');
      for (let i = 0; i < back; i++) await page.keyboard.press('ArrowLeft');
      for (let i = 0; i < erase; i++) await page.keyboard.press('Backspace');
      await page.keyboard.type(keys);
    };
    await check.click();
    await told(/^The code is still as it was/);

    await type(3, 2, ' +'); // tile[32][32 +] is no type
    await check.press('Enter');
    await told(/^Not yet\. It cannot take the place of the code: /);
    await type(3, 2, ' 2');
    await check.press('Enter');
    await told(/^Not yet\. It leaves the same values in 96 wavefronts: still 32 more than the best found\.$/);
    await type(8, 2, '0', 2); // tile[ty][31 - 0]
    await check.press('Enter');
    await told(/^Not yet\. It computes something else: with it, out gets other values\.$/);
    await type(8, 2, 'tx', 1);
    await type(3, 2, '1', 1);
    await check.press('Enter');
    await told(
      /^Right\. It leaves the same values in 64 wavefronts, as good as the best found, for 128 bytes more\. No lane/,
    );
    assert.match(await exercise.locator('.level').innerText(), /solved/);
  }));

test('a mend that takes room is told from one that takes none', () =>
  on(url, async page => {
    const exercise = section(page, 'L4.4');
    const lab = exercise.locator('bank-lab');
    const check = exercise.getByRole('button', { name: 'Check', exact: true });
    const write = (from: string, to: string) =>
      lab.evaluate(
        (element, [a, b]) => {
          const code = element as HTMLElement & { source: string };
          code.source = code.source.replace(a!, b!);
        },
        [from, to],
      );
    await exercise.scrollIntoViewIfNeeded();
    await write('[32][32]', '[32][33]');
    await check.click();
    await exercise.getByText(/takes 128 bytes more of shared memory; do it without one\./).waitFor();
    await write('[32][33]', '[32][32]');
    await write('[ty][tx]', '[ty][(tx + ty) % 32]');
    await write('[tx][ty]', '[tx][(ty + tx) % 32]');
    await check.click();
    await exercise.getByText(/as good as the best found/).waitFor();
  }));

test('no answer and half an answer are not judged', () =>
  on(url, async page => {
    const exercise = section(page, 'L1.2');
    const lab = exercise.locator('bank-lab');
    const check = exercise.getByRole('button', { name: 'Check', exact: true });
    await check.click();
    assert.match(await exercise.locator('.feedback').innerText(), /Write a number\.[\s\S]*Write a number\./);
    await exercise.getByLabel('word', { exact: true }).fill('72');
    await exercise.getByLabel('bank', { exact: true }).fill('eight');
    await check.click();
    assert.match(await exercise.locator('.feedback').innerText(), /Right\.[\s\S]*a whole number in digits/);
    assert.notEqual(await lab.getAttribute('veiled'), null);
    assert.equal(
      await exercise.getByLabel('bank', { exact: true }).evaluate(e => e === document.activeElement),
      true,
    );
  }));

test('who opens the worked solution sees the figure as well', () =>
  on(url, async page => {
    const exercise = section(page, 'L2.1');
    await exercise.getByText('Worked solution').click();
    await page.waitForFunction(() => !document.getElementById('L2.1-lab')?.hasAttribute('veiled'));
  }));

test('a knob moves the figure: the column walk stays 32-way, the stride follows its gcd with 32', () =>
  on(url, async page => {
    const set = async (id: string, knob: string, value: number, mark: string) => {
      const exercise = section(page, id);
      await exercise
        .locator('bank-lab')
        .first()
        .evaluate(lab => lab.removeAttribute('veiled'));
      await exercise.scrollIntoViewIfNeeded();
      const slider = exercise.locator('bank-lab').first().getByLabel(knob, { exact: true });
      await slider.fill(String(value));
      await exercise.locator('bank-lab').first().getByText(mark, { exact: true }).first().waitFor();
    };
    await set('L3.3', 'col', 17, '32 of 1 · 32-way');
    await set('L4.2', 'p', 1, '1 of 1');
    await set('L4.2', 'p', 8, '8 of 1 · 8-way');
    await set('L5.1', 's', 24, '8 of 1 · 8-way');
    await set('L5.1', 's', 7, '1 of 1');
    await set('L5.1', 's', 0, '1 of 1');
  }));
