// The questions of an exercise: their data, held against the engine, and the form in which a reader answers them.
//
//   number: LABEL, answer, engine: its expression, right: why, wrong: { ANSWER: why, …, else: why }
//   choice: QUESTION, options: [ { text, why, right: true, engine } … ]     one is right
//   multi: QUESTION, options: the same                                      some are right
//   mend: TASK, answer: a snippet, right: why, bytes: how many it may add  the reader changes the exercise's snippet
//
// The engine must give a number's answer, and find an option's expression true exactly if the option is right. A
// right option needs an expression, and so does every option of a `multi`. The answer to a `mend` must be as good as
// what the engine finds.
import { verdictOf } from '../mend/judge.ts';
import type { Data } from './data.ts';
import { describe } from './expression.ts';
import { type Context, escapeHtml, renderInline } from './markup.ts';

type Kind = 'number' | 'choice' | 'multi';

/** What the reader is told for an answer; `when` is the answer, or 'else'. Pages show it by script only. */
const reason = (when: string, html: string) => `<template data-when="${escapeHtml(when)}">${html}</template>`;

function inline(data: Data, context: Context): string {
  return renderInline(data.text(), { ...context, line: data.place.line });
}

function need(data: Data | undefined, name: string, of: Data): Data {
  return data ?? of.fail(`'${name}' is missing here`);
}

function reasonsOfNumber(answer: Data, right: Data, wrong: Data, context: Context): string {
  const pairs = wrong.entries();
  for (const [when, why] of pairs) {
    if (when !== 'else' && !/^-?\d+$/.test(when)) why.fail(`'${when}' is neither a whole number nor 'else'`);
    if (when === answer.text()) why.fail(`${when} is the answer; it can't be wrong`);
  }
  if (!pairs.some(([when]) => when === 'else')) wrong.fail("'wrong' needs an 'else', for every other answer");
  return [[answer.text(), right] as const, ...pairs]
    .map(([when, why]) => reason(when, inline(why, context)))
    .join('\n');
}

function number(id: string, data: Data, label: Data, context: Context): string {
  const fields = data.fields('number', 'answer', 'engine', 'right', 'wrong');
  const answer = need(fields.answer, 'answer', data);
  const engine = need(fields.engine, 'engine', data);
  const value = context.live.value(engine.text(), context.snippet, engine.place);
  if (value !== answer.integer())
    answer.fail(`the stated answer is ${answer.text()}, but '${engine.text()}' is ${describe(value)}`);
  const right = need(fields.right, 'right', data);
  const reasons = reasonsOfNumber(answer, right, need(fields.wrong, 'wrong', data), context);
  return `<div class="question" data-kind="number" data-answer="${answer.text()}">
<label for="${id}">${inline(label, context)}</label>
<input id="${id}" type="text" inputmode="numeric" autocomplete="off" maxlength="12">
${reasons}
</div>`;
}

function option(kind: Kind, name: string, index: number, data: Data, context: Context) {
  const { text, why, right, engine } = data.fields('text', 'why', 'right', 'engine');
  const isRight = right?.truth() ?? false;
  if (isRight || kind === 'multi') need(engine, 'engine', data);
  const value = engine ? context.live.value(engine.text(), context.snippet, engine.place) : isRight;
  if (value !== isRight)
    engine!.fail(
      `this option is stated to be ${isRight ? 'right' : 'wrong'}, but '${engine!.text()}' is ${describe(value)}`,
    );
  const id = `${name}-${index + 1}`;
  const type = kind === 'choice' ? 'radio' : 'checkbox';
  const group = kind === 'choice' ? name : id;
  const html = `<div class="option"${isRight ? ' data-right' : ''}>
<input id="${id}" type="${type}" name="${group}" value="${index + 1}">
<label for="${id}">${inline(need(text, 'text', data), context)}</label>
${reason('this', inline(need(why, 'why', data), context))}
</div>`;
  return { isRight, html };
}

function options(kind: 'choice' | 'multi', id: string, data: Data, label: Data, context: Context): string {
  const list = need(data.fields(kind, 'options').options, 'options', data).items();
  const all = list.map((each, i) => option(kind, id, i, each, context));
  const rights = all.filter(({ isRight }) => isRight).length;
  if (kind === 'choice' && rights !== 1) data.fail(`a choice has one right option, not ${rights}`);
  if (rights === 0) data.fail('no option is right');
  return `<fieldset class="question" data-kind="${kind}">
<legend>${inline(label, context)}</legend>
${all.map(({ html }) => html).join('\n')}
</fieldset>`;
}

function mend(data: Data, label: Data, context: Context): string {
  const fields = data.fields('mend', 'answer', 'bytes', 'right');
  const answer = need(fields.answer, 'answer', data);
  const { snippets } = context.live;
  const task = snippets.source(context.snippet ?? '', data.place);
  const code = snippets.source(answer.text(), answer.place);
  const bytes = fields.bytes?.integer();
  const verdict = verdictOf(snippets.analyze.fix(task, { answer: code }), bytes);
  if (verdict.kind !== 'right')
    answer.fail(`'${answer.text()}': ${verdict.kind === 'wrong' ? verdict.reasons[0] : verdict.reason}`);
  return `<div class="question" data-kind="mend" data-task="${escapeHtml(task)}"${bytes === undefined ? '' : ` data-bytes="${bytes}"`}>
<p>${inline(label, context)}</p>
${reason('right', inline(need(fields.right, 'right', data), context))}
</div>`;
}

/** One question as HTML; `id` names its inputs. Throws ContentError. */
export function question(id: string, data: Data, context: Context): string {
  const fields = new Map(data.entries());
  const kinds = (['number', 'choice', 'multi', 'mend'] as const).filter(kind => fields.has(kind));
  const kind = kinds[0];
  if (!kind || kinds.length > 1) data.fail("a question is one of 'number', 'choice', 'multi', 'mend'");
  const label = fields.get(kind)!;
  if (kind === 'number') return number(id, data, label, context);
  return kind === 'mend' ? mend(data, label, context) : options(kind, id, data, label, context);
}
