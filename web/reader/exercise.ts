// One exercise's form: the answer is judged, the reader is told right or wrong and why, and the snippet is unveiled.
import type { BankLab } from '../lab/bank-lab.ts';
import { judgeNumber, judgeOptions, type OptionsQuestion, type Verdict } from './answers.ts';
import { note, type State } from './progress.ts';
import { words } from './words.ts';

const reasonIn = (element: Element) => element.querySelector('template')?.innerHTML ?? '';

/** The reader's own code, judged by what mends conflicts, which comes with the editor. */
async function judgeMend(question: HTMLElement, section: Element): Promise<Verdict> {
  const { dataset } = question;
  const { context } = customElements.get('bank-lab') as typeof BankLab;
  const { source } = section.querySelector<BankLab>('bank-lab')!;
  try {
    const { judge } = await context.loadMender();
    const verdict = await judge(
      context.engine,
      dataset.task!,
      source,
      dataset.bytes ? +dataset.bytes : undefined,
    );
    if (verdict.kind === 'right') verdict.reasons.push(reasonIn(question));
    return verdict;
  } catch {
    return { kind: 'empty', reason: words.noJudge };
  }
}

function judge(question: HTMLElement, section: Element): Verdict | Promise<Verdict> {
  if (question.dataset.kind === 'mend') return judgeMend(question, section);
  if (question.dataset.kind === 'number') {
    const reasons = Object.fromEntries(
      [...question.querySelectorAll('template')].map(each => [each.dataset.when ?? '', each.innerHTML]),
    );
    const answer = Number(question.dataset.answer);
    return judgeNumber({ kind: 'number', answer, reasons }, question.querySelector('input')?.value ?? '');
  }
  const options = [...question.querySelectorAll<HTMLElement>('.option')];
  const chosen = options.flatMap((option, i) => (option.querySelector('input')?.checked ? [i] : []));
  return judgeOptions(
    {
      kind: question.dataset.kind as OptionsQuestion['kind'],
      options: options.map(option => ({ right: 'right' in option.dataset, reason: reasonIn(option) })),
    },
    chosen,
  );
}

/** The verdict as HTML; its reasons are HTML of the page itself. */
function told(verdict: Verdict, kind: string | undefined): string {
  const strong = (text: string) => `<strong>${text}</strong>`;
  if (verdict.kind === 'empty')
    return verdict.reason ?? (kind === 'number' ? words.emptyNumber : words.emptyChoice);
  if (verdict.kind === 'not-number') return words.notNumber;
  const parts = [strong(verdict.kind === 'right' ? words.right : words.wrong)];
  if (verdict.kind === 'right' && kind === 'multi') parts.push(words.allChosen);
  parts.push(...verdict.reasons);
  if (verdict.kind === 'wrong' && verdict.missing) parts.push(words.missing(verdict.missing));
  return parts.join(' ');
}

function nameOf(question: HTMLElement): string {
  return question.dataset.kind === 'number' ? (question.querySelector('label')?.innerHTML ?? '') : '';
}

/** Shows the figures that waited for the answer. */
function unveil(section: Element) {
  for (const lab of section.querySelectorAll('bank-lab[veiled]')) lab.removeAttribute('veiled');
}

/** `noted` is called with the exercise's id when its state has changed. */
export function exercise(form: HTMLFormElement, noted: (id: string) => void) {
  const id = form.dataset.exercise ?? '';
  const section = form.closest('section') ?? form;
  const output = form.querySelector<HTMLElement>('.feedback')!;
  const questions = [...form.querySelectorAll<HTMLElement>('.question')];
  output.id = `${id}-feedback`;

  form.addEventListener('submit', async event => {
    event.preventDefault();
    const verdicts = await Promise.all(questions.map(question => judge(question, section)));
    output.innerHTML = questions
      .map((question, i) => {
        const verdict = verdicts[i]!;
        const name = questions.length > 1 ? nameOf(question) : '';
        return `<p class="${verdict.kind}">${name ? `<span class="name">${name}:</span> ` : ''}${told(verdict, question.dataset.kind)}</p>`;
      })
      .join('');
    questions.forEach((question, i) => {
      question.dataset.verdict = verdicts[i]!.kind;
      const input = question.querySelector('input')!;
      if (question.dataset.kind !== 'number') return;
      input.setAttribute('aria-invalid', String(verdicts[i]!.kind !== 'right'));
      input.setAttribute('aria-describedby', output.id);
    });
    const answered = verdicts.every(({ kind }) => kind === 'right' || kind === 'wrong');
    if (!answered) {
      questions
        .find((_, i) => verdicts[i]!.kind === 'empty' || verdicts[i]!.kind === 'not-number')
        ?.querySelector('input')
        ?.focus();
      return;
    }
    const state: State = verdicts.every(({ kind }) => kind === 'right') ? 'solved' : 'tried';
    note(id, state);
    noted(id);
    unveil(section);
  });

  // A changed answer is not judged yet.
  form.addEventListener('input', ({ target }) => {
    const question = (target as Element).closest<HTMLElement>('.question');
    if (question) delete question.dataset.verdict;
    (target as Element).removeAttribute('aria-invalid');
  });

  // Who opens the solution has seen the answer: the figure need not wait any longer.
  section.querySelector('details.solution')?.addEventListener('toggle', () => unveil(section));
}
