// <bank-lab> in other people's pages: their styles and its own, their ground, their direction.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { axe } from './axe.ts';
import { at, ready, views } from './embedded.ts';
import { on, serve } from './harness.ts';
import { hostFolder, lab, page, stride } from './hosts.ts';

const hostile = `<link rel="stylesheet" href="hostile.css">`;
const hostileCss = `
html { font-size: 62.5%; }
* { color: red; letter-spacing: 4px; text-transform: uppercase; font-style: italic; text-align: center; line-height: 3 !important;
  text-indent: 20px; word-spacing: 9px; cursor: crosshair; list-style: square; white-space: pre; box-sizing: content-box; }
div, p, ul, li, svg, button, figure, pre, code, table, details, span, input { border: 5px dashed lime !important; margin: 17px !important;
  padding: 13px !important; float: left !important; display: flex !important; background: yellow !important; font: 40px fantasy !important; }
:root { --ink: red; --paper: red; --wave-0: red; --space-4: 90px; }
`;
let url = '';
before(async () => {
  const root = hostFolder('look', {
    'views.html': views,
    'hostile.css': hostileCss,
    'hostile.html': page(`<p id="outside">Text</p>${lab(stride(8), 'id="own"')}`, hostile),
    'calm.html': page(`<p id="outside">Text</p>${lab(stride(8), 'id="own"')}`),
    'rtl.html': page(
      `<p>نص <bank-lab id="badge" view="badge"><code>${stride(32)}</code></bank-lab> نص</p>${lab(stride(8), 'id="own"')}`,
    ).replace('<html lang="en">', '<html lang="ar" dir="rtl">'),
    'ground.css':
      'body { background: #fff; transition: background-color 200ms; } [data-scheme="slate"] body { background: oklch(0.25 0.02 260); color: #eee; }',
    'ground.html': page(
      `${lab(stride(8), 'id="host"')}${lab(stride(8), 'id="auto" theme="auto"')}${lab(stride(8), 'id="dark" theme="dark"')}`,
      '<link rel="stylesheet" href="ground.css">',
    ),
  });
  url = await serve({ root });
});

test('a page’s styles do not reach into the lab, nor the lab’s out of it', async () => {
  const look = async (address: string) => {
    let seen: unknown;
    await on(address, async page => {
      const own = await ready(page, 'own');
      await own.locator('.cm-content').waitFor();
      seen = await own.evaluate(element =>
        [
          '.sentence',
          '.quiet',
          '.bank-figure text',
          '.cm-line',
          '.card',
          '.cell .fill',
          '.mark',
          '.step',
        ].map(selector => {
          const found = element.shadowRoot!.querySelector(selector)!;
          const style = getComputedStyle(found);
          return [
            selector,
            ...[
              'color',
              'fontSize',
              'fontFamily',
              'letterSpacing',
              'textTransform',
              'fontStyle',
              'lineHeight',
              'fill',
            ].map(name => style[name as 'color']),
            ...['textIndent', 'whiteSpace', 'borderTopWidth', 'marginLeft', 'display', 'boxSizing'].map(
              name => style[name as 'color'],
            ),
          ].join(' ');
        }),
      );
    });
    return seen;
  };
  assert.deepEqual(await look(`${url}hostile.html`), await look(`${url}calm.html`));
  await on(`${url}calm.html`, async page => {
    await (await ready(page, 'own')).locator('.cm-content').waitFor();
    const [sheets, fontSize, globals] = await page.evaluate(() => [
      document.adoptedStyleSheets.length + document.styleSheets.length,
      getComputedStyle(document.querySelector('#outside')!).fontSize,
      Object.keys(window)
        .filter(name => /bank/i.test(name))
        .sort(),
    ]);
    assert.deepEqual([sheets, fontSize], [0, '16px']);
    assert.deepEqual(globals, ['bankLabEditor', 'banklab']);
  });
});

test('a page that brings another body, as Turbo does, has labs in it that live and follow its ground', () =>
  on(
    `${url}ground.html`,
    async page => {
      await ready(page, 'host');
      await page.evaluate(() => {
        const body = document.body.cloneNode(true);
        document.body.replaceWith(body);
      });
      const host = await ready(page, 'host');
      await page.evaluate(() => {
        document.body.style.background = '#111';
      });
      await host.locator('.lab[data-theme="dark"]').waitFor();
    },
    { colorScheme: 'light' },
  ));

test('by default the lab is as dark as the page behind it, and follows', () =>
  on(
    `${url}ground.html`,
    async page => {
      const paper = (id: string) =>
        at(page, id)
          .locator('.card')
          .evaluate(card => getComputedStyle(card).backgroundColor);
      const [light, dark] = ['rgb(255, 255, 255)', 'rgb(26, 31, 36)'];
      for (const id of ['host', 'auto', 'dark']) await ready(page, id);
      assert.deepEqual([await paper('host'), await paper('auto'), await paper('dark')], [light, light, dark]);
      await page.evaluate(() => {
        document.documentElement.dataset.scheme = 'slate';
      });
      await page.waitForFunction(
        colour => {
          const card = document.querySelector('#host')!.shadowRoot!.querySelector('.card')!;
          return getComputedStyle(card).backgroundColor === colour;
        },
        dark,
        { timeout: 5000 },
      );
      assert.equal(await paper('auto'), light);
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.equal(await paper('auto'), dark);
    },
    { colorScheme: 'light' },
  ));

for (const [what, options] of [
  ['on a right-to-left page', { viewport: { width: 1280, height: 900 } }],
  ['on a right-to-left page at 200 %', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
  ['on a right-to-left phone', { viewport: { width: 360, height: 740 } }],
] as const)
  test(`${what} the source runs from left to right and nothing is wider than the screen`, () =>
    on(
      `${url}rtl.html`,
      async page => {
        const own = await ready(page, 'own');
        await own.locator('.cm-content').waitFor();
        assert.equal(
          await own.locator('.cm-content').evaluate(element => getComputedStyle(element).direction),
          'ltr',
        );
        const badge = at(page, 'badge').getByRole('button', { name: '32-way' });
        const gaps = await badge.evaluate(button => {
          const { left, right } = button.getBoundingClientRect();
          const host = (button.getRootNode() as ShadowRoot).host;
          const inkOf = (text: ChildNode, from: number, to: number) => {
            const range = document.createRange();
            range.setStart(text, from);
            range.setEnd(text, to);
            return range.getBoundingClientRect();
          };
          const before = host.previousSibling!;
          const after = host.nextSibling!;
          return [inkOf(before, 0, 2).left - right, left - inkOf(after, 1, 3).right];
        });
        for (const gap of gaps) assert.ok(gap > 2, `${gaps} px beside the badge`);
        await badge.click();
        await at(page, 'badge').locator('svg.bank-figure').first().waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} px too wide`);
      },
      options,
    ));

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1280, 360])
    test(`all views, ${colorScheme}, ${width} px: axe finds nothing`, () =>
      on(
        `${url}views.html`,
        async page => {
          await page.locator('bank-lab').evaluateAll((labs, theme) => {
            for (const each of labs) each.setAttribute('theme', theme);
            if (theme === 'dark') document.body.style.background = '#14181c';
            if (theme === 'dark') document.body.style.color = '#eee';
          }, colorScheme);
          await at(page, 'badge').getByRole('button', { name: '32-way' }).click();
          for (const id of ['cell', 'figure', 'editor', 'readonly', 'slots']) await ready(page, id);
          await at(page, 'figure').getByRole('button', { name: 'Share' }).click();
          await page.waitForTimeout(300);
          assert.deepEqual(await axe(page), []);
        },
        { colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' },
      ));
