// <bank-lab>: the element. It finds its snippet in the page, waits until it comes near the viewport, and then puts a lab
// in its shadow tree; until then its content shows as the page has it.
import type { Analysis, Report } from '../engine/report.ts';
import type { Pick } from '../figure/index.ts';
import { attributes, type Reflected, reflect } from './attributes.ts';
import { configure } from './config.ts';
import type { LabContext } from './context.ts';
import { groundOf, watchGround } from './ground.ts';
import { Lab } from './lab.ts';
import { type LabMessages, languageAt, messagesNow, messagesSoon } from './language.ts';
import { linkedState, mayBeLinked } from './linked.ts';
import { whenNear } from './nearness.ts';
import { whenPresent } from './presence.ts';
import { openRoot } from './root.ts';
import { knobsText, settingsOf } from './settings.ts';
import { labSheets } from './sheets.ts';
import { buildSkeleton, type Rooms } from './skeleton.ts';
import { findSnippet, placeOf, type Snippet } from './snippet.ts';

/** Where there is no document, as when a page is rendered by a server, the class can be named and nothing more. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** The reader's own size of type, in pixels; the same for all labs of the page. */
let typeSize: string | undefined;

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: reflect() makes the properties that the interface declares.
export class BankLab extends Base {
  static readonly observedAttributes = [...Object.keys(attributes), 'lang'];
  /** Set once, before the element is defined. */
  static context: LabContext;

  /** The address of embed.html, for *Copy frame*; without one there is no such button. */
  static get embedPage(): string | undefined {
    return BankLab.context.embedPage;
  }
  static set embedPage(url: string | undefined) {
    BankLab.context.embedPage = url;
  }

  private lab_: Lab | undefined;
  private rooms_: Rooms | undefined;
  /** What the lab says; another language makes another lab. */
  private messages_: LabMessages | undefined;
  /** What was set before there was a lab to set it in. */
  private early_: { source?: string; knobs?: Record<string, number> } = {};
  /** The page has been read to its end. */
  private parsed_ = false;
  private block_: HTMLElement | undefined;
  private leave_: (() => void)[] = [];

  /** The source as it stands; setting it runs it. */
  get source(): string {
    return this.lab_?.source ?? this.early_.source ?? findSnippet(this)?.text ?? '';
  }
  set source(text: string) {
    if (this.lab_) this.lab_.source = text;
    else this.early_.source = text;
    this.build_();
  }

  /** The values that the reader has set, by name; setting them runs the source. */
  get knobs(): Record<string, number> {
    return this.lab_?.knobs ?? this.early_.knobs ?? settingsOf(this).knobs;
  }
  set knobs(values: Record<string, number>) {
    if (this.lab_) this.lab_.knobs = values;
    else this.early_.knobs = values;
    this.build_();
  }

  /** The newest analysis; undefined until there is one. */
  get analysis(): Analysis | undefined {
    return this.lab_?.analysis;
  }

  /** What of the report is shown. */
  get pick(): Pick {
    return this.lab_?.pick ?? { site: 0, pattern: 0 };
  }

  /** The report of the source as it stands, run now if it was not yet; undefined if it does not run. */
  async report(): Promise<Report | undefined> {
    const lab = this.build_();
    const report = await lab?.report();
    return lab === this.lab_ ? report : this.report();
  }

  /** The figure as a file, its sentence as its description. Rejects if there is none. */
  async figure(type: 'svg' | 'png' = 'svg'): Promise<Blob> {
    const lab = this.build_();
    if (!lab) throw new Error('the lab has no source');
    return lab.figure(type);
  }

  /** Back to the snippet as the page brought it. */
  reset(): void {
    this.lab_?.reset();
  }

  connectedCallback(): void {
    for (const name of ['source', 'knobs', ...Object.values(attributes).map(({ property }) => property)])
      this.upgrade_(name);
    // A page that has drawn the lab itself shows that until there is one: a shadow tree would have it laid out once more.
    if (!this.querySelector(':scope > .lab-drawn')) openRoot(this);
    if (document.readyState === 'loading') this.listen_(document, 'DOMContentLoaded', () => this.begin_());
    else this.begin_();
  }

  disconnectedCallback(): void {
    for (const leave of this.leave_.splice(0)) leave();
    this.showBlock_();
  }

  attributeChangedCallback(name: string): void {
    if (!this.lab_) return;
    this.lab_.update(settingsOf(this));
    if (name === 'theme') this.showTheme_();
    if (name === 'lang') void this.showLanguage_();
    this.showBlock_();
  }

  /** All that the page holds is there. */
  private begin_(): void {
    this.parsed_ = true;
    configure(this);
    this.listen_(window, 'hashchange', () => void this.takeLink_());
    this.leave_.push(
      watchGround(() => {
        this.showTheme_();
        void this.showLanguage_();
      }),
    );
    if (this.lab_) {
      this.showTheme_();
      void this.showLanguage_();
      this.showBlock_();
    } else if (mayBeLinked(this)) void this.takeLink_().then(() => this.await_());
    else this.await_();
  }

  /** Builds the lab when it is time for it. */
  private await_(): void {
    if (this.lab_ || !this.isConnected) return;
    if (this.loading === 'eager' || Object.keys(this.early_).length) this.buildSoon_();
    else {
      const near = (): void => void this.leave_.push(whenNear(this, () => this.buildSoon_()));
      // The page has drawn the figure, or none is to be seen yet.
      if (this.veiled || this.querySelector('figure')) this.leave_.push(whenPresent(near));
      else near();
    }
  }

  /** Builds the lab once there is a language for it. */
  private buildSoon_(): void {
    const language = languageAt(this);
    if (messagesNow(language)) this.build_();
    else void messagesSoon(language, BankLab.context.loadMessages).then(() => this.build_());
  }

  /** Puts the lab into the shadow tree, if it is not there yet. Without a source it waits until the page brings one. */
  private build_(): Lab | undefined {
    if (this.lab_ || !this.isConnected || !this.parsed_) return this.lab_;
    const snippet = findSnippet(this) ?? (this.early_.source === undefined ? undefined : nothing());
    if (!snippet) {
      this.awaitSource_();
      return undefined;
    }
    const root = openRoot(this);
    const sheets = labSheets();
    // The page may have added its own.
    root.adoptedStyleSheets = [
      ...sheets,
      ...root.adoptedStyleSheets.filter(sheet => !sheets.includes(sheet)),
    ];
    root.replaceChildren();
    const language = languageAt(this);
    this.messages_ = messagesNow(language) ?? messagesNow('en')!;
    this.rooms_ = buildSkeleton(root, this.messages_);
    this.rooms_.unveil.addEventListener('click', () => {
      this.veiled = false;
      this.dispatchEvent(new CustomEvent('banklab-unveil', { bubbles: true, composed: true }));
    });
    typeSize ??= getComputedStyle(this.rooms_.lab).fontSize;
    this.rooms_.lab.style.setProperty('--rem', typeSize);
    this.block_ = snippet.block;
    this.lab_ = new Lab(this, this.rooms_, this.messages_, BankLab.context, snippet, settingsOf(this));
    this.showTheme_();
    this.showBlock_();
    const { source, knobs } = this.early_;
    if (knobs) this.lab_.knobs = knobs;
    if (source !== undefined) this.lab_.source = source;
    this.lab_.begin();
    void this.showLanguage_();
    return this.lab_;
  }

  private awaitSource_(): void {
    const parent = placeOf(this).parentNode;
    const observer = new MutationObserver(() => {
      if (!findSnippet(this)) return;
      observer.disconnect();
      this.build_();
    });
    observer.observe(this, { childList: true, subtree: true });
    if (parent) observer.observe(parent, { childList: true });
    this.leave_.push(() => observer.disconnect());
  }

  private async takeLink_(): Promise<void> {
    const { loadTaking } = BankLab.context;
    const state = await linkedState(this, loadTaking).catch(() => 'unread' as const);
    if (!state || !this.isConnected) return;
    if (typeof state === 'string') {
      const lab = this.build_();
      const say = this.messages_?.lab;
      if (say) lab?.tellOfLink(state === 'damaged' ? say.damagedLink : say.notLoaded);
      return;
    }
    for (const [name, value] of Object.entries(state.attributes)) this.setAttribute(name, value);
    const own = settingsOf(this);
    if (state.ranges) this.givenKnobs = knobsText(own.knobs, { ...own.ranges, ...state.ranges });
    this.knobs = { ...own.knobs, ...state.knobs };
    this.source = state.source;
    this.scrollIntoView();
  }

  private showTheme_(): void {
    if (!this.rooms_) return;
    const { dataset } = this.rooms_.lab;
    const { theme } = this;
    if (theme === 'auto') delete dataset.theme;
    else dataset.theme = theme === 'host' ? groundOf(this) : theme;
  }

  /** Makes the lab anew where it should speak another language; what the reader wrote stays. */
  private async showLanguage_(): Promise<void> {
    const language = languageAt(this);
    if (!this.lab_ || language === this.messages_?.language) return;
    const messages = await messagesSoon(language, BankLab.context.loadMessages);
    if (messages === this.messages_ || language !== languageAt(this) || !this.isConnected) return;
    const { source, knobs, edited } = this.lab_;
    this.early_ = edited ? { source, knobs } : {};
    this.lab_.end();
    this.lab_ = undefined;
    this.build_();
  }

  /** Hides the code block that the lab has taken over, as long as the lab shows the same code itself. */
  private showBlock_(): void {
    const replaced = this.isConnected && (this.view === 'both' || this.view === 'editor');
    if (replaced) this.block_?.style.setProperty('display', 'none', 'important');
    else this.block_?.style.removeProperty('display');
  }

  /** A property set before the element was defined hides the class's own; it is set again. */
  private upgrade_(name: string): void {
    if (!Object.hasOwn(this, name)) return;
    const self = this as unknown as Record<string, unknown>;
    const value = self[name];
    delete self[name];
    self[name] = value;
  }

  private listen_(target: EventTarget, name: string, hear: () => void): void {
    target.addEventListener(name, hear);
    this.leave_.push(() => target.removeEventListener(name, hear));
  }
}

export interface BankLab extends Reflected {}

reflect(BankLab.prototype);

const nothing = (): Snippet => ({ text: '', code: document.createTextNode(''), block: undefined });
