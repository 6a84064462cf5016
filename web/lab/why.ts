// Below the sentence, unfolded: the addresses of a dear access as a function of the lane. The engine says it only where it is asked,
// so that it costs nothing while it is folded.
import type { Site } from '../engine/report.ts';

export class Why {
  /** `onOpen` hears that the reader wants to know. */
  constructor(
    private readonly room_: HTMLDetailsElement,
    onOpen: () => void,
  ) {
    room_.addEventListener('toggle', () => {
      if (room_.open) onOpen();
    });
  }

  /** The engine is to be asked. */
  get wanted(): boolean {
    return this.room_.open;
  }

  /** Keeps its place where there is nothing to explain, so that the page does not jump. */
  show(site: Site | undefined): void {
    this.room_.classList.toggle('idle', !site?.excessive);
    const line = this.room_.querySelector('p')!;
    const why = site?.why;
    if (!why) {
      if (!site?.excessive) line.textContent = '';
      return;
    }
    const [before, ...after] = why.address ? why.text.split(why.address) : [why.text];
    const address = document.createElement('code');
    address.textContent = why.address;
    const begin = `${before!.charAt(0).toUpperCase()}${before!.slice(1)}`;
    line.replaceChildren(begin, address, `${after.join(why.address)}.`);
  }
}
