// The lab in the built page: what a reader does with keys, pointer and finger, and what must not happen to the page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { fromDisk, on, serve, siteFolder, visit } from './harness.ts';

let url = '';
before(async () => {
  url = `${await serve()}exercises.html`;
});

type LabElement = HTMLElement & { source: string };

/** Opens the page with one lab unveiled, in sight, and its editor there. */
async function withLab(
  id: string,
  steps: (lab: Locator, page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
  address = url,
): Promise<void> {
  await on(address, async page => steps(await openLab(page, id), page), options);
}

async function openLab(page: Page, id: string): Promise<Locator> {
  const lab = page.locator(`bank-lab[id="${id}-lab"]`);
  await lab.evaluate(element => {
    element.removeAttribute('veiled');
    element.scrollIntoView({ block: 'center' });
  });
  await lab.locator('.cm-content').waitFor();
  await lab.locator('.sentence .verdict').waitFor();
  return lab;
}

const setSource = (lab: Locator, text: string) =>
  lab.evaluate((element, source) => {
    (element as LabElement).source = source;
  }, text);

const mark = (lab: Locator, text: string) => lab.locator('.code .mark').getByText(text, { exact: true });
const hasText = (room: Locator, text: RegExp) => room.filter({ hasText: text }).waitFor();

/** Lanes whose cells are in full strength. */
const strongLanes = (lab: Locator): Promise<number[]> =>
  lab
    .locator('svg.bank-figure .cell:not(.faded)')
    .evaluateAll(cells =>
      cells.flatMap(cell => (cell as SVGElement).dataset.lanes!.split(' ').map(Number)).sort((a, b) => a - b),
    );

test('typed keys change mark, figure and sentence at once', () =>
  withLab('L2.1', async (lab, page) => {
    await setSource(lab, 'float v = shared[tid * 8];');
    await hasText(lab.locator('.sentence'), /8 wavefronts, ideal 1\..*gcd\(8, 32\) = 8/);
    assert.equal(await lab.locator('svg .clash').count(), 12);
    await lab.locator('.cm-line').first().click();
    await page.keyboard.press('End');
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('7');
    await hasText(lab.locator('.sentence'), /1 wavefront, .*7 and 32 share no factor/);
    await mark(lab, '1 of 1').waitFor();
    assert.equal(await lab.locator('svg .clash').count(), 0);
  }));

test('the page does not jump as the stride changes', () =>
  withLab('L2.1', async lab => {
    const heights = new Set<number>();
    for (const stride of [0, 1, 2, 7, 8, 12, 31, 32, 33, 64]) {
      await setSource(lab, `float v = shared[tid * ${stride}];`);
      const step =
        stride === 0
          ? /broadcast/
          : stride === 1
            ? /neighbouring words/
            : new RegExp(`are ${stride} words apart`);
      await hasText(lab.locator('.sentence'), step);
      heights.add(await lab.evaluate(element => element.getBoundingClientRect().height));
    }
    assert.equal(heights.size, 1, [...heights].join());
  }));

test('the stepper plays the wavefronts: buttons, keyboard, a click on the track', () =>
  withLab('L2.1', async (lab, page) => {
    await setSource(lab, 'float v = shared[tid * 8];');
    await hasText(lab.locator('.step'), /all 8 wavefronts/);
    await lab.getByRole('button', { name: 'next wavefront' }).click();
    await hasText(lab.locator('.step'), /wavefront 1 of 8 · lanes 0–3/);
    assert.deepEqual(await strongLanes(lab), [0, 1, 2, 3]);
    const track = lab.getByRole('slider', { name: 'wavefront shown' });
    await track.focus();
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await strongLanes(lab), [4, 5, 6, 7]);
    assert.match((await track.getAttribute('aria-valuetext')) ?? '', /wavefront 2 of 8/);
    await page.keyboard.press('End');
    assert.deepEqual(await strongLanes(lab), [28, 29, 30, 31]);
    await page.keyboard.press('ArrowRight');
    assert.equal((await strongLanes(lab)).length, 32);
    await lab.locator('.track [data-wave="4"]').click();
    assert.deepEqual(await strongLanes(lab), [16, 17, 18, 19]);
    await lab.getByRole('button', { name: 'Play' }).click();
    await hasText(lab.locator('.step'), /wavefront 6 of 8/);
    await lab.getByRole('button', { name: 'Pause' }).click();
  }));

test('lanes are pointed at, tapped, and walked through with the arrow keys', () =>
  withLab('L2.1', async (lab, page) => {
    await setSource(lab, 'float v = shared[tid * 8];');
    await hasText(lab.locator('.sentence'), /8 wavefronts/);
    const detail = lab.locator('.lane-detail');
    await lab.getByRole('button', { name: 'lane 5, byte 160, word 40, bank 8, wavefront 2 of 8' }).hover();
    await hasText(detail, /lane 5 byte 160 → word 160 \/ 4 = 40 → bank 40 mod 32 = 8 → wavefront 2 of 8/);
    await lab.locator('.hit[data-lane="9"]').click();
    await hasText(detail, /^lane 9 /);
    await page.keyboard.press('ArrowRight');
    await hasText(detail, /^lane 10 /);
    await page.keyboard.press('End');
    await hasText(detail, /^lane 31 /);
    assert.equal(await lab.locator('.hit[tabindex="0"]').count(), 1);
    assert.equal(await lab.locator('.curve.looked').getAttribute('data-lane'), '31');
  }));

test('the accesses of a source are tabs; its requests are bars, the dearest first', () =>
  withLab('L5.2', async (lab, page) => {
    const tabs = lab.getByRole('tab');
    assert.equal(await tabs.count(), 2);
    await hasText(lab.locator('.sentence'), /32 wavefronts, ideal 1/);
    const picked = lab.getByRole('tab', { selected: true });
    await picked.focus();
    await page.keyboard.press('ArrowLeft');
    await hasText(lab.locator('.sentence'), /1 wavefront, as few as can be/);
    await lab.locator('.code .mark.conflict').click();
    await hasText(lab.locator('.sentence'), /32 wavefronts, ideal 1/);
    const bars = lab.getByRole('radio');
    if (await bars.count()) {
      await bars.first().focus();
      await page.keyboard.press('ArrowRight');
      await hasText(lab.locator('.chosen'), /request 2 of/);
    }
  }));

test('Tab indents in the editor; Esc, then Tab, leaves it, and the page says so', () =>
  withLab('L2.1', async (lab, page) => {
    await lab.locator('.cm-content').click();
    await lab.getByText('Press Esc, then Tab, to leave the editor.').waitFor();
    const inEditor = () =>
      lab.evaluate(element => element.shadowRoot!.activeElement?.classList.contains('cm-content') ?? false);
    await page.keyboard.press('Tab');
    assert.equal(await inEditor(), true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    assert.equal(await inEditor(), false);
  }));

test('what is wrong is listed with its place; the last figure stays, faded, until the source runs again', () =>
  withLab('L2.1', async (lab, page) => {
    await mark(lab, '8 of 1 · 8-way').waitFor();
    await lab.locator('svg.bank-figure .cell').first().waitFor();
    await setSource(lab, 'float v = shared[tid * ;\n');
    const problem = lab.locator('.diagnostics li').first();
    await hasText(problem, /error line 1, column \d+ \S/);
    assert.ok((await lab.locator('svg.bank-figure .cell').count()) > 0);
    await problem.getByRole('button').first().click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('float v = shared[tid * 2];');
    await mark(lab, '2 of 1 · 2-way').waitFor();
    await lab.locator('.diagnostics li.error').first().waitFor({ state: 'detached' });
    await lab.locator('.answer.stale').waitFor({ state: 'detached' });
  }));

test('an endless loop ends, and the page goes on', () =>
  withLab('L2.1', async lab => {
    await setSource(lab, 'int i = 0;\nwhile (true) { i += 1; }\n');
    await lab.locator('.diagnostics li, .trouble:not([hidden])').first().waitFor();
    await setSource(lab, 'float v = shared[tid * 4];');
    await mark(lab, '4 of 1 · 4-way').waitFor();
  }));

/** Every element of the drawn figure, with its attributes and text; what the page itself sets on lanes is left out. */
const drawn = (lab: Locator): Promise<string[]> =>
  lab.locator('svg.bank-figure').evaluate(svg =>
    [svg, ...svg.querySelectorAll('*')].map(element => {
      const attributes = [...element.attributes]
        .filter(({ name }) => !['aria-label', 'tabindex'].includes(name))
        .map(({ name, value }) => `${name}=${value}`);
      const text = element.childElementCount ? '' : element.textContent;
      return `${element.tagName} ${attributes.sort().join(' ')} ${text}`;
    }),
  );

test('a figure that was changed where it differs is the one that is drawn from nothing', () =>
  withLab('L2.1', async (lab, page) => {
    const sources = [
      'float v = shared[tid * 8];',
      'float v = shared[tid * 81];',
      'float v = shared[tid % 5];',
      'if (tid < 9) float v = shared[tid * 100];',
      '__shared__ double d[96];\ndouble v = d[tid * 3];',
      'float v = shared[tid * 33 & 255];',
    ];
    const figures = new Set<string>();
    for (const source of sources) {
      await lab.evaluate(async (element, text) => {
        const shown = new Promise(resolve =>
          element.addEventListener('banklab-report', resolve, { once: true }),
        );
        (element as LabElement).source = text;
        await shown;
      }, source);
      const changed = await drawn(lab);
      for (const [width, shape] of [
        [500, 'tall'],
        [1280, 'wide'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await lab.locator(`svg.bank-figure.${shape}`).waitFor();
      }
      assert.deepEqual(changed, await drawn(lab), source);
      figures.add(changed.join('\n'));
    }
    assert.equal(figures.size, sources.length);
  }));

/** Counts the analyses that the page asks of its worker. */
async function countWorkersRuns(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Object.assign(window, { workersRuns: 0 });
    Worker.prototype.postMessage = function (this: Worker, message: { kind: string }) {
      if (message.kind === 'analyze') (window as unknown as { workersRuns: number }).workersRuns++;
      postMessage.call(this, message);
    } as typeof postMessage;
  });
}

for (const where of ['http', 'disk'] as const)
  test(`what runs shortly is answered without the worker, once the reader edits (${where})`, async () => {
    const address = where === 'http' ? url : `${fromDisk}exercises.html`;
    const { page, clean, close } = await visit(address, {}, countWorkersRuns);
    try {
      const lab = await openLab(page, 'L2.1');
      await lab.locator('.cm-content').focus();
      await page.keyboard.press('Control+End');
      const runs = () => page.evaluate(() => (window as unknown as { workersRuns: number }).workersRuns);
      const answers = await lab.evaluateHandle(element => {
        const count = { reports: 0 };
        element.addEventListener('banklab-report', () => count.reports++);
        return count;
      });
      for (let tries = 0, near = false; !near; tries++) {
        assert.ok(tries < 50, 'no key was answered without the worker');
        const [before, answered] = [await runs(), await answers.evaluate(({ reports }) => reports)];
        await page.keyboard.press(tries % 2 ? 'Backspace' : 'Space');
        await page.waitForFunction(([count, old]) => count.reports > old, [answers, answered] as const);
        near = (await runs()) === before;
      }
      await clean();
    } finally {
      await close();
    }
  });

/** Serves the worker with a source text that hangs it and one that breaks it. */
async function withFaults(page: Page): Promise<void> {
  await page.route('**/banklab.js', async route => {
    const response = await route.fetch();
    const faults = `
      if (typeof document === 'undefined') {
      const handle = self.onmessage;
      self.onmessage = event => {
        if (event.data.source?.includes('HANG')) for (;;);
        if (event.data.source?.includes('TRAP')) self.postMessage({ kind: 'broken', message: 'unreachable' });
        else handle(event);
      }; }`;
    await route.fulfill({ response, body: `${await response.text()}\n${faults}` });
  });
}

test('a run that exceeds its time is stopped, a broken engine replaced; the page says so and goes on', async () => {
  const { page, clean, close } = await visit(url, {}, withFaults);
  try {
    const lab = await openLab(page, 'L2.1');
    const other = page.locator('bank-lab[id="L2.2-lab"]');
    for (const [source, message] of [
      ['HANG', /ran longer than 2 seconds and was stopped/],
      ['TRAP', /could not answer \(unreachable\)/],
    ] as const) {
      await setSource(lab, source);
      await hasText(lab.locator('.trouble'), message);
      await setSource(lab, 'float v = shared[tid * 4];');
      await mark(lab, '4 of 1 · 4-way').waitFor();
      await lab.locator('.trouble').waitFor({ state: 'hidden' });
      await other.evaluate(element => element.removeAttribute('veiled'));
      await setSource(other, 'float v = shared[tid * 2];');
      await mark(other, '2 of 1 · 2-way').waitFor();
    }
    await clean();
  } finally {
    await close();
  }
});

/** Runs nothing of the engine's first part: a template of the reader's own. */
const template =
  'template <int N> __device__ int times(int i) { return N * i; }\nfloat v = shared[times<4>(tid)];';

test('the engine’s rest comes in the background; what the page shows first does not wait for it', async () => {
  const asked: string[] = [];
  let release = (): void => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  const { page, clean, close } = await visit(url, {}, async page => {
    page.on('request', request => asked.push(new URL(request.url()).pathname.split('/').at(-1)!));
    await page.context().route('**/banklab.rest.wasm', async route => {
      await held;
      await route.continue();
    });
  });
  try {
    const lab = await openLab(page, 'L2.1');
    await setSource(lab, 'float v = shared[tid * 4];');
    await mark(lab, '4 of 1 · 4-way').waitFor();
    assert.ok(asked.includes('banklab.first.wasm'));
    release();
    await setSource(lab, template);
    await mark(lab, '4 of 1 · 4-way').waitFor();
    assert.ok(asked.includes('banklab.rest.wasm'));
    await clean();
  } finally {
    release();
    await close();
  }
});

test('where the engine’s rest cannot be had, the page says so, and goes on with what it has', async () => {
  let gone = true;
  const { page, close } = await visit(url, {}, async page => {
    await page.context().route('**/banklab.rest.wasm', route => (gone ? route.abort() : route.continue()));
  });
  try {
    const lab = await openLab(page, 'L2.1');
    await setSource(lab, template);
    await hasText(lab.locator('.trouble'), /the part of the engine that is needed here could not be loaded/);
    await setSource(lab, 'float v = shared[tid * 2];');
    await mark(lab, '2 of 1 · 2-way').waitFor();
    await lab.locator('.trouble').waitFor({ state: 'hidden' });
    gone = false;
    await setSource(lab, template);
    await mark(lab, '4 of 1 · 4-way').waitFor();
  } finally {
    await close();
  }
});

test('an empty snippet meets no bank, and is not shown with the last one’s marks', () =>
  withLab('L2.1', async lab => {
    await setSource(lab, 'float v = shared[tid * 4];');
    await mark(lab, '4 of 1 · 4-way').waitFor();
    for (const nothing of ['', '// nothing']) {
      await setSource(lab, nothing);
      await hasText(lab.locator('.sentence'), /No access to shared memory/);
      await mark(lab, '4 of 1 · 4-way').waitFor({ state: 'detached' });
      await setSource(lab, 'float v = shared[tid * 4];');
      await mark(lab, '4 of 1 · 4-way').waitFor();
    }
  }));

test('Reset brings the snippet back; undo brings back what was typed', () =>
  withLab('L2.1', async (lab, page) => {
    const source = () => lab.evaluate(element => (element as LabElement).source);
    const original = await source();
    await lab.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('float v = shared[tid * 3];');
    await mark(lab, '1 of 1').waitFor();
    await lab.getByRole('button', { name: 'Reset' }).click();
    assert.equal(await source(), original);
    await lab.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+z');
    assert.equal(await source(), 'float v = shared[tid * 3];');
  }));

for (const where of ['http', 'disk'] as const)
  test(`a link holds the edit (${where})`, () => {
    const address = where === 'http' ? url : `${fromDisk}exercises.html`;
    return withLab(
      'L2.1',
      async (lab, page) => {
        const text = 'float v = shared[tid * 6]; // größer 🏦';
        await setSource(lab, text);
        await lab.getByRole('button', { name: 'Share' }).click();
        await lab.getByRole('button', { name: 'Copy link' }).click();
        await page.waitForFunction(() => location.hash.startsWith('#v2.'));
        const link = page.url();
        await page.goto('about:blank');
        await page.goto(link);
        const again = page.locator('bank-lab[id="L2.1-lab"]');
        await again.evaluate(element => element.removeAttribute('veiled'));
        await mark(again, '2 of 1 · 2-way').waitFor();
        assert.equal(await again.evaluate(element => (element as LabElement).source), text);
      },
      {},
      address,
    );
  });

test('a result is announced once the reader pauses', () =>
  withLab('L2.1', async lab => {
    await setSource(lab, 'float v = shared[tid * 16];');
    await hasText(lab.getByRole('status'), /16 wavefronts, ideal 1/);
  }));

test('on a phone the figure is turned: banks as rows, every text 11 px or more, steps by finger', () =>
  withLab(
    'L2.1',
    async lab => {
      await setSource(lab, 'float v = shared[tid * 8];');
      await lab.locator('svg.bank-figure.tall').waitFor();
      await lab.getByRole('button', { name: 'next wavefront' }).tap();
      assert.deepEqual(await strongLanes(lab), [0, 1, 2, 3]);
      await lab.locator('.hit[data-lane="17"]').tap();
      await hasText(lab.locator('.lane-detail'), /^lane 17 /);
      const smallest = await lab.locator('svg text').evaluateAll(texts =>
        Math.min(
          ...texts.map(text => {
            const scale = (text as SVGTextElement).getScreenCTM()!.d;
            return Number.parseFloat(getComputedStyle(text).fontSize) * scale;
          }),
        ),
      );
      assert.ok(smallest >= 11, `${smallest}`);
    },
    { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  ));

const brotli = (path: string) => brotliCompressSync(readFileSync(path)).length;

test('before the editor the page asks for at most 40 kB of scripts beside the engine’s', () => {
  const size = ['boot.js', 'banklab.js', 'reader.js']
    .map(name => brotli(join(siteFolder, 'assets', name)))
    .reduce((a, b) => a + b);
  const engine = brotli('../build/wasm/banklab.js');
  assert.ok(size - engine <= 40_000, `${size - engine} bytes`);
});

test('the element’s script is at most 60 kB', () => {
  const size = brotli(join(siteFolder, 'assets/banklab.js'));
  assert.ok(size <= 60_000, `${size} bytes`);
});

test('where the page holds the figure, a lab waits for the reader’s first move', async () => {
  const { page, close } = await visit(`${await serve()}strides.html`, {}, async page => {
    // Nobody is there: what the other tests do at once does not happen.
    await page.addInitScript(() => {
      addEventListener('pointermove', event => event.isTrusted || event.stopImmediatePropagation(), true);
    });
  });
  const lab = page.locator('bank-lab').first();
  await page.waitForFunction(() => customElements.get('bank-lab'));
  await page.waitForTimeout(500);
  assert.equal(await lab.locator('.lab').count(), 0);
  assert.ok((await lab.locator('svg.bank-figure:visible').count()) > 0);
  await page.mouse.move(200, 200);
  await lab.locator('.lab .sentence').waitFor();
  await close();
});
