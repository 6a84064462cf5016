// The panel 'Mend it': a search with its progress, and for each array what it found, best first.
import type { ArrayFixes, Fixes } from '../engine/fixes.ts';
import type { FixOutcome } from '../engine/fixing.ts';
import type { Analysis } from '../engine/report.ts';
import { plural } from '../figure/text.ts';
import { Candidate } from './candidate.ts';
import { button, element, folded, prose } from './dom.ts';
import type { MendHost, MendPanel } from './host.ts';
import { asSentence, foundIn, rejectionOf, troubleOf } from './words.ts';

/** Milliseconds that a search may take; the reader may stop it sooner. */
const limit = 20_000;

export class Panel implements MendPanel {
  private readonly title_ = element('p', { class: 'mend-title', tabindex: '-1' }, 'What mends it');
  private readonly matters_ = element('p', { class: 'matters' });
  private readonly state_ = element('div', { class: 'state' });
  private readonly found_ = element('div', { class: 'found' });
  private stop_ = new AbortController();
  private ended_ = false;
  private candidates_: Candidate[] = [];
  private readonly analysis_: Promise<Analysis | undefined>;

  constructor(private readonly host_: MendHost) {
    const { room } = host_;
    const close = button('Close', () => host_.close());
    const head = element('div', { class: 'mend-head' }, this.title_, close);
    room.replaceChildren(head, this.matters_, this.state_, this.found_);
    this.title_.focus();
    this.analysis_ = host_.analyze(host_.source);
    void this.search_();
    void this.weigh_();
  }

  end(): void {
    this.ended_ = true;
    this.stop_.abort();
    for (const candidate of this.candidates_) candidate.close();
  }

  private async search_(): Promise<void> {
    this.stop_ = new AbortController();
    const { signal } = this.stop_;
    const progress = element('progress', { 'aria-label': 'search' });
    const runs = element('span', {}, 'Searching…');
    const stop = button('Stop', () => this.stop_.abort());
    this.setState_(progress, runs, stop);
    this.host_.say('Searching.');
    const outcome = await this.host_.search({
      signal,
      limit,
      onProgress({ done, total }) {
        progress.max = total;
        progress.value = done;
        runs.textContent = `Searching: ${done} of ${plural(total, 'run')}`;
      },
    });
    if (this.ended_) return;
    const [report] = (await this.analysis_)?.reports ?? [];
    if (!this.ended_) this.show_(outcome, report?.machine ?? '');
  }

  /** Says whether the excess is worth the work. */
  private async weigh_(): Promise<void> {
    const analysis = await this.analysis_;
    const matters = analysis?.reports[this.host_.launch]?.matters;
    if (matters) this.matters_.textContent = asSentence(matters.text);
  }

  private show_(outcome: FixOutcome, machine: string): void {
    const trouble = troubleOf(outcome);
    const again = trouble ? button('Search again', () => void this.search_()) : undefined;
    this.setState_(...(trouble ? [element('span', {}, trouble), again!] : []));
    if (outcome.status !== 'done') {
      this.host_.say(trouble);
      return;
    }
    const { fixes } = outcome;
    this.candidates_ = [];
    this.found_.replaceChildren(
      ...fixes.diagnostics.map(({ message }) => element('p', {}, ...prose(asSentence(message)))),
      ...fixes.arrays.map(array => this.arrayView_(array, machine)),
      ...this.nothing_(fixes),
    );
    this.host_.say(`${trouble} ${foundIn(fixes)}`.trim());
  }

  private nothing_({ arrays, diagnostics, complete }: Fixes): HTMLElement[] {
    return arrays.length || diagnostics.length || !complete
      ? []
      : [element('p', {}, 'No array of this code is laid out so that another layout would help.')];
  }

  private arrayView_(array: ArrayFixes, machine: string): HTMLElement {
    const name = `\`${array.array}\``;
    const cost = `${plural(array.wavefronts, 'wavefront')}, ideal ${array.ideal}`;
    const candidates = array.candidates.map(fix => {
      const candidate: Candidate = new Candidate(
        this.host_,
        fix,
        array.array,
        this.analysis_,
        machine,
        () => {
          for (const other of this.candidates_) if (other !== candidate) other.close();
        },
      );
      return candidate;
    });
    this.candidates_.push(...candidates);
    const rejected = array.rejected.map(each => element('li', {}, ...prose(rejectionOf(each))));
    return element(
      'div',
      { class: 'array', role: 'group', 'aria-label': array.array },
      element('p', { class: 'array-title' }, ...prose(`${name}: ${cost}`)),
      candidates.length ? element('ul', {}, ...candidates.map(each => each.element)) : undefined,
      array.reason ? element('p', {}, ...prose(asSentence(array.reason))) : undefined,
      rejected.length
        ? folded(
            `${plural(rejected.length, 'change')} not offered`,
            element('ul', { class: 'rejected' }, ...rejected),
          )
        : undefined,
    );
  }

  /** A button that goes must not take the focus with it. */
  private setState_(...contents: Node[]): void {
    const { activeElement } = this.state_.getRootNode() as ShadowRoot;
    const held = this.state_.contains(activeElement);
    this.state_.hidden = !contents.length;
    this.state_.replaceChildren(...contents);
    if (held) this.title_.focus();
  }
}
