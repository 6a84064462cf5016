// A stranger's link, embed or message may hold any text: it stays text. Nothing of it runs, loads, or is kept.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { encodeState } from '../../web/lab/link.ts';
import { on, serve } from './harness.ts';
import { hostFolder, lab, page } from './hosts.ts';

const payload = `<img src=x onerror="window.hurt=1"><script>window.hurt=1</script><svg onload="window.hurt=1">`;

/** Payloads in comments, strings, knobs, an unknown name, a message of the kernel's and text that is not CUDA. */
const sources = [
  `// ${payload}\n#include "${payload.replaceAll('"', "'")}"\nfloat v = shared[tid * 32];`,
  `// knob n = 4 in 1..8 "${payload}"\nfloat v = shared[tid * n];`,
  `#define S "${payload.replaceAll('"', '\\"')}"\n__global__ void k() {\n  __shared__ float a[32];\n  a[threadIdx.x * 32] = 1;\n  printf(S);\n  assert(!S);\n}`,
  `${payload}\nfloat v = shared[tid * 2]; //</code></pre></bank-lab>${payload}`,
];
const attributes = {
  machine: payload,
  launch: payload,
  kernel: payload,
  fill: payload,
  input: payload,
  blocks: payload,
  site: payload,
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

let url = '';
before(async () => {
  const config = {
    defaults: { label: payload, onclick: 'window.hurt=1', onpointerover: 'window.hurt=1', launch: payload },
  };
  const labs = sources.map(source =>
    lab(escaped(source).replaceAll('&lt;', '<'), `label="${escaped(payload)}"`),
  );
  const knobs = `knobs="${escaped(JSON.stringify({ [payload]: 3, n: 7, ['__proto__']: 1 }))}"`;
  url = await serve({
    root: hostFolder('injection', {
      'labs.html': page(`${labs.join('')}${lab(sources[1]!, knobs)}`),
      'config.html': page(
        lab(sources[0]!),
        `<script type="application/json" data-banklab>${JSON.stringify(config).replaceAll('</', '<\\/')}</script>`,
      ),
    }),
  });
});

/** Uses all that the labs offer, and looks whether the payload became more than text. */
async function unhurt(page: Page): Promise<void> {
  const labs = page.locator('bank-lab');
  for (const one of await labs.all()) {
    await one.scrollIntoViewIfNeeded();
    await one.locator('.card').waitFor();
  }
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    for (const { shadowRoot } of document.querySelectorAll('bank-lab'))
      for (const button of shadowRoot?.querySelectorAll('button') ?? []) button.click();
  });
  await labs.first().click({ position: { x: 20, y: 20 } });
  await page.waitForTimeout(800);
  const found = await page.evaluate(() => {
    const roots = [document, ...[...document.querySelectorAll('bank-lab')].map(each => each.shadowRoot!)];
    const strange = roots.flatMap(root => [
      ...root.querySelectorAll('img, iframe, object, embed, [onerror], [onload], [onclick], [onpointerover]'),
    ]);
    return {
      hurt: (window as unknown as { hurt?: number }).hurt,
      strange: strange.map(each => each.outerHTML.slice(0, 200)),
      polluted: ({} as { n?: number }).n,
    };
  });
  assert.deepEqual(found, { hurt: undefined, strange: [], polluted: undefined });
}

test('in code, labels and knobs', () => on(`${url}labs.html`, unhurt));

test('in a configuration', () => on(`${url}config.html`, unhurt));

for (const [i, source] of sources.entries())
  test(`in a link to a frame, ${i + 1}`, () =>
    on(
      `${url}assets/embed.html?label=${encodeURIComponent(payload)}&view=${encodeURIComponent(payload)}&onclick=window.hurt=1${encodeState(
        { lab: '', source, knobs: { [payload]: 1, n: 2 }, attributes },
      )}`,
      async page => {
        await unhurt(page);
        assert.equal(await page.evaluate(() => localStorage.length), 0);
      },
    ));

test('in a link to a lab of the book; what the reader kept stays', async () => {
  const book = await serve();
  await on(`${book}index.html`, async page => {
    const name = await page.locator('bank-lab[id]').first().getAttribute('id');
    const kept = await page.evaluate(() => {
      localStorage.setItem('other', 'mine');
      return { ...localStorage };
    });
    await page.goto(
      `${book}index.html?again${encodeState({ lab: name!, source: sources[0]!, knobs: {}, attributes })}`,
    );
    const own = page.locator(`bank-lab[id="${name}"]`);
    await own.locator('.code').getByText('onerror').first().waitFor();
    assert.equal(await page.evaluate(() => (window as unknown as { hurt?: number }).hurt), undefined);
    assert.deepEqual(await page.evaluate(() => ({ ...localStorage })), kept);
  });
});

test('a message to a frame changes the theme and nothing else, whatever its shape and sender', () =>
  on(
    `${url}assets/embed.html${encodeState({ lab: '', source: sources[0]!, knobs: {}, attributes: {} })}`,
    async page => {
      const own = page.locator('bank-lab');
      await own.locator('.card').waitFor();
      const before = await own.evaluate(element => element.getAttributeNames().sort());
      await page.evaluate(text => {
        for (const data of [
          null,
          7,
          text,
          [],
          { type: 'banklab-theme', theme: { toString: 1 } },
          { theme: text },
        ])
          postMessage(data, '*');
        postMessage({ type: 'banklab-theme', theme: text }, '*');
        // Not from the page around it.
        const frame = document.createElement('iframe');
        frame.srcdoc = '<p>x</p>';
        document.body.append(frame);
        dispatchEvent(
          new MessageEvent('message', {
            data: { type: 'banklab-theme', theme: 'dark' },
            source: frame.contentWindow,
          }),
        );
        frame.remove();
      }, payload);
      await page.waitForTimeout(200);
      assert.deepEqual(await own.evaluate(element => element.getAttributeNames().sort()), before);
      assert.notEqual(await own.getAttribute('theme'), 'dark');
      await unhurt(page);
    },
  ));

test('a source that no link can hold is told of, and stands there still', () =>
  on(`${url}labs.html`, async page => {
    const own = page.locator('bank-lab').first();
    await own.locator('.sentence .verdict').waitFor();
    await own.evaluate(element => {
      const words = Array.from({ length: 400_000 }, (_, i) => ((i * 2654435761) % 4294967296).toString(36));
      (element as unknown as { source: string }).source = `float v = shared[tid];\n// ${words.join('')}`;
    });
    await own.getByRole('button', { name: 'Share' }).click();
    await own.getByRole('button', { name: 'Copy link' }).click();
    await own.locator('.shared').getByText('The source is too long for a link').waitFor();
    await own.getByRole('button', { name: 'Copy frame' }).click();
    await own.locator('.shared').getByText('The source is too long for a link').waitFor();
    assert.equal(new URL(page.url()).hash, '');
  }));

test('where no figure stands, what would take it along says so', () =>
  on(`${url}labs.html`, async page => {
    const own = page.locator('bank-lab').nth(3);
    await own.scrollIntoViewIfNeeded();
    await own.getByRole('button', { name: 'Share' }).click();
    for (const name of ['Copy SVG', 'Save SVG', 'Copy PNG', 'Save PNG', 'Copy sentence']) {
      await own.getByRole('button', { name }).click();
      await own.locator('.shared').getByText('No figure stands here now').waitFor();
    }
  }));
