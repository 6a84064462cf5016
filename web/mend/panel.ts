// The panel 'Mend it': a search with its progress, and for each array what it found, best first.
import type { ArrayFixes, Fix, Fixes } from '../engine/fixes.ts';
import type { FixOutcome } from '../engine/fixing.ts';
import type { Analysis } from '../engine/report.ts';
import { Candidate } from './candidate.ts';
import { button, element, engineProse, folded, prose } from './dom.ts';
import type { MendHost, MendPanel } from './host.ts';
import { asSentence, english, foundIn, type Say, troubleOf } from './words.ts';

/** Milliseconds that a search may take; the reader may stop it sooner. */
const limit = 20_000;

export class Panel implements MendPanel {
  private readonly title_ = element('p', { class: 'mend-title', tabindex: '-1' });
  private readonly matters_ = element('p', { class: 'matters', lang: 'en' });
  private readonly state_ = element('div', { class: 'state' });
  private readonly found_ = element('div', { class: 'found' });
  private stop_ = new AbortController();
  private ended_ = false;
  private candidates_: Candidate[] = [];
  private readonly analysis_: Promise<Analysis | undefined>;
  private readonly say_: Say;

  constructor(private readonly host_: MendHost) {
    const { room } = host_;
    this.say_ = host_.messages ?? english;
    this.title_.append(this.say_.title);
    const close = button(this.say_.close, () => host_.close());
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
    const { say_: say } = this;
    const progress = element('progress', { 'aria-label': say.search });
    const runs = element('span', {}, say.searching);
    const stop = button(say.stop, () => this.stop_.abort());
    this.setState_(progress, runs, stop);
    this.host_.say(say.beginsSearch);
    const outcome = await this.host_.search({
      signal,
      limit,
      onProgress({ done, total }) {
        progress.max = total;
        progress.value = done;
        runs.textContent = say.progress(done, total);
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
    const trouble = troubleOf(outcome, this.say_);
    const again = trouble ? button(this.say_.again, () => void this.search_()) : undefined;
    this.setState_(...(trouble ? [element('span', {}, trouble), again!] : []));
    if (outcome.status !== 'done') {
      this.host_.say(trouble);
      return;
    }
    const { fixes } = outcome;
    this.candidates_ = [];
    this.found_.replaceChildren(
      ...fixes.diagnostics.map(({ message }) => engineProse('p', asSentence(message))),
      ...this.togetherView_(fixes, machine),
      ...fixes.arrays.map(array => this.arrayView_(array, machine)),
      ...this.nothing_(fixes),
    );
    this.host_.say(`${trouble} ${foundIn(fixes, this.say_)}`.trim());
  }

  private nothing_({ arrays, diagnostics, complete }: Fixes): HTMLElement[] {
    return arrays.length || diagnostics.length || !complete ? [] : [element('p', {}, this.say_.nothing)];
  }

  private candidate_(fix: Fix, machine: string): Candidate {
    const candidate: Candidate = new Candidate(this.host_, fix, this.analysis_, machine, this.say_, () => {
      for (const other of this.candidates_) if (other !== candidate) other.close();
    });
    this.candidates_.push(candidate);
    return candidate;
  }

  /** One change that mends several arrays. */
  private togetherView_({ together }: Fixes, machine: string): HTMLElement[] {
    return together.map(fix => {
      const names = this.say_.all(fix.arrays.map(name => `\`${name}\``));
      return element(
        'div',
        { class: 'array', role: 'group', 'aria-label': this.say_.all(fix.arrays) },
        element('p', { class: 'array-title' }, ...prose(this.say_.atOnce(names))),
        element('ul', {}, this.candidate_(fix, machine).element),
      );
    });
  }

  private arrayView_(array: ArrayFixes, machine: string): HTMLElement {
    const { say_: say } = this;
    const cost = say.array(`\`${array.array}\``, array.wavefronts, array.ideal);
    const candidates = array.candidates.map(fix => this.candidate_(fix, machine));
    const rejected = array.rejected.map(({ summary, reason }) =>
      element(
        'li',
        {},
        engineProse('span', asSentence(summary)),
        ` ${say.notOffered} `,
        engineProse('span', `${reason}.`),
      ),
    );
    return element(
      'div',
      { class: 'array', role: 'group', 'aria-label': array.array },
      element('p', { class: 'array-title' }, ...prose(cost)),
      candidates.length ? element('ul', {}, ...candidates.map(each => each.element)) : undefined,
      array.reason ? engineProse('p', asSentence(array.reason)) : undefined,
      rejected.length
        ? folded(say.rejected(rejected.length), element('ul', { class: 'rejected' }, ...rejected))
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
