// A run that takes longer: how far it is, and the button that ends it. What is over soon is not shown.
import type { RunProgress } from '../engine/patient.ts';
import { words } from './words.ts';

/** Milliseconds. */
const patience = 400;

export class RunBar {
  private readonly text_: HTMLElement;
  private readonly bar_: HTMLProgressElement;
  private stopped_ = false;
  private last_: RunProgress | undefined;

  /** `say` is heard by screen readers. */
  constructor(
    private readonly room_: HTMLElement,
    private readonly say_: (text: string) => void,
    stop: () => void,
  ) {
    this.text_ = room_.querySelector('.run-text')!;
    this.bar_ = room_.querySelector('progress')!;
    room_.querySelector('button')!.addEventListener('click', () => {
      this.stopped_ = true;
      stop();
    });
  }

  show(progress: RunProgress | undefined): void {
    if (!progress) this.end_();
    else if (progress.milliseconds >= patience) this.go_(progress);
  }

  private go_(progress: RunProgress): void {
    const { done, total, steps } = progress;
    this.last_ = progress;
    if (this.room_.classList.contains('idle')) this.say_(words.runningSaid);
    this.room_.classList.remove('idle');
    this.bar_.max = Math.max(1, total);
    if (done) this.bar_.value = done;
    else this.bar_.removeAttribute('value'); // nobody knows
    this.text_.textContent = words.running(done, total, steps);
  }

  private end_(): void {
    const { last_: last, stopped_: stopped } = this;
    this.last_ = undefined;
    this.stopped_ = false;
    if (!last) {
      this.text_.textContent = ''; // a new run has taken the place of the one that was stopped
      return;
    }
    const hadFocus = this.room_.contains(document.activeElement);
    this.room_.classList.add('idle');
    this.text_.textContent = stopped ? words.stopped(last.done, last.total) : '';
    if (hadFocus) this.room_.focus();
    this.say_(stopped ? words.stopped(last.done, last.total) : words.finished);
  }
}
