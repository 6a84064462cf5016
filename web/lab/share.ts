// The row of what can be taken along: the figure, its sentence and the lab itself, to the clipboard or into a file. (The link in it is
// linked.ts's.)
import type { Messages } from '../messages/index.ts';
import type { Rooms } from './skeleton.ts';
import type { Taking } from './taking.ts';

type Thing = 'svg' | 'png' | 'text' | 'frame';

export interface Figures {
  figure(type: 'svg' | 'png'): Promise<Blob>;
  /** Whether there is one, now that the source has run. */
  shown(): Promise<boolean>;
  /** The figure's sentence. */
  sentence(): string;
  /** The lab in a frame, as HTML, if its address is not too long; undefined where there is no page for the frame. */
  frame: ((taking: Taking) => string | undefined) | undefined;
}

export class Share {
  constructor(
    private readonly rooms_: Rooms,
    private readonly say_: Messages['lab'],
    private readonly loadTaking_: () => Promise<Taking>,
    private readonly figures_: Figures,
  ) {
    const { showShare, share } = rooms_;
    share.querySelector<HTMLElement>('[data-share="copy frame"]')!.hidden = !figures_.frame;
    showShare.addEventListener('click', () => {
      share.hidden = !share.hidden;
      showShare.setAttribute('aria-expanded', `${!share.hidden}`);
      // The clipboard wants to be asked soon after the press that is for it.
      if (!share.hidden) loadTaking_().catch(() => {});
    });
    share.addEventListener('click', event => {
      const wish = (event.target as HTMLElement).dataset.share;
      if (wish) void this.do_(...(wish.split(' ') as ['copy' | 'save', Thing]));
    });
  }

  private async do_(way: 'copy' | 'save', type: Thing): Promise<void> {
    const taking = await this.loadTaking_().catch(() => undefined);
    if (!taking) {
      this.tell_(this.say_.notLoaded);
      return;
    }
    try {
      if (type === 'frame') {
        const frame = this.figures_.frame?.(taking);
        if (!frame) return this.tell_(this.say_.linkTooLong);
        await navigator.clipboard.writeText(frame);
      } else if (!(await this.figures_.shown())) {
        return this.tell_(this.say_.noFigure);
      } else if (type === 'text') {
        await navigator.clipboard.writeText(this.figures_.sentence());
      } else if (way === 'copy') {
        await this.copy_(type);
      } else {
        this.save_(await this.figures_.figure(type), type);
      }
      this.tell_(way === 'copy' ? this.say_.copied : this.say_.saved);
    } catch {
      this.tell_(way === 'copy' ? this.say_.noClipboard : this.say_.noPicture);
    }
  }

  private async copy_(type: 'svg' | 'png'): Promise<void> {
    if (type === 'svg') {
      await navigator.clipboard.writeText(await (await this.figures_.figure('svg')).text());
      return;
    }
    const sentence = new Blob([this.figures_.sentence()], { type: 'text/plain' });
    // The picture may still be on its way: Safari wants the clipboard asked within the click.
    const item = new ClipboardItem({ 'image/png': this.figures_.figure('png'), 'text/plain': sentence });
    await navigator.clipboard.write([item]);
  }

  private save_(blob: Blob, type: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = `bank-figure.${type}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  private tell_(text: string): void {
    this.rooms_.shared.textContent = text;
    this.rooms_.said.textContent = text;
  }
}
