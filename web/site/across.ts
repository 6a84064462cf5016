// ::machines NAME — a snippet, and what it costs on every machine that the model knows. In the page the table follows the lab.

import { costOf } from '../across/cost.ts';
import type { MachineInfo } from '../engine/report.ts';
import type { Directive } from './directives.ts';
import { lab } from './figures.ts';
import { fixedSettings, noSlider, parseWhere } from './live.ts';
import { type Context, escapeHtml } from './markup.ts';
import { ContentError } from './problems.ts';

export function across(directive: Directive, context: Context, machines: MachineInfo[]): string {
  const { place, argument } = directive;
  if (!machines.length) throw new ContentError('no machine is known here', place);
  const words = context.say.across;
  context.script('across');
  const where = parseWhere(argument.split(' | ')[0]!, context.snippet, place);
  noSlider(where, place);
  const settings = fixedSettings(where, place);
  const html = lab(directive, context);
  // One of NVIDIA's stands for all that have its rules.
  const kinds = machines.filter(({ id }) => !/^sm_\d+$/.test(id) || id === 'sm_90');
  const rows = kinds.map(({ id, title, lanes, banks, bankBytes, evidence }) => {
    const report = context.live.snippets.report(where.snippet, settings, place, id);
    const { wavefronts, ideal, degree } = costOf(report);
    const told = id === 'sm_90' ? words.measuredHere : words[evidence as 'measured' | 'documented'];
    const number = (name: string, text: string | number): string => `<td class="right ${name}">${text}</td>`;
    return `<tr data-machine="${id}"><th scope="row">${id}</th>${number('wavefronts', wavefronts)}${number('ideal', ideal)}${number('degree', degree)}<td>${escapeHtml(words.chips[id] ?? title)}</td>${number('lanes', lanes)}${number('banks', `${banks} × ${bankBytes}`)}<td>${told}</td></tr>`;
  });
  const names = Object.entries(words.columns).map(
    ([name, text]) =>
      `<th scope="col"${/machine|chip|evidence/.test(name) ? '' : ' class="right"'}>${text}</th>`,
  );
  return `<div class="across">
${html}<div class="table" tabindex="0" role="group" aria-label="${words.table}"><table>
<thead><tr>${names.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>
</div>
`;
}
