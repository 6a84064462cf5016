// The interface speaks the language of the page or of the element, and holds no word that is not from the language's own file.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { encodeState } from '../../web/lab/link.ts';
import { axe } from './axe.ts';
import { on, serve, visit } from './harness.ts';
import { hostFolder, lab, page, stride } from './hosts.ts';

type LabElement = HTMLElement & { source: string; report(): Promise<unknown> };

const transpose = `__global__ void transpose(float* out, const float* in) {
  __shared__ float tile[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  tile[ty][tx] = in[ty * 32 + tx];
  __syncthreads();
  out[ty * 32 + tx] = tile[tx][ty];
}
void host(float* a, float* b) { transpose&lt;&lt;&lt;1, dim3(32, 32)>>>(a, b); transpose&lt;&lt;&lt;2, 32>>>(b, a); }`;

let url = '';
before(async () => {
  const german = (html: string): string => html.replace('<html lang="en">', '<html lang="de-AT">');
  const folder = hostFolder('language', {
    'german.html': german(page(lab(transpose, 'id="own"'))),
    'mixed.html': page(lab(stride(8), 'id="own"') + lab('float v = shared[tid * s];', 'id="de" lang="de"')),
  });
  const without = hostFolder('language-without', {
    'german.html': german(page(lab(stride(8), 'id="own"'))),
  });
  rmSync(join(without, 'assets/banklab.de.js'));
  url = await serve({ root: join(folder, '..') });
});

const at = (where: Page, id: string): Locator => where.locator(`#${id}`);
const scripts = (where: Page): Promise<string[]> =>
  where.evaluate(() => [...document.scripts].map(({ src }) => src.split('/').pop()!));

/** What a lab says: texts, and names for screen readers, but for code and for what is marked as English. */
const saidIn = (own: Locator): Promise<string[]> =>
  own.evaluate(element => {
    const said: string[] = [];
    const note = (text: string | null): void => {
      if (text && /[a-z]{2}/i.test(text)) said.push(text.trim());
    };
    const walk = (node: Node): void => {
      if (node.nodeType === Node.TEXT_NODE) note(node.nodeValue);
      if (!(node instanceof Element)) return;
      if (node.matches('code, pre, .cm-editor, [lang="en"], slot, option')) return;
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
        note(node.getAttribute(name));
      for (const child of node.childNodes) walk(child);
    };
    for (const node of element.shadowRoot!.childNodes) walk(node);
    return said;
  });

test('a page in German has a German lab, in which no word is from elsewhere', () =>
  on(`${url}language/german.html`, async where => {
    // A lab brings them, and soon is not at once.
    await where.waitForFunction(() => globalThis.bankLabMessages?.de);
    // Each message in marks: what stands outside of them is not from the file.
    await where.evaluate(() => {
      const marked = (value: unknown): unknown => {
        if (typeof value === 'string') return `⟦${value}⟧`;
        if (typeof value === 'function') return (...given: unknown[]) => marked(value(...given));
        if (Array.isArray(value)) return value.map(marked);
        if (typeof value !== 'object' || !value) return value;
        return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, marked(each)]));
      };
      const messages = globalThis.bankLabMessages!.de!;
      Object.assign(globalThis.bankLabMessages!, {
        de: { ...(marked(messages) as typeof messages), language: 'de' },
      });
      const old = document.querySelector('#own')!;
      old.replaceWith(old.cloneNode(true));
    });
    const own = at(where, 'own');
    await own.locator('.sentence .verdict').waitFor();
    await own.locator('.cm-content').waitFor();
    assert.equal(await own.locator('.lab').getAttribute('lang'), 'de');
    for (const room of ['.show-table', '.show-share', '.why summary', '.play', '.show-mend', '.copy-link'])
      await own.locator(room).click();
    await own.locator('.mend .fix').first().click();
    await own.locator('.mend-figure svg').waitFor();
    await own.locator('.mend details').first().waitFor();
    await own.evaluate(element => {
      const other = element as LabElement;
      other.source = other.source.replace('float tile', 'unknown tile');
    });
    await own.locator('.diagnostics li').first().waitFor();
    const said = await saidIn(own);
    assert.ok(said.length > 100, `${said.length}`);
    const outside = said.flatMap(text => {
      let rest = text;
      for (let last = ''; last !== rest; ) {
        last = rest;
        rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '');
      }
      // What is left are names of the source: of its arrays, its accesses and its lines of code.
      return /[a-z]{2}/i.test(rest.replace(/\b(tile|out|in)\b|\[[^\]]*\]/g, '')) ? [text] : [];
    });
    assert.deepEqual(outside, []);
  }));

test('a lab may speak another language than the page, and change it; what was typed stays', () =>
  on(`${url}language/mixed.html`, async where => {
    const [own, other] = [at(where, 'own'), at(where, 'de')];
    await own.getByRole('button', { name: 'Share' }).waitFor();
    await other.getByRole('button', { name: 'Teilen' }).waitFor();
    await other
      .locator('.sentence')
      .getByText('weniger geht nicht')
      .or(other.getByText('Benachbarte'))
      .first()
      .waitFor();
    await other.getByRole('spinbutton', { name: 's, als Zahl' }).fill('16');
    await other.getByText('16 statt 1 · 16-fach', { exact: true }).first().waitFor();
    assert.deepEqual(await axe(where), []);
    await other.evaluate(element => {
      (element as LabElement).lang = 'en';
    });
    await other.getByRole('button', { name: 'Share' }).waitFor();
    await other.getByText('16 of 1 · 16-way', { exact: true }).first().waitFor();
    await where.evaluate(() => {
      document.documentElement.lang = 'de';
    });
    await own.getByRole('button', { name: 'Teilen' }).waitFor();
    await own.evaluate(element => (element as LabElement).report());
    assert.equal(await own.locator('.card').count(), 1);
  }));

test('German is loaded only where it is to be spoken', () =>
  on(`${url}language/mixed.html`, async where => {
    await at(where, 'own').locator('.sentence .verdict').waitFor();
    await at(where, 'de').getByRole('button', { name: 'Teilen' }).waitFor();
    assert.ok((await scripts(where)).includes('banklab.de.js'));
    await where.goto(
      `${url}language/assets/embed.html${encodeState({ lab: '', source: stride(4), knobs: {}, attributes: {} })}`,
    );
    await where.locator('bank-lab .sentence .verdict').waitFor();
    assert.ok(!(await scripts(where)).includes('banklab.de.js'));
    await where.goto(`${url}language/assets/embed.html?lang=de#v2.`);
    await where.getByText('In dieser Adresse steht kein Labor').waitFor();
  }));

test('where the script of the language is missing, the lab speaks English and says so', async () => {
  const { page: where, close } = await visit(`${url}language-without/german.html`);
  try {
    await at(where, 'own').getByRole('button', { name: 'Share' }).waitFor();
    await at(where, 'own').locator('.sentence').getByText('8 wavefronts').waitFor();
    assert.equal(await at(where, 'own').locator('.lab').getAttribute('lang'), 'en');
  } finally {
    await close();
  }
});
