// :::exercise ID TITLE — questions, then after a line of dashes the prompt with its snippet and the worked solution.
// Data: `ask`, a list of questions (questions.ts), and `facts`, expressions that must hold.
import { type Data, readData } from './data.ts';
import { type Directive, splitData } from './directives.ts';
import { type Context, escapeHtml, render, renderInline } from './markup.ts';
import { ContentError } from './problems.ts';
import { question } from './questions.ts';

function answerForm(id: string, data: Data, context: Context): string {
  const { ask, facts } = data.fields('ask', 'facts');
  for (const fact of facts?.items() ?? [])
    context.problems.attempt(() => context.live.check(fact.text(), context.snippet, fact.place), undefined);
  if (!ask) data.fail(`exercise ${id} asks nothing; give it 'ask'`);
  const questions = ask
    .items()
    .map((each, i) => context.problems.attempt(() => question(`${id}-${i + 1}`, each, context), ''));
  return `<form class="answer" data-exercise="${id}" aria-label="Your answer to ${id}" novalidate>
${questions.join('\n')}
<button type="submit">Check</button>
<div class="feedback" role="status"></div>
</form>
`;
}

/** The HTML of an exercise. Its form stands before its first snippet, or where it has none, before the solution. */
export function exercise(directive: Directive, context: Context): string {
  const match = /^([\w.-]+)\s+(.+)$/.exec(directive.argument);
  if (!match) throw new ContentError("write ':::exercise ID TITLE'", directive.place);
  const id = match[1]!;
  const level = context.headings.filter(heading => heading.level === 2).at(-1)?.text ?? '';
  const title = renderInline(match[2]!, { ...context, line: directive.place.line });
  context.headings.push({ level: 3, id, text: `<span class="id">${id}</span> ${title}`, exercise: true });

  const { data, text, textPlace } = splitData(directive);
  const inside: Context = { ...context, snippet: id, veil: [], headings: [] };
  let form = context.problems.attempt(
    () => answerForm(id, readData(data, `exercise ${id}`, directive.bodyPlace), inside),
    '',
  );
  let solved = false;
  const body = render(text, {
    ...inside,
    line: textPlace.line,
    directive(each, within) {
      const before = each.name === 'lab' || each.name === 'solution' ? form : '';
      if (before) form = '';
      solved ||= each.name === 'solution';
      return before + context.directive(each, within);
    },
  });
  if (!solved) context.problems.add(`exercise ${id} has no ':::solution'`, directive.place);
  return `<section class="exercise" id="${id}" aria-labelledby="${id}-title">
<p class="level"><a href="#${id}">${escapeHtml(id)}</a> <span>${level.replace(/^.*: /, '')}</span></p>
<h3 id="${id}-title">${title}</h3>
${body}</section>
`;
}

/** :::solution — folded until the reader wants it; the figures of veiled snippets stand in it. */
export function solution(directive: Directive, context: Context): string {
  const figures = (context.veil ?? []).map(html => `<div class="unveiled">${html}</div>\n`).join('');
  const body = render(directive.body, { ...context, line: directive.bodyPlace.line, veil: undefined });
  return `<details class="solution">
<summary>Worked solution</summary>
${figures}${body}</details>
`;
}
