// The figure of an access before a change and after it, in one place, so that what moves is seen.
import { trustedHtml } from '../engine/trusted.ts';
import type { Shown } from './compare.ts';
import { button, element } from './dom.ts';
import type { MendHost } from './host.ts';
import type { Say } from './words.ts';

/** Milliseconds for which the figure before is shown, until the one after takes its place. */
const look = 1200;

export class Figures {
  readonly element: HTMLElement;
  private readonly toggles_: HTMLButtonElement[];
  private readonly sentence_ = element('p', { class: 'sentence' });
  private readonly stage_: ReturnType<MendHost['stage']>;
  private timer_: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host_: MendHost,
    say: Say,
    private readonly shown_: { before: Shown; after: Shown },
  ) {
    const room = element('div', { class: 'bank-figures' });
    const detail = element('p', { class: 'lane-detail' });
    this.toggles_ = (['before', 'after'] as const).map(time =>
      button(time === 'before' ? say.before : say.after, () => this.show_(time)),
    );
    const toggles = element(
      'div',
      { class: 'times', role: 'group', 'aria-label': say.figure },
      ...this.toggles_,
    );
    this.element = element('div', { class: 'mend-figure' }, toggles, room, detail, this.sentence_);
    this.stage_ = host_.stage(room, detail);
  }

  /** From before to after; where the reader wants no motion, after. Called when the element stands in the page. */
  play(): void {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.show_(still ? 'after' : 'before');
    if (!still) this.timer_ = setTimeout(() => this.show_('after'), look);
  }

  end(): void {
    clearTimeout(this.timer_);
  }

  private show_(time: 'before' | 'after'): void {
    this.end();
    const { report, site } = this.shown_[time];
    const pick = { site, pattern: 0 };
    this.stage_.draw(report, pick);
    this.sentence_.innerHTML = trustedHtml(this.host_.sentence(report, pick));
    for (const [i, toggle] of this.toggles_.entries())
      toggle.setAttribute('aria-pressed', `${(time === 'after') === (i === 1)}`);
  }
}
