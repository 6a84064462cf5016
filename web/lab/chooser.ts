// Rows of choices of which one is taken: the accesses of a source as tabs, the requests of an access as bars. One of
// them is reached with Tab, the others with the arrow keys.
import type { Report } from '../engine/report.ts';
import { trustedHtml } from '../engine/trusted.ts';
import { marks, type Pick, type Say, strip } from '../figure/index.ts';
import type { LabMessages } from './language.ts';

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

interface Tab {
  tab: HTMLButtonElement;
  place: HTMLElement;
  code: HTMLElement;
  cost: HTMLElement;
}

/** Tabs, one for each access of the report; hidden if there is no choice. */
export class Sites {
  private readonly tabs_: Tab[] = [];

  constructor(
    private readonly room_: HTMLElement,
    private readonly messages_: LabMessages,
    onPick: (site: number) => void,
  ) {
    walkable(room_, '[role=tab]');
    room_.addEventListener('click', event => {
      const tab = (event.target as Element).closest<HTMLElement>('[data-site]');
      if (tab) onPick(Number(tab.dataset.site));
    });
  }

  show(report: Report, pick: Pick): void {
    const { figure, lab } = this.messages_;
    const all = marks(report, figure);
    this.room_.hidden = all.length < 2;
    const count = all.length < 2 ? 0 : all.length;
    while (this.tabs_.length > count) this.tabs_.pop()!.tab.remove();
    while (this.tabs_.length < count) this.tabs_.push(this.add_());
    // Long sources have a thousand of them, of which a key changes few.
    for (let i = 0; i < count; i++) {
      const mark = all[i]!;
      const { line, kind, text } = report.sites[mark.site]!;
      const { tab, place, code, cost } = this.tabs_[i]!;
      set(tab, 'className', `site ${mark.level}`);
      set(place, 'textContent', `${line} · ${lab.kinds[kind]} `);
      set(code, 'textContent', text);
      set(cost, 'textContent', mark.text);
      const taken = mark.site === pick.site;
      if (tab.dataset.site !== `${mark.site}`) tab.dataset.site = `${mark.site}`;
      if (tab.getAttribute('aria-selected') !== `${taken}`) {
        tab.setAttribute('aria-selected', `${taken}`);
        tab.tabIndex = taken ? 0 : -1;
        if (taken) this.reveal_(tab);
      }
    }
  }

  /** Scrolls the row, and not the page, to a tab. */
  private reveal_(tab: HTMLElement): void {
    requestAnimationFrame(() => {
      const { offsetTop: top, offsetHeight: height } = tab;
      const { scrollTop, clientHeight } = this.room_;
      if (top < scrollTop || top + height > scrollTop + clientHeight)
        this.room_.scrollTop = top - clientHeight / 2;
    });
  }

  private add_(): Tab {
    const element = <K extends keyof HTMLElementTagNameMap>(name: K) => document.createElement(name);
    const made = {
      tab: element('button'),
      place: element('span'),
      code: element('code'),
      cost: element('span'),
    };
    const { tab, place, code, cost } = made;
    tab.type = 'button';
    tab.setAttribute('role', 'tab');
    cost.className = 'cost';
    tab.append(place, code, ' ', cost);
    this.room_.append(tab);
    return made;
  }
}

/** Sets a property that is not so already: what is set again is laid out again. */
function set<K extends 'className' | 'textContent'>(element: HTMLElement, name: K, value: string): void {
  if (element[name] !== value) element[name] = value;
}

/** The strip of an access's requests. */
export class Strip {
  private html_ = '';

  constructor(
    private readonly room_: HTMLElement,
    private readonly say_: Say,
    onPick: (pattern: number) => void,
  ) {
    walkable(room_, '[role=radio]');
    room_.addEventListener('click', event => {
      const bar = (event.target as Element).closest<HTMLElement>('[data-pattern]');
      if (bar) onPick(Number(bar.dataset.pattern));
    });
  }

  show(report: Report, pick: Pick): void {
    const html = strip(report, pick, this.say_);
    if (html === this.html_) return;
    this.html_ = html;
    this.room_.innerHTML = trustedHtml(html);
    this.room_.hidden = !this.room_.firstChild;
  }
}
