// <bank-lab> in other people's pages: how much room it takes, whatever its source.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type LabElement, ready } from './embedded.ts';
import { on, serve } from './harness.ts';
import { hostFolder, lab, page } from './hosts.ts';

let url = '';
before(async () => {
  const root = hostFolder('room', {
    'marks.html': page(
      lab(
        ['a', 'b', 'c', 'd'].map((name, i) => `float ${name} = shared[tid * ${[2, 32, 4, 8][i]}];`).join(' '),
        'id="own"',
      ),
    ),
    'long.html': page(
      lab(
        Array.from({ length: 600 }, (_, i) =>
          i % 3 ? `// line ${i + 1}` : `float v${i} = shared[tid * ${i % 32}];`,
        ).join('\n'),
        'id="own"',
      ),
    ),
    'dials.html': page(
      lab(Array.from({ length: 300 }, (_, i) => `float v${i} = shared[tid * s${i}];`).join('\n'), 'id="own"'),
    ),
  });
  url = await serve({ root });
});

test('on a phone a line’s many marks leave its code to be seen', () =>
  on(
    `${url}marks.html`,
    async page => {
      const own = await ready(page, 'own');
      await own.locator('.cm-content').waitFor();
      const gutter = own.locator('.code .marks');
      await gutter.getByText('32 of 1').waitFor();
      assert.equal(await gutter.locator('.mark:visible').count(), 1);
      const more = await gutter
        .locator('[data-more]')
        .evaluate(row => getComputedStyle(row, '::after').content);
      assert.equal(more, '"+3"');
      assert.ok((await gutter.boundingBox())!.width < 110);
    },
    { viewport: { width: 320, height: 700 } },
  ));

test('a long source and a long report scroll inside the lab', () =>
  on(`${url}long.html`, async page => {
    const own = await ready(page, 'own');
    await own.locator('.cm-content').waitFor();
    await own.getByRole('tab').nth(199).waitFor({ state: 'attached' });
    assert.ok((await own.boundingBox())!.height < 1700, `${(await own.boundingBox())!.height} px`);
    // Only the lines that are seen are there.
    assert.ok((await own.locator('.cm-line').count()) < 120);
    const seen = (nth: number) =>
      own
        .getByRole('tab')
        .nth(nth)
        .evaluate(tab => {
          const room = tab.parentElement!.getBoundingClientRect();
          const { top, bottom } = tab.getBoundingClientRect();
          return top >= room.top && bottom <= room.bottom + 1;
        });
    assert.equal(await seen(199), false);
    await own.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(
      () => document.querySelector('#own')!.shadowRoot!.querySelector('.sites')!.scrollTop > 0,
    );
    assert.equal(await seen(199), true);
    assert.equal(await own.getByRole('tab', { selected: true }).count(), 1);
  }));

for (const width of [1180, 360])
  test(`at ${width} px no source makes a lab that is much higher than a screen, and the keyboard scrolls what is within`, async () => {
    for (const name of ['long', 'dials']) {
      await on(
        `${url}${name}.html`,
        async page => {
          const own = await ready(page, 'own');
          await own.locator('.cm-content').waitFor();
          if (name === 'dials') {
            await own.locator('.knob').nth(299).waitFor({ state: 'attached' });
            await own.locator('.assumed summary').click();
            await own.evaluate(element => {
              const lab = element as LabElement;
              lab.source = lab.source.replaceAll('= shared', '= ⍰shared');
            });
            await own.locator('.diagnostics li').nth(15).waitFor({ state: 'attached' });
          }
          const { height } = (await own.boundingBox())!;
          assert.ok(height < 2400, `${name}: ${height} px`);
          // What scrolls in it is reached by Tab: it can be focused, or something within can.
          const outOfReach = await own.evaluate(element => {
            const rooms = [...element.shadowRoot!.querySelectorAll('*')].filter(
              room =>
                room.scrollHeight > room.clientHeight + 1 &&
                /auto|scroll/.test(getComputedStyle(room).overflowY) &&
                room.getClientRects().length > 0,
            );
            const reached = 'button:not([tabindex="-1"]), input, [tabindex="0"], [contenteditable="true"]';
            return {
              rooms: rooms.length,
              outOfReach: rooms
                .filter(room => !room.matches(reached) && !room.querySelector(reached))
                .map(room => room.className),
            };
          });
          assert.ok(outOfReach.rooms >= 2, `${outOfReach.rooms} rooms`);
          assert.deepEqual(outOfReach.outOfReach, []);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        },
        { viewport: { width, height: 800 } },
      );
    }
  });
