// The figure on the page: drawn in the shape that fits, with lanes that can be hovered, tapped, and walked through with
// the arrow keys. Which lane is looked at changes classes only; the drawing stays.
import type { Report } from '../engine/report.ts';
import { accessOf, drawing, laneFacts, type Pick } from '../figure/index.ts';
import { Canvas } from './canvas.ts';
import type { LabMessages } from './language.ts';

type Access = ReturnType<typeof accessOf>;

export class Stage {
  private access_: Access | undefined;
  private drawn_: { report: Report; pick: Pick } | undefined;
  private shape_: 'wide' | 'tall' | undefined;
  private lane_: number | undefined;
  private looked_: number[] = [];
  private readonly canvas_: Canvas;
  /** Measured once and then heard of: asking again would lay out the page. */
  private width_: number | undefined;
  private naming_ = false;

  constructor(
    private readonly room_: HTMLElement,
    private readonly detail_: HTMLElement,
    private readonly idPrefix_: string,
    private readonly messages_: LabMessages,
  ) {
    this.canvas_ = new Canvas(room_);
    detail_.textContent = messages_.lab.hint;
    const laneAt = (target: EventTarget | null): number[] => {
      const element = (target as Element).closest?.<SVGElement>('[data-lane], [data-lanes]');
      const text = element?.dataset.lane ?? element?.dataset.lanes;
      return text ? text.split(' ').map(Number) : [];
    };
    room_.addEventListener('pointerover', event => this.look_(laneAt(event.target)));
    room_.addEventListener('pointerleave', event => {
      if (event.pointerType === 'mouse') this.look_(this.focusedLane_());
    });
    room_.addEventListener('focusin', event => this.look_(laneAt(event.target)));
    room_.addEventListener('focusout', () => this.look_([]));
    room_.addEventListener('click', event => {
      const lanes = laneAt(event.target);
      this.look_(lanes);
      if (lanes.length) this.walkTo_(lanes[0]!, true);
    });
    room_.addEventListener('keydown', event => this.key_(event));
    new ResizeObserver(([entry]) => {
      this.width_ = entry!.contentRect.width;
      // Drawn at once, the room would change within the turn in which it was measured, an error in the page.
      requestAnimationFrame(() => {
        if (this.drawn_ && this.fitting_() !== this.shape_) this.draw(this.drawn_.report, this.drawn_.pick);
      });
    }).observe(room_);
  }

  /** Shows a static figure as it is until there is a report to draw. */
  adopt(svgs: Iterable<Element>): void {
    this.canvas_.clear();
    this.room_.replaceChildren(...[...svgs].map(svg => svg.cloneNode(true)));
  }

  draw(report: Report, pick: Pick): Access {
    const focused = this.focusedLane_()[0];
    this.drawn_ = { report, pick };
    this.shape_ = this.fitting_();
    this.access_ = accessOf(report, pick);
    const { shape_: shape, idPrefix_: idPrefix } = this;
    const look = { shape, idPrefix, live: true, say: this.messages_.figure };
    this.canvas_.show(drawing(report, pick, look));
    if (this.lane_ !== undefined) this.walkTo_(this.lane_, focused !== undefined);
    if (this.looked_.length) this.look_(this.looked_);
    this.nameLanes_();
    return this.access_;
  }

  /** Names the lanes' buttons for screen readers, with the next frame. */
  private nameLanes_(): void {
    if (this.naming_) return;
    this.naming_ = true;
    requestAnimationFrame(() => {
      this.naming_ = false;
      for (const button of this.room_.querySelectorAll<SVGElement>('.hit')) {
        const { spoken } = laneFacts(this.access_!, Number(button.dataset.lane), this.messages_.figure);
        if (button.getAttribute('aria-label') !== spoken) button.setAttribute('aria-label', spoken);
      }
    });
  }

  private fitting_(): 'wide' | 'tall' {
    this.width_ ??= this.room_.clientWidth;
    return this.width_ >= 640 ? 'wide' : 'tall';
  }

  private focusedLane_(): number[] {
    const focused = (this.room_.getRootNode() as ShadowRoot).activeElement;
    const lane = focused && this.room_.contains(focused) ? (focused as SVGElement).dataset.lane : undefined;
    return lane === undefined ? [] : [Number(lane)];
  }

  /** Marks the lanes' chips, curves and cells, and says what the first of them does. */
  private look_(lanes: number[]): void {
    this.looked_ = lanes;
    for (const element of this.room_.querySelectorAll('.looked')) element.classList.remove('looked');
    const [first] = lanes;
    if (first === undefined || !this.access_) {
      this.detail_.textContent = this.messages_.lab.hint;
      return;
    }
    for (const lane of lanes) {
      for (const element of this.room_.querySelectorAll(`[data-lane="${lane}"], [data-lanes~="${lane}"]`)) {
        element.classList.add('looked');
      }
    }
    const { name, steps } = laneFacts(this.access_, first, this.messages_.figure);
    const strong = document.createElement('strong');
    strong.textContent = name;
    const others = lanes.length > 1 ? this.messages_.lab.sharedBy(lanes) : '';
    this.detail_.replaceChildren(strong, ` ${steps.join(' → ')}${others}`);
  }

  /** Makes a lane the one that Tab reaches. */
  private walkTo_(lane: number, focus: boolean): void {
    const to = this.room_.querySelector<SVGElement>(`.hit[data-lane="${lane}"]`);
    if (!to) return;
    this.lane_ = lane;
    this.room_.querySelector('.hit[tabindex="0"]')?.setAttribute('tabindex', '-1');
    to.setAttribute('tabindex', '0');
    if (focus) to.focus();
  }

  private key_(event: KeyboardEvent): void {
    const [lane] = this.focusedLane_();
    if (lane === undefined || !this.access_) return;
    const row = this.shape_ === 'tall' ? 16 : 32;
    const last = this.access_.lanes.length - 1;
    const to: Record<string, number> = {
      ArrowRight: lane + 1,
      ArrowLeft: lane - 1,
      ArrowDown: lane + row,
      ArrowUp: lane - row,
      Home: 0,
      End: last,
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next >= 0 && next <= last) this.walkTo_(next, true);
  }
}
