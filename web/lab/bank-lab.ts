// <bank-lab>: a snippet that can be changed, and what the hardware makes of it.
//
// The page brings the snippet (pre > code) and, for who has no script, its figure; the element takes both over into its
// shadow tree. From then on there is one way: source and knobs → engine → report → marks, figure, sentence, table.
import type { EngineClient, Outcome } from '../engine/client.ts';
import type { Analysis, Diagnostic, Options, Report } from '../engine/report.ts';
import { accessOf, dearestSite, marks, type Pick, pickedWave, sentence, table } from '../figure/index.ts';
import { Sites, Strip } from './chooser.ts';
import { listDiagnostics, problemsOf } from './diagnostics.ts';
import type { Notes, Span } from './editor.ts';
import { Knobs } from './knobs.ts';
import { decodeEdit, encodeEdit } from './link.ts';
import { offsetOf } from './positions.ts';
import { showAssumptions, showLaunches } from './run.ts';
import { buildSkeleton, type Rooms } from './skeleton.ts';
import { SourceView } from './source-view.ts';
import { Stage } from './stage.ts';
import { Stepper, spokenStep } from './stepper.ts';

/** What every lab of a page shares. */
export interface LabContext {
  engine: EngineClient;
  /** Address of the folder of the page's scripts. */
  base: string;
  sheets: CSSStyleSheet[];
}

const optionAttributes = ['machine', 'launch', 'kernel', 'fill'] as const;

export class BankLab extends HTMLElement {
  static readonly observedAttributes = ['veiled', ...optionAttributes];
  /** Set once, before the element is defined. */
  static context: LabContext;

  private rooms_!: Rooms;
  private source_!: SourceView;
  private knobs_!: Knobs;
  private sites_!: Sites;
  private strip_!: Strip;
  private stage_!: Stage;
  private stepper_!: Stepper;

  private original_ = '';
  private set_: Record<string, number> = {};
  private analysis_: Analysis | undefined;
  private report_: Report | undefined;
  private launch_ = 0;
  private pick_: Pick = { site: 0, pattern: 0 };
  /** The reader chose the site; until then it is the dearest. */
  private chose_ = false;
  private built_ = false;
  private near_ = false;
  private notes_: Notes | undefined;
  private listTimer_: ReturnType<typeof setTimeout> | undefined;
  private speakTimer_: ReturnType<typeof setTimeout> | undefined;

  private readonly onHash_ = (): void => this.takeLink_();

  /** The source as it stands; setting it runs it. */
  get source(): string {
    return this.source_.text();
  }
  set source(text: string) {
    this.source_.setText(text);
    this.changed_();
  }

  /** The newest report of the launch shown; undefined until there is one. */
  get report(): Report | undefined {
    return this.report_;
  }

  get pick(): Pick {
    return this.pick_;
  }

  connectedCallback(): void {
    window.addEventListener('hashchange', this.onHash_);
    if (this.built_) return;
    this.built_ = true;
    this.build_();
    this.takeLink_();
    new IntersectionObserver(
      (entries, observer) => {
        if (!entries.some(entry => entry.isIntersecting)) return;
        observer.disconnect();
        this.near_ = true;
        this.run_();
        void this.source_.load();
      },
      { rootMargin: '600px' },
    ).observe(this);
  }

  disconnectedCallback(): void {
    window.removeEventListener('hashchange', this.onHash_);
  }

  attributeChangedCallback(name: string): void {
    if (!this.built_) return;
    if (name === 'veiled') this.showVeil_();
    else this.run_();
  }

  /** Back to the snippet as the page brought it. The editor's undo still knows what was typed. */
  reset(): void {
    this.set_ = this.givenKnobs_();
    this.chose_ = false;
    this.pick_ = { site: 0, pattern: 0 };
    if (decodeEdit(location.hash)?.lab === this.id) {
      history.replaceState(null, '', location.pathname + location.search);
    }
    this.source = this.original_;
    this.rooms_.said.textContent = 'reset';
  }

  private build_(): void {
    const { engine, base, sheets } = BankLab.context;
    const code = this.querySelector('pre > code');
    const figures = [...this.querySelectorAll('figure')];
    const still = figures.find(figure => figure.querySelector('.verdict.conflict')) ?? figures[0];
    this.original_ = (code?.textContent ?? '').replace(/\n$/, '');
    this.set_ = this.givenKnobs_();

    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = sheets;
    const rooms = buildSkeleton(root);
    this.rooms_ = rooms;

    const highlighted = document.createDocumentFragment();
    highlighted.append(...[...(code?.childNodes ?? [])].map(node => node.cloneNode(true)));
    const host = {
      parent: rooms.code,
      root,
      text: this.original_,
      name: this.getAttribute('label') ?? 'CUDA source',
      onChange: () => this.changed_(),
      onMark: (site: number) => this.choose_(site),
      onFocus: (focused: boolean) => {
        rooms.leave.hidden = !focused;
        if (focused) engine.warmUp();
      },
    };
    this.source_ = new SourceView(host, base, highlighted);
    rooms.knobs.addEventListener('focusin', () => engine.warmUp());
    this.knobs_ = new Knobs(rooms.knobs, (name, value) => {
      this.set_[name] = value;
      this.changed_();
    });
    this.sites_ = new Sites(rooms.sites, site => this.choose_(site));
    this.strip_ = new Strip(rooms.strip, pattern => this.repick_({ site: this.pick_.site, pattern }));
    this.stage_ = new Stage(rooms.figures, rooms.laneDetail, this.id || 'lab');
    this.stepper_ = new Stepper(rooms.stepper, wave => this.step_(wave));
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
    rooms.copyLink.addEventListener('click', () => void this.copyLink_());
    rooms.showTable.addEventListener('click', () => {
      rooms.table.hidden = !rooms.table.hidden;
      rooms.showTable.setAttribute('aria-expanded', `${!rooms.table.hidden}`);
      this.showTable_();
    });
    rooms.unveil.addEventListener('click', () => {
      this.removeAttribute('veiled');
      this.dispatchEvent(new CustomEvent('banklab-unveil', { bubbles: true, composed: true }));
    });
    this.showVeil_();
  }

  /** The attribute `knobs`: a JSON object of names and values. */
  private givenKnobs_(): Record<string, number> {
    return JSON.parse(this.getAttribute('knobs') ?? '{}') as Record<string, number>;
  }

  private edited_(): boolean {
    return this.source !== this.original_ || JSON.stringify(this.set_) !== JSON.stringify(this.givenKnobs_());
  }

  private changed_(): void {
    this.rooms_.reset.disabled = !this.edited_();
    const detail = { source: this.source, knobs: { ...this.set_ } };
    this.dispatchEvent(new CustomEvent('banklab-change', { detail, bubbles: true, composed: true }));
    this.near_ = true;
    this.run_();
    this.speakSoon_();
  }

  private options_(): Options {
    const options: Options = { set: this.set_ };
    for (const name of optionAttributes) {
      const value = this.getAttribute(name);
      if (value !== null) options[name] = value;
    }
    const blocks = this.getAttribute('blocks');
    if (blocks !== null) options.blocks = blocks === 'all' ? 'all' : Number(blocks);
    const input = this.getAttribute('input');
    if (input !== null) options.input = input.split(';').map(text => text.trim());
    return options;
  }

  private run_(): void {
    if (!this.near_) return;
    void BankLab.context.engine
      .analyze(this, this.source, this.options_())
      .then(outcome => this.hear_(outcome));
  }

  private hear_(outcome: Outcome): void {
    const { trouble } = this.rooms_;
    if (outcome.status === 'superseded') return;
    if (outcome.status === 'done') {
      trouble.hidden = true;
      this.take_(outcome.analysis);
      return;
    }
    trouble.hidden = false;
    trouble.textContent =
      outcome.status === 'stopped'
        ? `This ran longer than ${outcome.limit / 1000} seconds and was stopped. What is shown is the last version that finished; change the source and it runs again.`
        : `The engine could not answer (${outcome.message}). What is shown is the last version that finished; the next change starts the engine anew.`;
    this.rooms_.answer.classList.add('stale');
    this.rooms_.said.textContent = trouble.textContent;
  }

  /** Shows an analysis. One without a report leaves the last figure, faded, under the diagnostics. */
  private take_(analysis: Analysis): void {
    this.analysis_ = analysis;
    if (this.launch_ >= analysis.reports.length) this.launch_ = 0;
    // A half-typed source may still run, and reach no access: then the last figure stays.
    const broken = analysis.diagnostics.some(diagnostic => diagnostic.severity === 'error');
    const ran = analysis.reports[this.launch_];
    const report = broken && ran?.sites.length === 0 ? undefined : ran;
    const diagnostics = [...analysis.diagnostics, ...(report?.diagnostics ?? [])];
    this.rooms_.answer.classList.toggle('stale', !report);
    if (report) {
      this.report_ = report;
      this.keepPick_(report);
      this.knobs_.show(report.knobs);
      showAssumptions(this.rooms_.assumed, report.assumptions);
    }
    showLaunches(this.rooms_.launches, analysis.reports, this.launch_);
    this.draw_(diagnostics);
    const detail = { analysis, report, pick: this.pick_ };
    this.dispatchEvent(new CustomEvent('banklab-report', { detail, bubbles: true, composed: true }));
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

  /** The attribute `site` (from 1), or else the dearest. */
  private defaultSite_(report: Report): number {
    const given = Number(this.getAttribute('site') ?? 0) - 1;
    return report.sites[given] ? given : dearestSite(report);
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
    this.rooms_.said.textContent = spokenStep(access, wave);
  }

  private repick_(pick: Pick): void {
    if (!this.report_) return;
    this.pick_ = pick;
    const diagnostics = [...(this.analysis_?.diagnostics ?? []), ...this.report_.diagnostics];
    this.draw_(diagnostics);
  }

  private draw_(diagnostics: Diagnostic[]): void {
    const { rooms_: rooms, report_: report, pick_: pick } = this;
    const source = this.source;
    const veiled = this.hasAttribute('veiled');
    const stale = rooms.answer.classList.contains('stale');
    this.showNotes_({
      // While the source cannot run, the last marks stay where the text carries them.
      marks: veiled || !report ? [] : stale ? undefined : marks(report),
      problems: problemsOf(source, diagnostics),
      picked: report && report.sites.length > 1 && !veiled ? this.spanOfPick_(source, report) : undefined,
      pickedSite: report && report.sites.length > 1 ? pick.site : -1,
    });
    this.listSoon_(diagnostics);
    if (!report) return;
    const access = this.stage_.draw(report, pick);
    this.stepper_.show(access, pickedWave(access, pick));
    this.sites_.show(report, pick);
    this.strip_.show(report, pick);
    rooms.sentence.innerHTML = sentence(report, pick);
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
      listDiagnostics(room, diagnostics, (line, column) =>
        this.source_.focus(offsetOf(this.source.split('\n'), line, column)),
      );
    if (diagnostics.length && room.hidden) this.listTimer_ = setTimeout(list, 600);
    else list();
  }

  private spanOfPick_(source: string, report: Report): Span | undefined {
    const site = report.sites[this.pick_.site];
    if (!site) return undefined;
    const lines = source.split('\n');
    return {
      from: offsetOf(lines, site.line, site.column),
      to: offsetOf(lines, site.end_line, site.end_column),
    };
  }

  private showTable_(): void {
    if (this.report_ && !this.rooms_.table.hidden)
      this.rooms_.table.innerHTML = table(this.report_, this.pick_);
  }

  private showVeil_(): void {
    const { veil, answer, bar, table: tableRoom } = this.rooms_;
    const veiled = this.hasAttribute('veiled');
    veil.hidden = !veiled;
    answer.hidden = veiled;
    bar.classList.toggle('veiled', veiled);
    if (veiled) tableRoom.hidden = true;
    if (this.analysis_) this.draw_([...this.analysis_.diagnostics, ...(this.report_?.diagnostics ?? [])]);
  }

  /** Says the verdict to screen readers once the reader pauses. */
  private speakSoon_(): void {
    clearTimeout(this.speakTimer_);
    this.speakTimer_ = setTimeout(() => {
      const { said, sentence: text, diagnostics, answer } = this.rooms_;
      if (this.hasAttribute('veiled')) return;
      const problems = diagnostics.childElementCount;
      const found = problems ? `${problems} ${problems === 1 ? 'problem' : 'problems'} in the source. ` : '';
      said.textContent = found + (answer.classList.contains('stale') ? '' : (text.textContent ?? ''));
    }, 700);
  }

  private takeLink_(): void {
    const edit = decodeEdit(location.hash);
    if (!edit || edit.lab !== this.id) return;
    this.set_ = { ...this.givenKnobs_(), ...edit.knobs };
    this.source = edit.source;
    this.scrollIntoView();
  }

  /** The link stands in the address bar as well, in case the clipboard is out of reach. */
  private async copyLink_(): Promise<void> {
    const hash = this.edited_()
      ? encodeEdit({ lab: this.id, source: this.source, knobs: this.set_ })
      : `#${this.id}`;
    history.replaceState(null, '', hash);
    const { copyLink, said } = this.rooms_;
    let text = 'Copied';
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      text = 'In the address bar';
    }
    copyLink.textContent = text;
    said.textContent = text === 'Copied' ? 'link copied' : 'the link stands in the address bar';
    setTimeout(() => {
      copyLink.textContent = 'Copy link';
    }, 1600);
  }
}
