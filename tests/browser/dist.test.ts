// What is handed out: the same bytes from two builds, and a book that works from the disk.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { axe } from './axe.ts';
import { answerL21, on, siteFolder, takesLong, visit } from './harness.ts';

/** For what takes half a minute, and seldom breaks alone. */
const long: (name: string, run: () => Promise<void>) => void = takesLong ? test : () => {};

const folder = resolve('../build/tests/dist');

/** Builds the book and packs all, as in another place and time; gives the folder of what came out. */
function make(name: string, zone: string, mask: string): string {
  const site = join(folder, name, 'site');
  const out = join(folder, name, 'out');
  const steps = [
    `umask ${mask}`,
    `"${process.execPath}" tools/run.mjs site/build.ts "${site}"`,
    `"${process.execPath}" tools/bundle.mjs "${site}/assets"`,
    `"${process.execPath}" tools/offline.mjs "${site}"`,
  ];
  const shell = (script: string) => {
    const { status, stderr } = spawnSync('sh', ['-c', script], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
  };
  shell(steps.join(' && '));
  for (const file of readdirSync(site)) utimesSync(join(site, file), new Date(), new Date(2001, 1, 1));
  shell(`umask ${mask} && "${process.execPath}" tools/dist.mjs "${out}" "${site}"`);
  shell(`umask ${mask} && "${process.execPath}" tools/run.mjs site/single.ts "${out}" "${site}"`);
  return out;
}

let out = '';
before(() => {
  rmSync(folder, { recursive: true, force: true });
  out = make('one', 'UTC', '022');
});

long('two builds give the same bytes, whatever the clock, the zone and the mask', async () => {
  const again = make('two', 'Pacific/Auckland', '077');
  const names = ['banklab-book.html', 'banklab-book.zip', 'banklab-embed.tgz'];
  assert.deepEqual(readdirSync(out).sort(), names);
  for (const name of names) {
    const [one, two] = [out, again].map(place => readFileSync(join(place, name)));
    assert.ok(one!.equals(two!), `${name} differs: ${one!.length} and ${two!.length} bytes`);
  }
});

test('the book out of the zip works from the disk', async () => {
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(join(out, 'banklab-book.zip'))))) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  await on(pathToFileURL(join(folder, 'banklab-book/index.html')).href, async page => {
    await page.getByRole('main').getByRole('link', { name: 'Exercises on bank conflicts' }).click();
    const lab = page.locator('bank-lab[id="L2.1-lab"]');
    await lab.scrollIntoViewIfNeeded();
    await lab.getByRole('button', { name: 'Show me' }).click();
    await lab.getByText('8 of 1 · 8-way', { exact: true }).waitFor();
  });
});

/** The book in one file, alone in a folder. */
function alone(): string {
  const place = join(folder, 'attachment', 'notes (1).html');
  mkdirSync(dirname(place), { recursive: true });
  copyFileSync(join(out, 'banklab-book.html'), place);
  return pathToFileURL(place).href;
}

test('the book in one file: from the front to an exercise by its link, an answer, an edit that needs the whole engine', () =>
  on(alone(), async page => {
    const requests: string[] = [];
    page.on('request', request => requests.push(request.url()));
    await page.getByRole('main').getByRole('link', { name: 'Exercises on bank conflicts' }).click();
    assert.match(page.url(), /#exercises$/);
    assert.ok(await page.locator('#exercises').isVisible());
    const { lab } = await answerL21(page);
    const editor = lab.locator('.cm-content');
    await editor.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('#include <algorithm>\nfloat v = shared[std::min(tid, 7) * 32];');
    await lab.getByText('8 of 1 · 8-way', { exact: true }).first().waitFor();
    await lab.getByRole('button', { name: 'Share', exact: true }).click();
    assert.ok(await lab.getByRole('button', { name: 'Copy link' }).isVisible());
    // There is no page beside this one that a frame could show.
    assert.ok(await lab.getByRole('button', { name: 'Copy frame', includeHidden: true }).isHidden());
    assert.deepEqual(
      requests.filter(url => !/^(blob|data):/.test(url)),
      [],
    );
  }));

test('the book in one file finds places in itself', () =>
  on(alone(), async page => {
    await page.keyboard.press('/');
    await page.keyboard.type('transpose tile');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#L5\.2$/);
  }));

test('the book in one file: every link leads to a place in it, no id stands twice', () =>
  on(alone(), async page => {
    const { ids, links } = await page.evaluate(() => ({
      ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
      links: [...document.querySelectorAll('a')].map(link => link.getAttribute('href') ?? ''),
    }));
    assert.deepEqual(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
    );
    assert.ok(links.length > 20);
    assert.deepEqual(
      links.filter(link => !ids.includes(decodeURIComponent(link.replace(/^#/, '')))),
      [],
    );
  }));

test('the book in one file is whole without JavaScript', () =>
  on(
    alone(),
    async page => {
      const pages = readdirSync(siteFolder).filter(file => file.endsWith('.html'));
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), pages.length);
      assert.ok((await page.locator('bank-lab:not([veiled]) svg.bank-figure:visible').count()) > 0);
      assert.equal(await page.locator('button:visible, input:visible').count(), 0);
    },
    { javaScriptEnabled: false },
  ));

long('the book in one file works where a page has no address: in a frame of a mail reader', async () => {
  const { page, clean, close } = await visit('about:blank');
  await page.evaluate(
    html => {
      const frame = document.createElement('iframe');
      frame.srcdoc = html;
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.style.cssText = 'width: 100%; height: 800px';
      document.body.replaceChildren(frame);
    },
    readFileSync(join(out, 'banklab-book.html'), 'utf8'),
  );
  const lab = page.frameLocator('iframe').locator('#first-lab');
  await lab.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('float v = shared[tid * 6];');
  await lab.getByText('2 of 1 · 2-way', { exact: true }).first().waitFor();
  await clean();
  await close();
});

for (const width of [1440, 360])
  long(`the book in one file at ${width} px: nothing is wider than the screen, axe finds nothing`, () =>
    on(
      alone(),
      async page => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} px too wide`);
        // Two chapters, since each is looked into as a page; laid out whole, since places that move as axe scrolls mislead it.
        await page.evaluate(() => {
          for (const [i, chapter] of document.querySelectorAll<HTMLElement>('.chapter').entries())
            if (i < 2) chapter.style.contentVisibility = 'visible';
            else chapter.remove();
          for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'))
            if (!document.getElementById(decodeURIComponent(link.hash.slice(1)))) link.remove();
        });
        assert.deepEqual(await axe(page, 4), []);
      },
      { viewport: { width, height: 900 }, reducedMotion: 'reduce' },
    ),
  );
