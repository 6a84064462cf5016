// ::practice — exercises without end: what the page's script fills, and an exercise of each kind for readers without script.
// ::progress — what is kept of the reader, by the same script.
import { highlight } from '../lab/highlight.ts';
import { type Instance, instanceOf } from '../practice/instance.ts';
import { kinds, mostLevel } from '../practice/task.ts';
import { questionOf, solutionOf } from '../practice/text.ts';
import type { Directive } from './directives.ts';
import type { Analyze } from './engine.ts';
import { drawn } from './figures.ts';
import type { Context } from './markup.ts';

/** An exercise with its figures and its solution. */
function example(instance: Instance, analyze: Analyze, { say }: Context): string {
  const { kind, level, code, choice } = instance;
  const best = choice && {
    [choice.knob]: choice.options.find(({ accesses }) => accesses === instance.accesses)!.value,
  };
  const report = analyze(code, best ? { set: best } : {}).reports[0]!;
  const id = `practice-${kind}`;
  const options = choice?.options.map(
    ({ value }) => `<code>${say.practice.option(choice.knob, value)}</code>`,
  );
  return `<section class="example" aria-labelledby="${id}">
<p class="level"><span id="${id}">${say.practice.kinds[kind]}, ${say.practice.level(level, mostLevel)}</span></p>
<h3>${questionOf(instance, say)}</h3>
<pre class="code" tabindex="0"><code>${highlight(code.trimEnd())}</code></pre>
${options ? `<p>${options.join(', ')}</p>\n` : ''}<details class="solution">
<summary>${say.site.solution}</summary>
${solutionOf(instance, say)}
<div class="still">${drawn({ report, sites: report.sites.map((_, i) => i), id }, say)}</div>
</details>
</section>
`;
}

export function practice(_directive: Directive, context: Context): string {
  context.script('practice');
  const { analyze } = context.live.snippets;
  const examples = kinds.map(kind => example(instanceOf({ kind, level: 2, seed: 1 }), analyze, context));
  return `<div class="practice">
<div class="kinds" role="group" aria-label="${context.say.practice.kind}"></div>
<section class="drawn" aria-label="${context.say.practice.exercise}"></section>
<p class="standing" role="status"></p>
<div class="examples">
${examples.join('')}</div>
</div>
`;
}

export function progress(_directive: Directive, context: Context): string {
  context.script('practice');
  return '<div class="kept"></div>\n';
}
