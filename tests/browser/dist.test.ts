// What is handed out: the same bytes from two builds, and a book that works from the disk.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { on } from './harness.ts';

const folder = resolve('../build/tests/dist');

/** Builds the book and packs all, as in another place and time; gives the folder of what came out. */
function make(name: string, zone: string, mask: string): string {
  const site = join(folder, name, 'site');
  const out = join(folder, name, 'out');
  const steps = [
    `umask ${mask}`,
    `"${process.execPath}" tools/run.mjs site/build.ts "${site}"`,
    `"${process.execPath}" tools/bundle.mjs "${site}/assets"`,
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
  return out;
}

let out = '';
before(() => {
  rmSync(folder, { recursive: true, force: true });
  out = make('one', 'UTC', '022');
});

test('two builds give the same bytes, whatever the clock, the zone and the mask', () => {
  const again = make('two', 'Pacific/Auckland', '077');
  const names = ['banklab-book.zip', 'banklab-embed.tgz'];
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
