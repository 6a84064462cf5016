// One exercise at work: answers graded by the engine's run of its own snippet, hints one by one, the solution, the figure.
import { trustedHtml } from '../engine/trusted.ts';
import type { BankLab } from '../lab/bank-lab.ts';
import { judgeNumber } from '../reader/answers.ts';
import { answersOf } from './grade.ts';
import type { Instance } from './instance.ts';
import type { Result } from './level.ts';
import { exerciseHtml } from './markup.ts';
import { hintsOf, mistakeOf, solutionOf } from './text.ts';
import { say, shared, words } from './words.ts';

interface Told {
  kind: 'right' | 'wrong' | 'empty';
  html: string;
}

export class Exercise {
  private hints_ = 0;
  private settled_ = false;
  private readonly feedback_: HTMLElement;
  private readonly lab_: BankLab;
  private answers_: ReturnType<typeof answersOf> | undefined;

  /** Fills `root`. `settle` hears once how it went, and gives what is said of it. */
  constructor(
    private readonly root_: HTMLElement,
    private readonly instance_: Instance,
    private readonly settle_: (result: Result) => string,
  ) {
    root_.innerHTML = trustedHtml(exerciseHtml(instance_));
    this.feedback_ = root_.querySelector('.feedback')!;
    this.lab_ = root_.querySelector<BankLab>('bank-lab')!;
    root_.querySelector('form')!.addEventListener('submit', event => {
      event.preventDefault();
      void this.check_();
    });
    root_.querySelector('form')!.addEventListener('input', ({ target }) => {
      const input = target as Element;
      delete input.closest<HTMLElement>('.question')?.dataset.verdict;
      input.removeAttribute('aria-invalid');
    });
    root_.querySelector('.hints button')!.addEventListener('click', () => this.hint_());
    this.nameHint_();
    root_.querySelector('.solution')!.addEventListener('toggle', () => this.solve_());
    this.lab_.addEventListener('banklab-unveil', () => this.give_('missed'));
  }

  focus(): void {
    this.root_.querySelector<HTMLElement>('h3')!.focus();
  }

  /** The right answers; what failed is tried again. */
  private run_(): ReturnType<typeof answersOf> {
    this.answers_ ??= answersOf(this.instance_, (source, options) =>
      globalThis.banklab!.analyze(source, options),
    ).catch(error => {
      this.answers_ = undefined;
      throw error;
    });
    return this.answers_;
  }

  private async check_(): Promise<void> {
    let told: Told[];
    try {
      const answers = await this.run_();
      told = this.instance_.choice ? [this.chosen_(answers.costs)] : this.numbers_(answers.numbers);
    } catch {
      told = [{ kind: 'empty', html: words.noEngine }];
    }
    const questions = [...this.root_.querySelectorAll<HTMLElement>('.question')];
    const lines = told.map(({ kind, html }, i) => {
      const label = told.length > 1 ? questions[i]!.querySelector('label')!.textContent : '';
      return `<p class="${kind}">${label ? `<span class="name">${label}:</span> ` : ''}${html}</p>`;
    });
    questions.forEach((question, i) => {
      const kind = told[i]?.kind ?? 'empty';
      question.dataset.verdict = kind;
      const input = question.querySelector('input')!;
      if (question.dataset.kind !== 'number') return;
      input.setAttribute('aria-invalid', `${kind !== 'right'}`);
      input.setAttribute('aria-describedby', 'drawn-feedback');
    });
    let news = '';
    if (told.every(({ kind }) => kind === 'right')) {
      news = this.settled_ ? '' : this.give_(this.hints_ === 3 ? 'helped' : 'right');
      lines.push(`<p class="right">${[words.engineSaid, news].filter(Boolean).join(' ')}</p>`);
      this.unveil_();
    } else if (told.every(({ kind }) => kind !== 'empty')) {
      news = this.settled_ ? '' : this.give_('missed', false);
      lines.push(`<p>${[words.else, news].filter(Boolean).join(' ')}</p>`);
    } else
      questions
        .find((_, i) => told[i]?.kind === 'empty')
        ?.querySelector('input')
        ?.focus();
    this.feedback_.innerHTML = trustedHtml(lines.join(''));
  }

  private numbers_(answers: number[]): Told[] {
    const inputs = [...this.root_.querySelectorAll<HTMLInputElement>('.question input')];
    return inputs.map((input, i): Told => {
      const verdict = judgeNumber({ kind: 'number', answer: answers[i]!, reasons: {} }, input.value);
      if (verdict.kind === 'empty') return { kind: 'empty', html: shared.emptyNumber };
      if (verdict.kind === 'not-number') return { kind: 'empty', html: shared.notNumber };
      if (verdict.kind === 'right') return { kind: 'right', html: `<strong>${shared.right}</strong>` };
      const value = Number(input.value);
      const mistake = mistakeOf(this.instance_, value, this.instance_.ask[i]!);
      const why = mistake ? ` ${words.mistakes[mistake](value)}` : '';
      return { kind: 'wrong', html: `<strong>${shared.wrong}</strong>${why}` };
    });
  }

  private chosen_(costs: number[]): Told {
    const { knob, options } = this.instance_.choice!;
    const input = this.root_.querySelector<HTMLInputElement>('.option input:checked');
    if (!input) return { kind: 'empty', html: words.empty };
    const at = Number(input.value);
    const option = words.option(knob, options[at]!.value);
    const best = Math.min(...costs);
    return costs[at] === best
      ? { kind: 'right', html: `<strong>${shared.right}</strong> ${words.right(option, best)}` }
      : { kind: 'wrong', html: `<strong>${shared.wrong}</strong> ${words.costs(option, costs[at]!, best)}` };
  }

  /** The first result counts. Gives what is said of it. */
  private give_(result: Result, unveils = true): string {
    if (unveils) this.unveil_();
    if (this.settled_) return '';
    this.settled_ = true;
    return this.settle_(result);
  }

  /** Shows the figure of the run; where there was a choice, with what is chosen best. */
  private unveil_(): void {
    const { choice } = this.instance_;
    if (!this.lab_.hasAttribute('veiled') && !choice) return;
    this.lab_.removeAttribute('veiled');
    if (choice)
      void this.run_()
        .then(({ costs }) => {
          const best = choice.options[costs.indexOf(Math.min(...costs))]!;
          this.lab_.knobs = { [choice.knob]: best.value };
        })
        .catch(() => {});
  }

  private nameHint_(): void {
    const button = this.root_.querySelector<HTMLButtonElement>('.hints button')!;
    button.textContent = this.hints_ < 3 ? words.hint(this.hints_ + 1, 3) : words.noMoreHints;
    button.disabled = this.hints_ === 3;
  }

  private hint_(): void {
    const line = document.createElement('li');
    line.innerHTML = trustedHtml(hintsOf(this.instance_, say)[this.hints_]!);
    this.root_.querySelector('.hints ol')!.append(line);
    this.hints_++;
    this.nameHint_();
  }

  private solve_(): void {
    const details = this.root_.querySelector<HTMLDetailsElement>('.solution')!;
    const room = details.querySelector('div')!;
    if (!details.open || room.childElementCount) return;
    room.innerHTML = trustedHtml(solutionOf(this.instance_, say));
    const news = this.give_('missed');
    if (news) this.feedback_.textContent = news;
  }
}
