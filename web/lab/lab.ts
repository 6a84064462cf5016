// What lives in an element's shadow tree: a snippet that can be changed, and what the hardware makes of it. There is one
// way: source and knobs → engine → report → marks, figure, sentence, table.
import type { Outcome } from '../engine/client.ts';
import type { Analysis, Diagnostic, Options, Report } from '../engine/report.ts';
import { trustedHtml } from '../engine/trusted.ts';
import { accessOf, dearestSite, marks, type Pick, pickedWave, sentence, table } from '../figure/index.ts';
import { Badge } from './badge.ts';
import { Sites, Strip } from './chooser.ts';
import { showCompiled } from './compiled.ts';
import type { LabContext } from './context.ts';
import { listDiagnostics, problemsOf } from './diagnostics.ts';
import type { Notes, Span } from './editor.ts';
import { Knobs } from './knobs.ts';
import type { LabMessages } from './language.ts';
import { copyLink, forgetLink, frameOf } from './linked.ts';
import { Mend } from './mend.ts';
import { offsetsIn } from './positions.ts';
import { showAssumptions, showLaunches } from './run.ts';
import type { Settings } from './settings.ts';
import { Share } from './share.ts';
import type { Rooms } from './skeleton.ts';
import type { Snippet } from './snippet.ts';
import { SourceView } from './source-view.ts';
import { Stage } from './stage.ts';
import { Stepper, spokenStep } from './stepper.ts';
import { troubleOf } from './trouble.ts';
import { Why } from './why.ts';

/** What a report of nothing holds in place of a run's. */
const emptyRun = { sites: [], knobs: [], assumptions: [], diagnostics: [] };

export class Lab {
  private readonly source_: SourceView;
  private readonly knobs_: Knobs;
  private readonly sites_: Sites;
  private readonly strip_: Strip;
  private readonly stage_: Stage;
  private readonly stepper_: Stepper;
  private readonly badge_: Badge;
  private readonly mend_: Mend;
  private readonly why_: Why;

  private set_: Record<string, number>;
  private analysis_: Analysis | undefined;
  private report_: Report | undefined;
  private launch_ = 0;
  private pick_: Pick = { site: 0, pattern: 0 };
  /** The reader chose the site; until then it is the dearest. */
  private chose_ = false;
  private waits_ = true;
  private running_ = false;
  private waiters_: (() => void)[] = [];
  private notes_: Notes | undefined;
  private listTimer_: ReturnType<typeof setTimeout> | undefined;
  private speakTimer_: ReturnType<typeof setTimeout> | undefined;
  private readonly again_ = (): void => this.run_();

  /** Takes over `snippet` and the figures that `element` brought; `settings_` says what its attributes are now. */
  constructor(
    private readonly element_: HTMLElement,
    private readonly rooms_: Rooms,
    private readonly messages_: LabMessages,
    private readonly context_: LabContext,
    private readonly snippet_: Snippet,
    private settings_: Settings,
  ) {
    const { engine } = context_;
    const { lab: say, figure: figureSay } = messages_;
    const rooms = rooms_;
    const figures = [...element_.querySelectorAll('figure')];
    const still = figures.find(figure => figure.querySelector('.verdict.conflict')) ?? figures[0];
    this.set_ = { ...settings_.knobs };

    const host = {
      parent: rooms.code,
      root: element_.shadowRoot!,
      text: snippet_.text,
      name: settings_.label ?? say.source,
      phrases: say.editor,
      readOnly: settings_.readOnly,
      onChange: () => this.changed_(),
      onMark: (site: number) => this.choose_(site),
      onFocus: (focused: boolean) => {
        rooms.leave.hidden = !focused || this.settings_.readOnly;
        if (focused) engine.warmUp();
      },
    };
    this.source_ = new SourceView(host, context_.loadEditor, snippet_.code);
    rooms.knobs.addEventListener('focusin', () => engine.warmUp());
    this.knobs_ = new Knobs(rooms.knobs, say, (name, value) => {
      this.set_[name] = value;
      this.changed_();
    });
    this.sites_ = new Sites(rooms.sites, messages_, site => this.choose_(site));
    this.strip_ = new Strip(rooms.strip, figureSay, pattern =>
      this.repick_({ site: this.pick_.site, pattern }),
    );
    this.stage_ = new Stage(rooms.figures, rooms.laneDetail, element_.id || 'lab', messages_);
    this.stepper_ = new Stepper(rooms.stepper, say, wave => this.step_(wave));
    this.badge_ = new Badge(rooms.badge, figureSay, () => this.showView_());
    this.why_ = new Why(rooms.why, () => this.run_());
    this.mend_ = new Mend(rooms, messages_, context_, () => ({
      source: this.source,
      options: this.options_(),
      launch: this.launch_,
      idPrefix: element_.id || 'lab',
      edit: async (changes, text) => {
        await this.source_.edit(changes, text);
        clearTimeout(this.speakTimer_);
      },
      emit: (name, detail) => this.emit_(name, detail),
    }));
    const { embedPage } = context_;
    new Share(rooms, say, context_.loadTaking, {
      figure: type => this.figure(type),
      shown: async () => Boolean(await this.shown_()),
      sentence: () => rooms.sentence.textContent ?? '',
      frame:
        embedPage === undefined
          ? undefined
          : taking => frameOf(element_, taking, embedPage, messages_, this.state_()),
    });
    if (still) {
      this.stage_.adopt(still.querySelectorAll('svg.bank-figure'));
      const caption = still.querySelector('figcaption')?.cloneNode(true) as Element | undefined;
      caption?.querySelector('.site')?.remove();
      rooms.sentence.append(...(caption?.childNodes ?? []));
    }
    rooms.launches.querySelector('select')!.addEventListener('change', event => {
      this.launch_ = Number((event.target as HTMLSelectElement).value);
      this.chose_ = false;
      if (this.analysis_) this.take_(this.analysis_);
    });
    rooms.reset.addEventListener('click', () => this.reset());
    rooms.copyLink.addEventListener('click', () => {
      const asBrought = !this.edited && this.element_.id;
      void copyLink(element_, context_.loadTaking, rooms, say, asBrought ? undefined : this.state_());
    });
    rooms.showTable.addEventListener('click', () => {
      rooms.table.hidden = !rooms.table.hidden;
      rooms.showTable.setAttribute('aria-expanded', `${!rooms.table.hidden}`);
      this.showTable_();
    });
    this.showView_();
    this.showVeil_();
  }

  get source(): string {
    return this.source_.text();
  }
  set source(text: string) {
    this.source_.setText(text);
    this.changed_();
  }

  get knobs(): Record<string, number> {
    return { ...this.set_ };
  }
  set knobs(values: Record<string, number>) {
    this.set_ = { ...values };
    this.changed_();
  }

  get analysis(): Analysis | undefined {
    return this.analysis_;
  }

  get pick(): Pick {
    return this.pick_;
  }

  /** From now on every change is run. */
  begin(): void {
    this.waits_ = false;
    this.run_();
    this.showView_();
  }

  /** Nothing is run or told of any more. */
  end(): void {
    this.waits_ = true;
    this.mend_.close();
    for (const resolve of this.waiters_.splice(0)) resolve();
  }

  /** The report of what stands there now; undefined if it does not run. */
  async report(): Promise<Report | undefined> {
    if (this.waits_) this.begin();
    if (this.running_) await new Promise<void>(resolve => this.waiters_.push(resolve));
    return this.analysis_?.reports[this.launch_];
  }

  /** The figure that is shown, as a file; its sentence is its description. */
  async figure(type: 'svg' | 'png'): Promise<Blob> {
    const { standaloneSvg, pngOf } = await this.context_.loadTaking();
    const svg = await this.shown_();
    if (!svg) throw new Error('no figure is shown');
    const described = this.rooms_.sentence.textContent ?? '';
    const text = standaloneSvg(svg, described, getComputedStyle(this.rooms_.card).backgroundColor);
    return type === 'svg' ? new Blob([text], { type: 'image/svg+xml' }) : pngOf(text, described);
  }

  /** The figure of what stands there now. */
  private async shown_(): Promise<SVGSVGElement | undefined> {
    if (!(await this.report())) return undefined;
    const figures = [...this.rooms_.figures.querySelectorAll<SVGSVGElement>('svg.bank-figure')];
    return figures.find(each => getComputedStyle(each).display !== 'none');
  }

  /** Back to the snippet as the page brought it. The editor's undo still knows what was typed. */
  reset(): void {
    this.set_ = { ...this.settings_.knobs };
    this.chose_ = false;
    this.pick_ = { site: 0, pattern: 0 };
    void forgetLink(this.element_, this.context_.loadTaking);
    this.source = this.snippet_.text;
    this.rooms_.said.textContent = this.messages_.lab.wasReset;
  }

  /** Says in a notice that the page's address was to bring another source here, and could not. */
  tellOfLink(text: string): void {
    const { notice, said } = this.rooms_;
    notice.textContent = text;
    notice.hidden = false;
    said.textContent = notice.textContent;
  }

  /** The element's attributes have changed. */
  update(settings: Settings): void {
    const old = this.settings_;
    this.settings_ = settings;
    if (JSON.stringify(old.knobs) !== JSON.stringify(settings.knobs)) this.set_ = { ...settings.knobs };
    this.source_.setReadOnly(settings.readOnly);
    if (JSON.stringify(old) !== JSON.stringify(settings)) this.mend_.close();
    this.showView_();
    if (old.veiled !== settings.veiled) this.showVeil_();
    const runs = ({ options, knobs, ranges, site }: Settings): string =>
      JSON.stringify([options, knobs, ranges, site]);
    if (runs(old) !== runs(settings)) this.run_();
  }

  /** Source or knobs are not as the page brought them. */
  get edited(): boolean {
    const { knobs } = this.settings_;
    return this.source !== this.snippet_.text || JSON.stringify(this.set_) !== JSON.stringify(knobs);
  }

  /** What a link to the lab says beside its attributes. */
  private state_() {
    return { source: this.source, knobs: this.set_, ranges: this.settings_.ranges };
  }

  private emit_(name: string, detail: unknown): void {
    this.element_.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  private changed_(): void {
    this.rooms_.reset.disabled = !this.edited;
    this.rooms_.notice.hidden = true;
    this.mend_.close();
    this.emit_('banklab-change', { source: this.source, knobs: this.knobs });
    if (this.waits_) this.begin();
    else this.run_();
    this.speakSoon_();
  }

  private run_(): void {
    if (this.waits_) return;
    this.running_ = true;
    const options = { ...this.options_(), ...(this.why_.wanted ? { explain: true } : {}) };
    void this.context_.engine
      .analyze(this.element_, this.source, options)
      .then(outcome => this.hear_(outcome));
  }

  private options_(): Options {
    return { set: { ...this.set_ }, ...this.settings_.options };
  }

  private hear_(outcome: Outcome): void {
    const { trouble } = this.rooms_;
    if (outcome.status === 'superseded') return;
    this.running_ = false;
    if (outcome.status === 'done') {
      trouble.hidden = true;
      this.take_(outcome.analysis);
    } else {
      trouble.hidden = false;
      trouble.textContent = troubleOf(outcome, this.messages_.lab);
      if (outcome.status === 'failed' && outcome.unreachable) this.awaitNetwork_();
      this.rooms_.answer.classList.add('stale');
      this.rooms_.said.textContent = trouble.textContent;
      this.analysis_ = undefined;
    }
    for (const resolve of this.waiters_.splice(0)) resolve();
  }

  /** Runs again when the browser says that there is a network. */
  private awaitNetwork_(): void {
    removeEventListener('online', this.again_);
    addEventListener('online', this.again_, { once: true });
  }

  /** Shows an analysis. One without a report leaves the last figure, faded, under the diagnostics. */
  private take_(analysis: Analysis): void {
    this.analysis_ = analysis;
    if (this.launch_ >= analysis.reports.length) this.launch_ = 0;
    // A half-typed source may still run, and reach no access: then the last figure stays.
    const broken = analysis.diagnostics.some(diagnostic => diagnostic.severity === 'error');
    // Where there is nothing to run, and nothing wrong either, nothing meets the banks.
    const nothing = this.report_ && { ...this.report_, ...emptyRun };
    const ran = analysis.reports[this.launch_] ?? (broken ? undefined : nothing);
    const report = broken && ran?.sites.length === 0 ? undefined : ran;
    const diagnostics = [...analysis.diagnostics, ...(report?.diagnostics ?? [])];
    this.rooms_.answer.classList.toggle('stale', !report);
    this.mend_.show(analysis.reports.some(({ totals }) => totals.excessive > 0));
    if (report) {
      this.report_ = report;
      this.keepPick_(report);
      this.knobs_.show(report.knobs, this.settings_.ranges);
      showAssumptions(this.rooms_.assumed, report.assumptions, this.messages_.lab);
    }
    showLaunches(this.rooms_.launches, analysis.reports, this.launch_);
    this.draw_(diagnostics);
    this.emit_('banklab-report', { analysis, report, pick: this.pick_ });
  }

  /** The same pick in a new report as far as it still exists. */
  private keepPick_(report: Report): void {
    const { site, pattern } = this.pick_;
    const newSite = this.chose_ && report.sites[site] ? site : this.defaultSite_(report);
    const same = newSite === site && pattern < (report.sites[newSite]?.patterns.length ?? 0);
    const pick: Pick = same ? this.pick_ : { site: newSite, pattern: 0 };
    this.pick_ =
      pickedWave(accessOf(report, pick), pick) === undefined
        ? { site: pick.site, pattern: pick.pattern }
        : pick;
  }

  private defaultSite_(report: Report): number {
    const given = this.settings_.site;
    return given !== undefined && report.sites[given] ? given : dearestSite(report);
  }

  private choose_(site: number): void {
    this.chose_ = true;
    this.repick_({ site, pattern: 0 });
  }

  private step_(wave: number | undefined): void {
    if (!this.report_) return;
    const { site, pattern } = this.pick_;
    const access = accessOf(this.report_, this.pick_);
    const to = wave === undefined ? undefined : access.waves[wave];
    this.repick_(to ? { site, pattern, pass: to.pass, wavefront: to.index } : { site, pattern });
    this.rooms_.said.textContent = spokenStep(access, wave, this.messages_.lab);
  }

  private repick_(pick: Pick): void {
    if (!this.report_) return;
    this.pick_ = pick;
    this.draw_(this.diagnostics_());
  }

  private diagnostics_(): Diagnostic[] {
    return [...(this.analysis_?.diagnostics ?? []), ...(this.report_?.diagnostics ?? [])];
  }

  private draw_(diagnostics: Diagnostic[]): void {
    const { rooms_: rooms, report_: report, pick_: pick } = this;
    const { figure: say, lab } = this.messages_;
    const { veiled } = this.settings_;
    const source = this.source;
    const stale = rooms.answer.classList.contains('stale');
    this.showNotes_({
      // While the source cannot run, the last marks stay where the text carries them.
      marks: veiled || !report ? [] : stale ? undefined : marks(report, say),
      problems: problemsOf(source, diagnostics, lab),
      picked: report && report.sites.length > 1 && !veiled ? this.spanOfPick_(source, report) : undefined,
      pickedSite: report && report.sites.length > 1 ? pick.site : -1,
    });
    this.listSoon_(diagnostics);
    if (!report) return;
    const access = this.stage_.draw(report, pick);
    this.stepper_.show(access, pickedWave(access, pick));
    this.sites_.show(report, pick);
    this.strip_.show(report, pick);
    this.badge_.show(report, pick.site);
    this.why_.show(report.sites[pick.site]);
    showCompiled(rooms.compiled, report, pick.site);
    rooms.sentence.innerHTML = trustedHtml(sentence(report, pick, say));
    this.showTable_();
  }

  /** With the next frame, together with what the editor itself has to lay out. */
  private showNotes_(notes: Notes): void {
    if (!this.notes_) {
      requestAnimationFrame(() => {
        const newest = this.notes_;
        this.notes_ = undefined;
        if (newest) this.source_.show(newest);
      });
    }
    this.notes_ = notes;
  }

  /** Half-typed source is often wrong: the list appears when the reader pauses, so that the page keeps still. */
  private listSoon_(diagnostics: Diagnostic[]): void {
    clearTimeout(this.listTimer_);
    const { diagnostics: room } = this.rooms_;
    const list = () =>
      listDiagnostics(room, diagnostics, this.messages_.lab, (line, column) =>
        this.source_.focus(offsetsIn(this.source)(line, column)),
      );
    if (diagnostics.length && room.hidden) this.listTimer_ = setTimeout(list, 600);
    else list();
  }

  private spanOfPick_(source: string, report: Report): Span | undefined {
    const site = report.sites[this.pick_.site];
    if (!site) return undefined;
    const offsetOf = offsetsIn(source);
    return { from: offsetOf(site.line, site.column), to: offsetOf(site.end_line, site.end_column) };
  }

  private showTable_(): void {
    if (this.report_ && !this.rooms_.table.hidden)
      this.rooms_.table.innerHTML = trustedHtml(table(this.report_, this.pick_, this.messages_.figure));
  }

  /** Shows the rooms that belong to the view; brings the editor where its room is to be seen. */
  private showView_(): void {
    const { lab, badge, card, showMend } = this.rooms_;
    const { view, readOnly } = this.settings_;
    const folds = view === 'badge';
    badge.hidden = !folds;
    card.hidden = folds && !this.badge_.open;
    lab.dataset.view = folds ? 'both' : view;
    showMend.hidden = readOnly || view === 'figure';
    lab.classList.toggle('folds', folds);
    if (!this.waits_ && !card.hidden && view !== 'figure') void this.source_.load();
  }

  private showVeil_(): void {
    const { veil, answer, bar, table: tableRoom, share } = this.rooms_;
    const { veiled } = this.settings_;
    veil.hidden = !veiled;
    answer.hidden = veiled;
    bar.classList.toggle('veiled', veiled);
    share.classList.toggle('veiled', veiled);
    if (veiled) tableRoom.hidden = true;
    if (this.analysis_) this.draw_(this.diagnostics_());
  }

  /** Says the verdict to screen readers once the reader pauses. */
  private speakSoon_(): void {
    clearTimeout(this.speakTimer_);
    this.speakTimer_ = setTimeout(() => {
      const { said, sentence: text, diagnostics, answer } = this.rooms_;
      if (this.settings_.veiled) return;
      const problems = diagnostics.childElementCount;
      const found = problems ? `${this.messages_.lab.problems(problems)} ` : '';
      said.textContent = found + (answer.classList.contains('stale') ? '' : (text.textContent ?? ''));
    }, 700);
  }
}
