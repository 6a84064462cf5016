// <bank-lab> in other people's pages: what authors write. How it looks there is embed-look.test.ts's, how much room it takes
// embed-room.test.ts's.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { encodeState } from '../../web/lab/link.ts';
import { strictPolicy } from '../../web/site/server.ts';
import { at, kinds, type LabElement, mark, type Report, ready, views } from './embedded.ts';
import { on, serve, visit } from './harness.ts';
import { hostFolder, lab, page, stride } from './hosts.ts';

const many = page(
  Array.from({ length: 50 }, (_, i) => `<h2>Part ${i}</h2>\n${lab(stride(i), `id="n${i}"`)}`).join('\n'),
);

const config = page(
  `<pre class="cuda"><code>${stride(8)}</code></pre>
<pre class="other"><code>not CUDA at all</code></pre>
${lab(stride(2), 'id="mine" view="both"')}
<pre><code>${stride(16)}</code></pre><bank-lab id="given"></bank-lab>`,
  `<script type="application/json" data-banklab>
{ "defaults": { "view": "figure", "machine": "sm_80" }, "labs": { "pre.cuda": { "label": "from the config" }, "#given": { "readonly": true } } }
</script>`,
);

let folder = '';
let url = '';
before(async () => {
  folder = hostFolder('element', {
    'kinds.html': kinds,
    'views.html': views,
    'many.html': many,
    'config.html': config,
    'calm.html': page(`<p id="outside">Text</p>${lab(stride(8), 'id="own"')}`),
    'twice.html': page(lab(stride(8), 'id="own"'), '<script src="assets/banklab.js?again"></script>'),
  });
  url = await serve({ root: folder });
});

test('the code comes from inside, from just before, or from where `for` points, as generators write it', () =>
  on(`${url}kinds.html`, async page => {
    const expected: Record<string, string> = {
      own: '32 of 1 · 32-way',
      behind: '8 of 1 · 8-way',
      pointing: '4 of 1 · 4-way',
      numbered: '2 of 1 · 2-way',
      broken: '16 of 1 · 16-way',
      paragraph: '2 of 1 · 2-way',
    };
    for (const [id, text] of Object.entries(expected)) await mark(await ready(page, id), text).waitFor();
    const knobs = await ready(page, 'knobs');
    assert.equal(await knobs.getByRole('slider', { name: 'stride' }).inputValue(), '64');
    // What the lab shows itself is not shown twice; what it points at stays.
    assert.equal(await page.locator('.highlight').isVisible(), false);
    assert.equal(await page.locator('#there').isVisible(), true);
    await at(page, 'behind').evaluate(element => {
      (element as unknown as { view: string }).view = 'figure';
    });
    assert.equal(await page.locator('.highlight').isVisible(), true);
    assert.equal(await at(page, 'behind').locator('.code').isVisible(), false);
  }));

for (const [where, address] of [
  ['under the strict policy', async () => `${await serve({ root: folder, policy: strictPolicy })}kinds.html`],
  [
    'under Trusted Types',
    async () =>
      `${await serve({ root: folder, policy: `${strictPolicy}; require-trusted-types-for 'script'; trusted-types banklab` })}kinds.html`,
  ],
  ['from the disk', async () => pathToFileURL(join(folder, 'kinds.html')).href],
  ['in a folder', async () => `${await serve({ root: folder, base: '/a/b/' })}kinds.html`],
  ['twice on a page', async () => `${url}twice.html`],
] as const)
  test(`${where}: figure, editor and near engine work`, async () =>
    on(await address(), async page => {
      const own = await ready(page, 'own');
      await own.locator('.cm-content').click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(stride(4));
      await mark(own, '4 of 1 · 4-way').waitFor();
    }));

test('without JavaScript the code is read', () =>
  on(
    `${url}kinds.html`,
    async page => {
      for (const code of await page.locator('pre').all()) assert.equal(await code.isVisible(), true);
    },
    { javaScriptEnabled: false },
  ));

test('of fifty labs those near the viewport are made; one worker serves all', async () => {
  const { page, clean, close } = await visit(`${url}many.html`, {}, async page => {
    await page.addInitScript(() => {
      const { Worker: Real } = window;
      Object.assign(window, { workers: 0 });
      window.Worker = class extends Real {
        constructor(address: string | URL) {
          super(address);
          (window as unknown as { workers: number }).workers++;
        }
      };
    });
  });
  try {
    await ready(page, 'n0');
    const made = () =>
      page
        .locator('bank-lab')
        .evaluateAll(labs => labs.filter(each => each.shadowRoot!.querySelector('.card')).length);
    assert.ok((await made()) < 8, `${await made()} made at first`);
    await page.evaluate(() => {
      location.hash = 'n48';
    });
    await mark(at(page, 'n48'), '16 of 1 · 16-way').waitFor();
    assert.ok((await made()) < 20, `${await made()} made after a jump`);
    assert.equal(await page.evaluate(() => (window as unknown as { workers: number }).workers), 1);
    await clean();
  } finally {
    await close();
  }
});

test('a badge stands in its line, says the cost, and unfolds by keyboard', () =>
  on(`${url}views.html`, async page => {
    const line = page.locator('p', { hasText: 'The naive kernel' });
    const badge = at(page, 'badge').getByRole('button', { name: '32-way' });
    await badge.waitFor();
    await at(page, 'cell').getByRole('button', { name: 'no conflict' }).waitFor();
    const height = async () => (await line.boundingBox())!.height;
    assert.ok((await height()) < 40, `the line is ${await height()} px high`);
    await page.keyboard.press('Tab');
    assert.equal(await badge.getAttribute('aria-expanded'), 'false');
    await page.keyboard.press('Enter');
    assert.equal(await badge.getAttribute('aria-expanded'), 'true');
    await at(page, 'badge').locator('svg.bank-figure').first().waitFor();
    await mark(at(page, 'badge'), '32 of 1 · 32-way').waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement!.id), 'badge');
    // The source comes first; Esc lets Tab leave it.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    assert.equal(await at(page, 'badge').locator('.card').isVisible(), false);
    assert.ok((await height()) < 40);
  }));

test('the views show their rooms; a read-only source cannot be changed, and Tab leaves it', () =>
  on(`${url}views.html`, async page => {
    const rooms = async (id: string) => {
      const found = await ready(page, id);
      return Promise.all(
        ['.code', '.bank-figures', '.sentence', '.stepper'].map(room => found.locator(room).isVisible()),
      );
    };
    assert.deepEqual(await rooms('figure'), [false, true, true, true]);
    assert.deepEqual(await rooms('editor'), [true, false, true, false]);
    assert.deepEqual(await rooms('readonly'), [true, true, true, true]);
    const readOnly = at(page, 'readonly');
    await readOnly.locator('.cm-content').waitFor();
    await readOnly.locator('.cm-content').focus();
    await page.keyboard.type('x');
    assert.equal(await readOnly.evaluate(element => (element as LabElement).source), stride(8));
    await page.keyboard.press('Tab');
    assert.equal(
      await readOnly.evaluate(element => element.shadowRoot!.activeElement?.classList.contains('cm-content')),
      false,
    );
    const slots = await ready(page, 'slots');
    await slots.getByRole('heading', { name: 'A title' }).waitFor();
    await slots.getByText('A note.').waitFor();
  }));

test('a configuration gives labs their attributes and code blocks their labs', () =>
  on(`${url}config.html`, async page => {
    await page
      .locator('pre.cuda + bank-lab[view="figure"][machine="sm_80"][label="from the config"]')
      .waitFor();
    assert.equal(await page.locator('bank-lab').count(), 3);
    assert.equal(await at(page, 'mine').getAttribute('view'), 'both');
    const given = await ready(page, 'given');
    assert.equal(await given.getAttribute('readonly'), '');
    assert.equal(await given.locator('.code').isVisible(), false);
  }));

test('properties, methods and events', () =>
  on(`${url}kinds.html`, async page => {
    const heard = await at(page, 'own').evaluate(async element => {
      const own = element as LabElement;
      const events: string[] = [];
      for (const name of ['banklab-report', 'banklab-change'])
        document.addEventListener(name, event => {
          if (event.target === own) events.push(`${name} ${Object.keys((event as CustomEvent).detail)}`);
        });
      const first = await own.report();
      own.source = 'float v = shared[tid * s];';
      own.knobs = { s: 6 };
      const second = await own.report();
      own.source = 'float v = ;';
      const third = await own.report();
      const made = document.createElement('bank-lab') as LabElement;
      made.source = 'float v = shared[tid * 4];';
      document.body.append(made);
      const fourth = await made.report();
      return { events, costs: [first, second, third, fourth].map(report => report?.totals.wavefronts) };
    });
    assert.deepEqual(heard.costs, [32, 2, 0, 4]);
    assert.ok(heard.events.includes('banklab-change source,knobs'), `${heard.events}`);
    assert.ok(heard.events.includes('banklab-report analysis,report,pick'));
    const elsewhere = await page.evaluate(async () => {
      const { banklab } = window as unknown as {
        banklab: { analyze(source: string): Promise<{ reports: Report[] }> };
      };
      return (await banklab.analyze('float v = shared[tid * 2];')).reports[0]!.totals.wavefronts;
    });
    assert.equal(elsewhere, 2);
  }));

test('properties set before the script has run are taken', async () => {
  const { page, clean, close } = await visit(`${url}kinds.html`, {}, async page => {
    await page.route('**/banklab.js', async route => {
      const response = await route.fetch();
      const before = `if (typeof document !== 'undefined') Object.assign(document.querySelector('#own'), { source: 'float v = shared[tid * 2];', view: 'editor' });`;
      await route.fulfill({ response, body: `${before}\n${await response.text()}` });
    });
  });
  try {
    await mark(at(page, 'own'), '2 of 1 · 2-way').waitFor();
    assert.equal(await at(page, 'own').getAttribute('view'), 'editor');
    await clean();
  } finally {
    await close();
  }
});

test('a lab that is moved in the page keeps what was typed', () =>
  on(`${url}kinds.html`, async page => {
    const own = await ready(page, 'own');
    await own.evaluate(element => {
      (element as LabElement).source = 'float v = shared[tid * 2];';
      element.remove();
      document.body.prepend(element);
    });
    await mark(own, '2 of 1 · 2-way').waitFor();
  }));

test('what a compiler may merge stands below the figure; the count stays as written', () =>
  on(`${url}calm.html`, async page => {
    const own = await ready(page, 'own');
    assert.equal(await own.locator('.compiled').isVisible(), false);
    assert.equal(await own.getByText('wavefronts of ideal').isVisible(), true);
    await own.evaluate(element => {
      (element as LabElement).source =
        '__shared__ float s[128];\nfloat v = s[tid * 4] + s[tid * 4 + 1] + s[tid * 4 + 2] + s[tid * 4 + 3];';
    });
    await own.getByText('As written 16 wavefronts; a compiler may merge these 4 adjacent loads').waitFor();
    await mark(own, '4 of 1 · 4-way').first().waitFor({ state: 'attached' });
    await own.locator('.sentence').getByText('4 wavefronts, ideal 1').waitFor();
  }));

test('a link that cannot be read is told of and stays; one with a full stop behind it can be', async () => {
  const cut = '#v2.own.g5D4PR-Th-auSmR3gR1';
  await on(`${url}calm.html${cut}`, async page => {
    const own = await ready(page, 'own');
    await own.getByText('it cannot be read').first().waitFor();
    await mark(own, '8 of 1 · 8-way').waitFor();
    assert.equal(await page.evaluate(() => location.hash), cut);
    await page.evaluate(
      hash => {
        location.hash = hash;
      },
      `${encodeState({ lab: 'own', source: stride(4), knobs: {}, attributes: {} })}.`,
    );
    await mark(own, '4 of 1 · 4-way').waitFor();
    assert.equal(await own.locator('.notice').isVisible(), false);
  });
});

test('without a network a lab says so, and runs when there is one', async () => {
  const { page, close } = await visit(`${url}many.html`, {}, async page => {
    await page.route('**/*.wasm', route => route.abort());
  });
  try {
    const said = page.getByText('The engine could not be fetched').first();
    await said.waitFor();
    await page.unroute('**/*.wasm');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await mark(at(page, 'n1'), '1 of 1').waitFor();
    assert.equal(await said.isVisible(), false);
  } finally {
    await close();
  }
});

test('a whole number’s knob takes the nearest, and shows which', () =>
  on(`${url}kinds.html`, async page => {
    const knobs = await ready(page, 'knobs');
    const box = knobs.getByRole('spinbutton', { name: 'stride, as a number' });
    await box.fill('7.5');
    await mark(knobs, '8 of 1 · 8-way').waitFor();
    assert.equal(await box.evaluate(input => input.matches(':invalid')), true);
    await box.press('Tab');
    assert.equal(await box.inputValue(), '8');
    assert.equal(await box.evaluate(input => input.matches(':invalid')), false);
    assert.equal(await knobs.locator('.diagnostics').isVisible(), false);
  }));

test('a slider has the page’s range; a number beyond it is taken, and the slider goes to its end', () =>
  on(`${url}kinds.html`, async page => {
    const knobs = await ready(page, 'knobs');
    const slider = knobs.getByRole('slider', { name: 'stride' });
    const box = knobs.getByRole('spinbutton', { name: 'stride, as a number' });
    assert.deepEqual([await slider.getAttribute('min'), await slider.getAttribute('max')], ['1', '80']);
    await box.fill('97');
    await mark(knobs, '1 of 1').waitFor();
    await box.press('Tab');
    assert.deepEqual([await box.inputValue(), await slider.inputValue()], ['97', '80']);
    assert.equal(await slider.getAttribute('max'), '80');
    assert.equal(await knobs.evaluate(lab => (lab as unknown as LabElement).knobs.stride), 97);
    await slider.fill('16');
    await mark(knobs, '16 of 1 · 16-way').waitFor();
    assert.equal(await box.inputValue(), '16');
  }));

test('keys that are typed in a lab, or mean something there, are no shortcuts of the page', () =>
  on(`${url}calm.html`, async page => {
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      document.addEventListener('keydown', ({ key }) => heard.push(key));
    });
    const own = await ready(page, 'own');
    await own.locator('.cm-content').click();
    await page.keyboard.type('s');
    await page.keyboard.press('ArrowLeft');
    await own.getByRole('slider', { name: 'wavefront shown' }).press('ArrowRight');
    await page.keyboard.press('Control+k');
    await own.getByRole('button', { name: 'Table' }).press('x');
    assert.deepEqual(await page.evaluate(() => (window as unknown as { heard: string[] }).heard), [
      'Control',
      'k',
      'x',
    ]);
  }));

test('the figure is taken along as SVG and PNG, with its sentence', () =>
  on(
    `${url}kinds.html`,
    async page => {
      const own = await ready(page, 'behind');
      const taken = await own.evaluate(async element => {
        const svg = await (await (element as LabElement).figure('svg')).text();
        const bytes = new Uint8Array(await (await (element as LabElement).figure('png')).arrayBuffer());
        const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        return {
          svg,
          wellFormed: !parsed.querySelector('parsererror'),
          described: parsed.querySelector('desc')?.textContent ?? '',
          colours: new Set([...parsed.querySelectorAll('[fill]')].map(each => each.getAttribute('fill')))
            .size,
          png: new TextDecoder().decode(bytes.slice(0, 400)),
          size: [image.width, image.height],
        };
      });
      assert.ok(taken.wellFormed);
      assert.match(taken.described, /^8 wavefronts, ideal 1\. /);
      assert.ok(taken.png.includes(`iTXtDescription\0\0\0en\0\0${taken.described.slice(0, 60)}`));
      assert.ok(taken.size[0]! >= 1200, `${taken.size}`);
      assert.ok(taken.colours >= 8, `${taken.colours} colours`);
      assert.doesNotMatch(taken.svg, /var\(|class=|tabindex|data-/);
      await own.getByRole('button', { name: 'Share' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        own.getByRole('button', { name: 'Save PNG' }).click(),
      ]);
      assert.equal(download.suggestedFilename(), 'bank-figure.png');
      for (const name of ['Copy SVG', 'Copy PNG', 'Copy sentence']) {
        await own.getByRole('button', { name }).click();
        await own.locator('.shared').getByText('Copied.').waitFor();
      }
      const sentence = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(sentence, taken.described);
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  ));
