// The calculator of blocks on a multiprocessor, by keyboard alone, from the disk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromDisk, on } from './harness.ts';

test('the calculator follows its fields, and keeps the last good number where one is none', () =>
  on(`${fromDisk}occupancy.html`, async page => {
    const said = page.locator('.occupancy .said');
    const says = async (pattern: RegExp) => assert.match((await said.textContent()) ?? '', pattern);
    await says(/^On 8\.6, .* 4 blocks at once, .* it is 3 blocks, 24 warps\.$/);

    await page.getByRole('combobox', { name: 'compute capability' }).focus();
    await page.keyboard.type('9');
    await says(/^On 9\.0, .* 8 blocks at once, .* limited by threads\. .* the same\.$/);
    assert.equal(await page.locator('.occupancy tr.picked th').textContent(), '9.0');

    await page.keyboard.press('Tab');
    await page.keyboard.type('1024');
    await says(/blocks of 1,024 threads and 24,576 bytes: 2 blocks at once/);
    await page.keyboard.press('Tab');
    await page.keyboard.type('240000');
    await says(/none\. A block can have 232,448 bytes\.$/);
    await page.keyboard.type('000');
    await says(/240,000 bytes/);
  }));
