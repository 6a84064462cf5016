// The badge view: the cost in two words, inside a line of text; the lab unfolds below the line.
import type { Report } from '../engine/report.ts';
import { badge, type Say } from '../figure/index.ts';

export class Badge {
  private open_ = false;

  /** `onToggle` hears whether the card is to be seen. */
  constructor(
    private readonly button_: HTMLButtonElement,
    private readonly say_: Say,
    onToggle: (open: boolean) => void,
  ) {
    button_.addEventListener('click', () => {
      this.open_ = !this.open_;
      button_.setAttribute('aria-expanded', `${this.open_}`);
      onToggle(this.open_);
    });
  }

  get open(): boolean {
    return this.open_;
  }

  show(report: Report, site: number): void {
    const { text, level, title } = badge(report, site, this.say_);
    this.button_.className = `badge ${level}`;
    this.button_.textContent = text;
    this.button_.title = title;
  }
}
