// The rooms of the playground, one shown at a time: tabs that arrow keys walk through.

export class Tabs {
  private readonly tabs_: HTMLButtonElement[];

  /** `list` holds the tabs, each with its room's id in aria-controls. `onShow` hears the room's id. */
  constructor(
    list: HTMLElement,
    private readonly onShow_: (id: string) => void,
  ) {
    this.tabs_ = [...list.querySelectorAll<HTMLButtonElement>('[role="tab"]')];
    for (const tab of this.tabs_) tab.addEventListener('click', () => this.show(roomOf(tab)));
    list.addEventListener('keydown', event => {
      const at = this.tabs_.indexOf(event.target as HTMLButtonElement);
      const last = this.tabs_.length - 1;
      const to: Record<string, number> = {
        ArrowRight: at === last ? 0 : at + 1,
        ArrowLeft: at === 0 ? last : at - 1,
        Home: 0,
        End: last,
      };
      const next = this.tabs_[to[event.key] ?? -1];
      if (at < 0 || !next) return;
      event.preventDefault();
      this.show(roomOf(next));
      next.focus();
    });
  }

  show(id: string): void {
    for (const tab of this.tabs_) {
      const isShown = roomOf(tab) === id;
      tab.setAttribute('aria-selected', `${isShown}`);
      tab.tabIndex = isShown ? 0 : -1;
      document.getElementById(roomOf(tab))!.hidden = !isShown;
    }
    this.onShow_(id);
  }
}

const roomOf = (tab: Element): string => tab.getAttribute('aria-controls')!;
