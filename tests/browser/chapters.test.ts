// What two chapters have of their own: the explorer of the measurements, and the table of machines.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { axe } from './axe.ts';
import { fromDisk, on, serve } from './harness.ts';

let url = '';
before(async () => {
  url = await serve();
});

for (const { name, address } of [
  { name: 'over http', address: () => url },
  { name: 'from a disk', address: () => fromDisk },
])
  test(`the measurements are loaded, filtered, looked at and predicted again, ${name}`, () =>
    on(`${address()}measurements.html`, async page => {
      const room = page.getByRole('group', { name: 'Look at single requests' });
      await room.getByRole('button', { name: 'Load the 10,174 requests' }).click();
      await room.getByText('10,174 requests', { exact: true }).waitFor();
      await room.locator('[name="op"]').selectOption('atom.cas.b64');
      await room.locator('[name="order"]').selectOption('dear');
      await room.getByText('1 to 12 of 100', { exact: true }).waitFor();
      await room.locator('.next').click();
      await room.getByText('13 to 24 of 100', { exact: true }).waitFor();
      const row = room.locator('tr[data-row="14"]');
      await row.getByRole('button').click();
      assert.equal(await row.getByRole('button').getAttribute('aria-pressed'), 'true');
      const [predicted, measured] = (await row.locator('td.right').allTextContents()) as [string, string];
      assert.equal(predicted, measured);
      await page
        .locator('#row-lab .sentence')
        .filter({ hasText: `${measured} wavefronts` })
        .waitFor();
      await room.getByRole('button', { name: 'Predict them again, here' }).click();
      await room.getByText(/^100 of 100 agree/).waitFor();
    }));

test('the table of machines follows the code, and picks the machine of the figure', () =>
  on(
    `${url}machines.html`,
    async page => {
      const room = page.locator('.across').first();
      const cost = (machine: string) => room.locator(`tr[data-machine="${machine}"] .wavefronts`);
      assert.deepEqual([await cost('sm_90').innerText(), await cost('gfx942').innerText()], ['8', '16']);
      await room.locator('bank-lab').scrollIntoViewIfNeeded();
      await room.locator('bank-lab').evaluate(lab => Object.assign(lab, { knobs: { pitch: 12 } }));
      await room.locator('tr[data-machine="gfx942"] .wavefronts').filter({ hasText: /^8$/ }).waitFor();
      await room.getByRole('button', { name: 'gfx950' }).press('Enter');
      assert.equal(await room.getByRole('button', { name: 'gfx950' }).getAttribute('aria-pressed'), 'true');
      await room.locator('.sentence').filter({ hasText: '8 wavefronts, ideal 4' }).waitFor();
      assert.deepEqual(await axe(page, 1), []);
    },
    { reducedMotion: 'reduce' },
  ));
