// What readers do, the same in every browser. A lab is named by a selector; inside of it all is found in its shadow tree.
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startServer, strictPolicy } from '../../web/site/server.ts';
import { hostFolder, lab, page, stride } from '../browser/hosts.ts';
import type { Tab } from './tab.ts';

const faults = `addEventListener('error', ({ message }) => faults.push(message));
addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => faults.push(violatedDirective + ' ' + blockedURI));
globalThis.faults = [];
`;
const nested = `customElements.define('x-card', class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '<bank-lab loading="eager"><pre><code>${stride(2)}</code></pre></bank-lab>';
  }
});`;
const head = '<script src="faults.js"></script>';

/** The pages of other people's that the journeys go through. */
export const folder = (): string =>
  hostFolder('browsers', {
    'faults.js': faults,
    'nested.js': nested,
    'notes.html': page(
      `<p>A cost of <bank-lab id="badge" view="badge"><code>${stride(32)}</code></bank-lab> here.</p>
${lab(stride(32), 'id="own"')}${lab('float v = shared[tid * s];', 'id="knob"')}<button id="after">After</button>`,
      head,
    ),
    'nested.html': page('<x-card></x-card>', `${head}<script src="nested.js" defer></script>`),
    'frame.html': page(
      '<iframe src="assets/embed.html#v2..g5D4PR-Th-auSmR3gR1uCFSE7sGYPIRzCHgsJg_ddQA" width="800" height="700"></iframe>',
      head,
    ),
  });

/** The elements that `selector` finds in the shadow tree of a lab, as an expression. */
const inside = (of: string, selector: string) =>
  `[...${root(of)}.querySelectorAll(${JSON.stringify(selector)})]`;
/** A lab's shadow root; 'x-card bank-lab' goes through that of x-card. */
const root = (of: string) =>
  of
    .split(' ')
    .reduce((at, each) => `${at}.querySelector(${JSON.stringify(each)})?.shadowRoot`, 'document')
    .replace(/$/, '?? document.createElement("i"))')
    .replace(/^/, '(');

/** Asks until the answer is true; ten seconds at most. */
async function until(tab: Tab, what: string, expression: string): Promise<void> {
  for (const end = Date.now() + 15_000; ; await new Promise(go => setTimeout(go, 50))) {
    if (await tab.evaluate(`Boolean(${expression})`)) return;
    if (Date.now() > end) assert.fail(`not to be seen: ${what}: ${expression}`);
  }
}

const shows = (tab: Tab, of: string, selector: string, text: string) =>
  until(
    tab,
    `${selector} with ${text}`,
    `${inside(of, selector)}.some(each => each.textContent.includes(${JSON.stringify(text)}) && each.getClientRects().length)`,
  );

/** Clicks in the middle of an element of a lab. */
async function click(tab: Tab, of: string, selector: string): Promise<void> {
  await until(tab, selector, `${inside(of, selector)}.length`);
  const [x, y] = (await tab.evaluate(`(async () => {
    const [found] = ${inside(of, selector)};
    found.scrollIntoView({ block: 'center' });
    await new Promise(go => requestAnimationFrame(() => setTimeout(go)));
    const { left, top, width, height } = found.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  })()`)) as [number, number];
  await tab.click(x, y);
}

const sourceOf = (tab: Tab, of: string) => tab.evaluate(`${root(of)}.host.source`);

/** Puts another source in place of a lab's, as a reader does. */
async function retype(tab: Tab, of: string, text: string): Promise<void> {
  await click(tab, of, '.cm-content');
  await until(tab, 'focus in the editor', `${root(of)}.activeElement?.matches('.cm-content')`);
  await tab.press('a', 'Control');
  await tab.type(text);
  assert.equal(await sourceOf(tab, of), text);
}

const nothingWrong = async (tab: Tab) => assert.deepEqual(await tab.evaluate('globalThis.faults'), []);

/** What serves the pages while the journeys last: other people's, and the book on a host that can go away. */
export interface Places {
  notes: string;
  book: { url: string; goAway(): Promise<void> };
  disk: string;
}

export async function places(name: string): Promise<Places & { close(): Promise<void> }> {
  const notes = folder();
  const copy = resolve('../build/tests/browsers', name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(resolve('../build/site'), copy, { recursive: true });
  const server = await startServer({ root: notes, policy: `${strictPolicy}; frame-src 'self'` });
  const host = await startServer({ root: copy, base: '/banks/', policy: strictPolicy });
  let gone = false;
  const goAway = async () => {
    if (!gone) await host.close();
    gone = true;
  };
  return {
    notes: server.url,
    disk: `${pathToFileURL(notes).href}/`,
    book: { url: host.url, goAway },
    close: async () => {
      await goAway();
      await server.close();
    },
  };
}

export const journeys: Record<string, (tab: Tab, places: Places) => Promise<void>> = {
  async 'a lab is seen, typed in, stepped through; Esc and Tab leave the editor'(tab, { notes }) {
    await tab.goto(`${notes}notes.html`);
    await shows(tab, '#own', '.mark', '32 of 1 · 32-way');
    await retype(tab, '#own', stride(4));
    await shows(tab, '#own', '.mark', '4 of 1 · 4-way');
    await shows(tab, '#own', '.sentence', '4 wavefronts');
    await tab.press('Tab');
    assert.notEqual(await sourceOf(tab, '#own'), stride(4), 'Tab indents');
    await tab.press('z', 'Control');
    await tab.press('Escape');
    await tab.press('Tab');
    await until(tab, 'focus beyond the editor', `!${root('#own')}.activeElement?.closest('.cm-editor')`);
    assert.equal(await sourceOf(tab, '#own'), stride(4));
    await click(tab, '#own', '.forth');
    await shows(tab, '#own', '.step', 'wavefront 1 of 4');
    await nothingWrong(tab);
  },
  async 'a selection is replaced and undone, in a shadow tree within another'(tab, { notes }) {
    const of = 'x-card bank-lab';
    await tab.goto(`${notes}nested.html`);
    await shows(tab, of, '.mark', '2 of 1 · 2-way');
    await click(tab, of, '.cm-content');
    await tab.press('End');
    await tab.press('ArrowLeft');
    await tab.press('ArrowLeft');
    await tab.press('ArrowLeft', 'Shift');
    await tab.type('16');
    assert.equal(await sourceOf(tab, of), stride(16));
    await shows(tab, of, '.mark', '16 of 1 · 16-way');
    // Typed slowly, it is two steps; there is nothing before them.
    await tab.press('z', 'Control');
    await tab.press('z', 'Control');
    await shows(tab, of, '.mark', '2 of 1 · 2-way');
    await nothingWrong(tab);
  },
  async 'a knob is turned'(tab, { notes }) {
    await tab.goto(`${notes}notes.html`);
    await tab.evaluate(`document.querySelector('#knob').scrollIntoView()`);
    await click(tab, '#knob', '.knob input[type=number]');
    await tab.press('a', 'Control');
    await tab.type('8');
    await shows(tab, '#knob', '.mark', '8 of 1 · 8-way');
    await nothingWrong(tab);
  },
  async 'a badge unfolds by keyboard'(tab, { notes }) {
    await tab.goto(`${notes}notes.html`);
    await shows(tab, '#badge', '.badge', '32-way');
    await tab.evaluate(`${root('#badge')}.querySelector('.badge').focus()`);
    await tab.press('Enter');
    await shows(tab, '#badge', '.mark', '32 of 1 · 32-way');
    await nothingWrong(tab);
  },
  async 'the lab follows a page that turns dark'(tab, { notes }) {
    await tab.goto(`${notes}notes.html`);
    await shows(tab, '#own', '.mark', '32-way');
    const paper = `getComputedStyle(${root('#own')}.querySelector('.card')).backgroundColor`;
    assert.equal(await tab.evaluate(paper), 'rgb(255, 255, 255)');
    await tab.evaluate(`void (document.body.style.backgroundColor = '#14181c')`);
    await until(tab, 'dark paper', `${paper} === 'rgb(26, 31, 36)'`);
    await nothingWrong(tab);
  },
  async 'from the disk a lab works as over http'(tab, { disk }) {
    await tab.goto(`${disk}notes.html`);
    await shows(tab, '#own', '.mark', '32 of 1 · 32-way');
    await retype(tab, '#own', stride(8));
    await shows(tab, '#own', '.mark', '8 of 1 · 8-way');
    await nothingWrong(tab);
  },
  async 'a link brings back what was typed'(tab, { notes }) {
    await tab.goto(`${notes}notes.html`);
    await shows(tab, '#own', '.mark', '32-way');
    await retype(tab, '#own', stride(6));
    await click(tab, '#own', '.show-share');
    await click(tab, '#own', '.copy-link');
    await until(tab, 'the link in the address', `location.hash.startsWith('#v2.own.')`);
    const link = (await tab.evaluate('location.href')) as string;
    await tab.goto(`${notes}frame.html`);
    await tab.goto(link);
    await shows(tab, '#own', '.mark', '2 of 1 · 2-way');
    assert.equal(await sourceOf(tab, '#own'), stride(6));
    await nothingWrong(tab);
  },
  async 'a lab in a frame'(tab, { notes }) {
    await tab.goto(`${notes}frame.html`);
    await until(
      tab,
      'a mark in the frame',
      `document.querySelector('iframe').contentDocument?.querySelector('bank-lab')?.shadowRoot?.querySelector('.mark')?.textContent.includes('32')`,
    );
    await nothingWrong(tab);
  },
  async 'the book is read and worked in when its host is gone'(tab, { book }) {
    await tab.goto(`${book.url}index.html`);
    await until(tab, 'the edition kept', `navigator.serviceWorker.controller`);
    await book.goAway();
    await tab.goto(`${book.url}exercises.html`);
    await tab.evaluate(`void document.getElementById('L2.1-lab').removeAttribute('veiled')`);
    const of = '[id="L2.1-lab"]';
    await tab.evaluate(`document.getElementById('L2.1-lab').scrollIntoView()`);
    await retype(tab, of, stride(16));
    await shows(tab, of, '.mark', '16 of 1 · 16-way');
  },
};
