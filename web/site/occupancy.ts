// ::occupancy threads = 256, bytes = 24576, padding = 256, on = sm_86 | caption — the calculator of blocks on a
// multiprocessor. Without script it is a drawing and a table for these values.
import type { Multiprocessor } from '../engine/report.ts';
import { chart } from '../occupancy/chart.ts';
import { sentence, table } from '../occupancy/table.ts';
import type { Directive } from './directives.ts';
import { titled } from './figures.ts';
import { type Context, escapeHtml } from './markup.ts';
import { ContentError } from './problems.ts';

export function calculator(directive: Directive, context: Context, all: Multiprocessor[]): string {
  const { place } = directive;
  const { argument, title } = titled(directive, context);
  const given = new Map(
    argument.split(',').map(each => each.split('=').map(part => part.trim()) as [string, string]),
  );
  const number = (name: string) => {
    const value = Number(given.get(name) || Number.NaN);
    if (!Number.isInteger(value) || value < 0)
      throw new ContentError(
        `write threads, bytes and padding, each with a number; '${name}' has none`,
        place,
      );
    return value;
  };
  const launch = { threads: number('threads'), bytes: number('bytes'), padding: number('padding') };
  const of = all.find(({ id }) => id === given.get('on'));
  if (!of) throw new ContentError(`on which? write on = one of ${all.map(({ id }) => id).join(', ')}`, place);
  context.script('occupancy');
  const say = context.say.occupancy;
  const data = (value: unknown) => escapeHtml(JSON.stringify(value));
  return `${title(context.unique('occupancy'))}<figure class="plate occupancy" data-on="${of.id}" data-launch="${data(launch)}" data-multiprocessors="${data(all)}">
<p class="said" role="status">${escapeHtml(sentence(of, launch, say))}</p>
<div class="chart">
${chart(of, launch, say)}
</div>
<div class="table" tabindex="0" role="group" aria-label="${say.table}">${table(all, launch, of.id, say)}</div>
<figcaption>${say.caption}</figcaption>
</figure>
`;
}
