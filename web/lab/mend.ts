// The button 'Mend it' and the panel that it opens (mend/panel.ts, loaded with the first press).

import type { Options } from '../engine/report.ts';
import { sentence } from '../figure/index.ts';
import type { MendPanel } from '../mend/host.ts';
import type { Change } from './changes.ts';
import type { LabContext, LabEngine } from './context.ts';
import type { LabMessages } from './language.ts';
import { sheetOf } from './sheets.ts';
import type { Rooms } from './skeleton.ts';
import { Stage } from './stage.ts';

/** What is to be mended, and where the answer goes. */
export interface Mended {
  source: string;
  options: Options;
  /** Index of the launch that is shown. */
  launch: number;
  idPrefix: string;
  /** Makes changes in the editor; `text` is what comes of them. */
  edit(changes: Change[], text: string): Promise<void>;
  emit(name: string, detail: unknown): void;
}

export class Mend {
  private panel_: MendPanel | undefined;
  private hasSheet_ = false;

  /** `mended` gives what stands there now. */
  constructor(
    private readonly rooms_: Rooms,
    private readonly messages_: LabMessages,
    private readonly context_: LabContext,
    private readonly mended_: () => Mended,
  ) {
    const { showMend, mend } = rooms_;
    showMend.addEventListener('click', () => (mend.hidden ? void this.open_() : this.close()));
    mend.addEventListener('keydown', event => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      this.leave_();
    });
  }

  /** Whether there is something to mend. The button keeps its place beside the others. */
  show(excessive: boolean): void {
    this.rooms_.showMend.classList.toggle('idle', !excessive);
  }

  close(): void {
    const { mend, showMend } = this.rooms_;
    if (mend.hidden) return;
    this.panel_?.end();
    this.panel_ = undefined;
    mend.hidden = true;
    mend.replaceChildren();
    showMend.setAttribute('aria-expanded', 'false');
  }

  private leave_(): void {
    this.close();
    this.rooms_.showMend.focus();
  }

  private async open_(): Promise<void> {
    const { mend, showMend, said } = this.rooms_;
    const { engine } = this.context_;
    const { messages_: messages } = this;
    mend.hidden = false;
    showMend.setAttribute('aria-expanded', 'true');
    try {
      const { css, open } = await this.context_.loadMender();
      // The reader may have closed it meanwhile.
      if (mend.hidden || this.panel_) return;
      this.addSheet_(css);
      const mended = this.mended_();
      this.panel_ = open({
        ...mended,
        room: mend,
        apply: async (changes, text, fix) => {
          this.close();
          await mended.edit(changes, text);
          mended.emit('banklab-fix', fix);
        },
        search: wishes => engine.fix(mended.source, mended.options, wishes),
        analyze: source => explained(engine, source, mended.options),
        stage: (room, detail) => new Stage(room, detail, `${mended.idPrefix}-mend`, messages),
        sentence: (report, pick) => sentence(report, pick, messages.figure),
        messages: messages.mend,
        say: text => {
          said.textContent = text;
        },
        close: () => this.leave_(),
      });
    } catch {
      mend.textContent = messages.lab.noSearch;
      said.textContent = mend.textContent;
    }
  }

  private addSheet_(css: string): void {
    if (this.hasSheet_) return;
    this.hasSheet_ = true;
    const root = this.rooms_.lab.getRootNode() as ShadowRoot;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheetOf(css)];
  }
}

async function explained(engine: LabEngine, source: string, options: Options) {
  const outcome = await engine.analyze({}, source, { ...options, explain: true });
  return outcome.status === 'done' ? outcome.analysis : undefined;
}
