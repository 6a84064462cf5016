// An exercise as HTML, for the page's script; what is without script is made by web/site/practice.ts from the same texts.
import { escapeHtml } from '../figure/text.ts';
import { addressText, type Instance } from './instance.ts';
import { mostLevel } from './task.ts';
import { questionOf } from './text.ts';
import { say, shared, words } from './words.ts';

/** The fields for an answer: one for each number, or the options of a choice. */
function fields({ ask, choice }: Instance): string {
  if (!choice)
    return ask
      .map(
        each =>
          `<div class="question" data-kind="number"><label for="drawn-${each}">${words.ask[each]}</label><input id="drawn-${each}" type="text" inputmode="numeric" autocomplete="off" maxlength="12"></div>`,
      )
      .join('');
  const options = choice.options.map(
    ({ value }, i) =>
      `<div class="option"><input id="drawn-option-${i}" type="radio" name="drawn-option" value="${i}"><label for="drawn-option-${i}"><code>${escapeHtml(words.option(choice.knob, value))}</code></label></div>`,
  );
  return `<fieldset class="question" data-kind="choice"><legend>${words.answer}</legend>${options.join('')}</fieldset>`;
}

/** The code with its lab, the fields, room for hints; the solution waits to be asked for. */
export function exerciseHtml(instance: Instance): string {
  const { kind, level, code, choice } = instance;
  const knobs = choice
    ? ` knobs="${escapeHtml(JSON.stringify({ [choice.knob]: choice.options[0]!.value }))}"`
    : '';
  return `<p class="level" id="${addressText(instance)}"><a href="#${addressText(instance)}">${words.kinds[kind]}</a> <span>${words.level(level, mostLevel)}</span></p>
<h3 id="drawn-question" tabindex="-1">${questionOf(instance, say)}</h3>
<bank-lab id="drawn-lab" veiled${knobs}><pre><code>${escapeHtml(code.trimEnd())}</code></pre></bank-lab>
<form class="answer" aria-labelledby="drawn-question" novalidate>
${fields(instance)}
<button type="submit">${shared.check}</button>
<div class="feedback" id="drawn-feedback" role="status"></div>
</form>
<div class="hints"><ol aria-live="polite"></ol><button type="button"></button></div>
<details class="solution"><summary>${shared.solution}</summary><div></div></details>
<div class="actions"><button type="button" class="another">${words.another}</button><button type="button" class="same">${words.same}</button></div>`;
}
