// Rows of choices of which one is taken: the accesses of a source as tabs, the requests of an access as bars. One of
// them is reached with Tab, the others with the arrow keys.
import type { Report } from '../engine/report.ts';
import { marks, type Pick, strip } from '../figure/index.ts';

/** Walks with the arrow keys among the children of `room` that match; each step is a click. */
function walkable(room: HTMLElement, selector: string): void {
  room.addEventListener('keydown', event => {
    const items = [...room.querySelectorAll<HTMLElement>(selector)];
    const at = items.findIndex(item => item.tabIndex === 0);
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: items.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined || !items.length) return;
    event.preventDefault();
    items[(next + items.length) % items.length]!.click();
    // The click may have drawn the row anew.
    room.querySelectorAll<HTMLElement>(selector)[(next + items.length) % items.length]?.focus();
  });
}

/** Tabs, one for each access of the report; hidden if there is no choice. */
export class Sites {
  constructor(
    private readonly room_: HTMLElement,
    onPick: (site: number) => void,
  ) {
    walkable(room_, '[role=tab]');
    room_.addEventListener('click', event => {
      const tab = (event.target as Element).closest<HTMLElement>('[data-site]');
      if (tab) onPick(Number(tab.dataset.site));
    });
  }

  show(report: Report, pick: Pick): void {
    const all = marks(report);
    this.room_.hidden = all.length < 2;
    if (all.length < 2) {
      this.room_.replaceChildren();
      return;
    }
    const tabs = all.map(mark => {
      const site = report.sites[mark.site]!;
      const tab = document.createElement('button');
      tab.type = 'button';
      tab.setAttribute('role', 'tab');
      tab.className = `site ${mark.level}`;
      tab.dataset.site = `${mark.site}`;
      tab.setAttribute('aria-selected', `${mark.site === pick.site}`);
      tab.tabIndex = mark.site === pick.site ? 0 : -1;
      const kind = document.createElement('span');
      kind.textContent = `${site.line} · ${site.kind} `;
      const code = document.createElement('code');
      code.textContent = site.text;
      const cost = document.createElement('span');
      cost.className = 'cost';
      cost.textContent = mark.text;
      tab.append(kind, code, ' ', cost);
      return tab;
    });
    this.room_.replaceChildren(...tabs);
  }
}

/** The strip of an access's requests. */
export class Strip {
  private html_ = '';

  constructor(
    private readonly room_: HTMLElement,
    onPick: (pattern: number) => void,
  ) {
    walkable(room_, '[role=radio]');
    room_.addEventListener('click', event => {
      const bar = (event.target as Element).closest<HTMLElement>('[data-pattern]');
      if (bar) onPick(Number(bar.dataset.pattern));
    });
  }

  show(report: Report, pick: Pick): void {
    const html = strip(report, pick);
    if (html === this.html_) return;
    this.html_ = html;
    this.room_.innerHTML = html;
    this.room_.hidden = !this.room_.firstChild;
  }
}
