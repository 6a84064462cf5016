// :::exercise ID TITLE — questions, then after a line of dashes the prompt with its snippet and the worked solution.
// Data: `level`, 1 to 5, in chapters; `ask`, a list of questions (questions.ts); and `facts`, expressions that must hold.
import { type Data, readData } from './data.ts';
import { type Directive, splitData } from './directives.ts';
import { type Context, escapeHtml, render, renderInline } from './markup.ts';
import { ContentError } from './problems.ts';
import { question } from './questions.ts';

/** What the exercise asks of the reader. Where a page is ordered by levels, its headings say so. */
function levelOf(data: Data, label: string | undefined, context: Context): string {
  const { level } = data.fields('level', 'ask', 'facts');
  if (!level) {
    if (label) data.fail("an exercise of a chapter has a 'level', 1 to 5");
    return (context.headings.filter(heading => heading.level === 2).at(-1)?.text ?? '').replace(/^.*: /, '');
  }
  return context.say.site.levels[level.integer() - 1] ?? level.fail("'level' is 1 to 5");
}

function answerForm(id: string, label: string, data: Data, context: Context): string {
  const { ask, facts } = data.fields('level', 'ask', 'facts');
  for (const fact of facts?.items() ?? [])
    context.problems.attempt(() => context.live.check(fact.text(), context.snippet, fact.place), undefined);
  if (!ask) data.fail(`exercise ${id} asks nothing; give it 'ask'`);
  const questions = ask
    .items()
    .map((each, i) => context.problems.attempt(() => question(`${id}-${i + 1}`, each, context), ''));
  return `<form class="answer" data-exercise="${id}" aria-label="${context.say.site.answer(label)}" novalidate>
${questions.join('\n')}
<button type="submit">${context.say.site.check}</button>
<div class="feedback" role="status"></div>
</form>
`;
}

/** The HTML of an exercise. Its form stands before its first snippet, or where it has none, before the solution. */
export function exercise(directive: Directive, context: Context): string {
  const match = /^([\w.-]+)\s+(.+)$/.exec(directive.argument);
  if (!match) throw new ContentError("write ':::exercise ID TITLE'", directive.place);
  const id = match[1]!;
  const number = context.number('exercise');
  const label = number === undefined ? id : context.say.site.exercise(number);
  const title = renderInline(match[2]!, { ...context, line: directive.place.line });
  context.headings.push({
    level: 3,
    id,
    text: `<span class="id">${number ?? id}</span> ${title}`,
    exercise: true,
  });

  const { data, text, textPlace } = splitData(directive);
  const inside: Context = { ...context, snippet: id, veil: [], headings: [] };
  const [level, answers] = context.problems.attempt(
    () => {
      const fields = readData(data, `exercise ${id}`, directive.bodyPlace);
      return [levelOf(fields, number, context), answerForm(id, escapeHtml(label), fields, inside)] as const;
    },
    ['', ''] as const,
  );
  let form = answers;
  // Code that the reader changes is seen at work; the answer follows it.
  const isMend = answers.includes('data-kind="mend"');
  let solved = false;
  const body = render(text, {
    ...inside,
    ...(isMend ? { veil: undefined } : {}),
    line: textPlace.line,
    directive(each, within) {
      const before = each.name === 'solution' || (each.name === 'lab' && !isMend) ? form : '';
      if (before) form = '';
      solved ||= each.name === 'solution';
      return before + context.directive(each, within);
    },
  });
  if (!solved) context.problems.add(`exercise ${id} has no ':::solution'`, directive.place);
  return `<section class="exercise" id="${id}" aria-labelledby="${id}-title">
<p class="level"><a href="#${id}">${escapeHtml(label)}</a> <span>${level}</span></p>
<h3 id="${id}-title">${title}</h3>
${body}</section>
`;
}

/** :::solution — folded until the reader wants it; the figures of veiled snippets stand in it. */
export function solution(directive: Directive, context: Context): string {
  const figures = (context.veil ?? []).map(html => `<div class="unveiled">${html}</div>\n`).join('');
  const body = render(directive.body, { ...context, line: directive.bodyPlace.line, veil: undefined });
  return `<details class="solution">
<summary>${context.say.site.solution}</summary>
${figures}${body}</details>
`;
}
