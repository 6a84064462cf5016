// ::measurements — the measured requests: a summary by instruction, and the explorer that its script makes of it.
import { highlight } from '../lab/highlight.ts';
import { requestText } from '../rows/pack.ts';
import type { Directive } from './directives.ts';
import type { Hardware } from './hardware.ts';
import type { Context } from './markup.ts';
import { ContentError } from './problems.ts';

export function measurements({ place }: Directive, context: Context, hardware: Hardware | undefined): string {
  if (!hardware?.rows.length) throw new ContentError('no measurements are known here', place);
  const words = context.say.rows;
  context.script('rows');
  const { rows, ops } = hardware;
  const lines = ops.map(({ name }) => {
    const ours = rows.filter(({ op }) => op === name);
    const counts = ours.map(({ measured }) => measured);
    const agree = ours.filter(({ measured, predicted }) => measured === predicted).length;
    return `<tr><th scope="row"><code>${name}</code></th><td class="right">${ours.length}</td><td class="right">${words.span(Math.min(...counts), Math.max(...counts))}</td><td class="right">${agree}</td></tr>`;
  });
  const { op, rows: count, range, agree } = words.columns;
  const first = rows.find(row => row.op === 'ld.b32' && row.measured === 8) ?? rows[0]!;
  return `<details class="ops"><summary>${words.table}</summary>
<div class="table" tabindex="0" role="group" aria-label="${words.table}"><table>
<thead><tr><th scope="col">${op}</th><th scope="col" class="right">${count}</th><th scope="col" class="right">${range}</th><th scope="col" class="right">${agree}</th></tr></thead>
<tbody>${lines.join('\n')}</tbody>
</table></div></details>
<div class="explorer" role="group" aria-label="${words.explore}" hidden>
<div class="loader"><p>${words.exploreIntro(rows.length)}</p><button type="button">${words.load(rows.length)}</button> <span role="status"></span></div>
<div class="explored" hidden>
<div class="filters">
<label><span>${words.op}</span> <select name="op"></select></label>
<label><span>${words.lanes}</span> <select name="lanes"><option value="any">${words.anyLanes}</option><option value="full">${words.full}</option><option value="partial">${words.partial}</option></select></label>
<label><span>${words.order}</span> <select name="order"><option value="file">${words.asMeasured}</option><option value="dear">${words.dearest}</option></select></label>
<button type="button" class="check">${words.check}</button>
</div>
<p class="found" role="status"></p>
<div class="scatter"></div>
<div class="table rows" tabindex="0" role="group" aria-label="${words.rowsName}"></div>
<div class="pages"><button type="button" class="previous">${words.previous}</button> <span class="range"></span> <button type="button" class="next">${words.next}</button></div>
<bank-lab id="row-lab" label="${words.figure}"><pre><code>${highlight(requestText(first).trimEnd())}</code></pre></bank-lab>
</div>
</div>
`;
}
