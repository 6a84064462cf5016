// What the tests of embedded labs share: pages as authors write them, and labs in them.
import type { Locator, Page } from 'playwright-core';
import { lab, page, stride } from './hosts.ts';

export type Report = { totals: { wavefronts: number } };
export type LabElement = HTMLElement & {
  source: string;
  knobs: Record<string, number>;
  report(): Promise<Report | undefined>;
  figure(type: 'svg' | 'png'): Promise<Blob>;
};

/** The ways in which a lab comes by its code. */
export const kinds = page(
  `${lab(stride(32), 'id="own"')}
<div class="highlight"><pre><code class="language-cuda">${stride(8)}</code></pre></div>
<bank-lab id="behind"></bank-lab>
<pre id="there"><code>${stride(4)}</code></pre>
<p>Text between.</p>
<bank-lab id="pointing" for="#there"></bank-lab>
<table class="highlighttable"><tr><td><pre>1\n2</pre></td><td><pre><span class="linenos">1</span>int s = 2;
<span class="linenos">2</span>float v = shared[tid * s];
</pre></td></tr></table>
<bank-lab id="numbered"></bank-lab>
<pre><code><span class="token-line">int s = 16;<br></span><span class="token-line">float v = shared[tid * s];<br></span></code></pre>
<bank-lab id="broken"></bank-lab>
<pre><code>${stride(2)}</code></pre>
<p><bank-lab id="paragraph"></bank-lab></p>
<pre id="plain">float v = shared[tid * stride];</pre>
<bank-lab id="knobs" knobs='{"stride": {"value": 64, "min": 1, "max": 80}}'></bank-lab>`,
);

/** Each view of a lab. */
export const views = page(
  `<p>The naive kernel has a <bank-lab id="badge" view="badge"><code>${stride(32)}</code></bank-lab> conflict here.</p>
<table><tr><th>padded</th><td><bank-lab id="cell" view="badge" for="padded"></bank-lab></td></tr></table>
<pre id="padded" tabindex="0"><code>${stride(33)}</code></pre>
${lab(stride(8), 'id="figure" view="figure"')}
${lab(stride(8), 'id="editor" view="editor" label="source of the second"')}
${lab(stride(8), 'id="readonly" readonly label="source of the third"')}
<bank-lab id="slots" label="source of the fourth"><h2 slot="title">A title</h2><pre><code>${stride(8)}</code></pre><p slot="note">A note.</p></bank-lab>`,
);

export const at = (page: Page, id: string): Locator => page.locator(`bank-lab[id="${id}"]`);
export const mark = (of: Locator, text: string): Locator =>
  of.locator('.code .mark').getByText(text, { exact: true });

/** Scrolls to a lab and waits for its verdict. */
export async function ready(page: Page, id: string): Promise<Locator> {
  const found = at(page, id);
  await found.evaluate(element => element.scrollIntoView({ block: 'center' }));
  await found.locator('.sentence .verdict').waitFor({ state: 'attached' });
  return found;
}
