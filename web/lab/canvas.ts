// A drawing in the page. Of a new one only what differs is changed: a part that has the same elements is patched, the
// others are made anew, all in one go. For most keystrokes that is a fraction of the figure, and text is what costs.

import { trustedHtml } from '../engine/trusted.ts';
import { toSvg } from '../figure/drawing.ts';
import type { Drawing } from '../figure/index.ts';
import { patch } from './patch.ts';

export class Canvas {
  private shown_: Drawing | undefined;
  /** For each layer, the node of each part; null where a part is empty. */
  private nodes_: (Element | null)[][] = [];

  constructor(private readonly room_: HTMLElement) {}

  show(drawing: Drawing): void {
    const old = this.shown_;
    this.shown_ = drawing;
    const same =
      old?.head === drawing.head &&
      old.layers.every((layer, i) => layer.attributes === drawing.layers[i]?.attributes);
    if (old && same && old.layers.length === drawing.layers.length) this.change_(old, drawing);
    else this.begin_(drawing);
  }

  /** Forgets what is shown; the next drawing is made from nothing. */
  clear(): void {
    this.shown_ = undefined;
  }

  private begin_(drawing: Drawing): void {
    this.room_.innerHTML = trustedHtml(toSvg(drawing));
    const groups = [...this.room_.querySelectorAll(':scope > svg > g')];
    this.nodes_ = drawing.layers.map(({ parts }, i) => {
      let child = groups[i]!.firstElementChild;
      return parts.map(part => {
        if (!part) return null;
        const node = child;
        child = node!.nextElementSibling;
        return node;
      });
    });
  }

  private change_(old: Drawing, { title, layers }: Drawing): void {
    const changed: { layer: number; index: number; part: string }[] = [];
    layers.forEach(({ parts }, layer) => {
      const before = old.layers[layer]!.parts;
      for (let index = 0; index < Math.max(parts.length, before.length); index++) {
        const [was, part] = [before[index] ?? '', parts[index] ?? ''];
        const node = this.nodes_[layer]![index];
        if (part === was || (node && part && patch(node, was, part))) continue;
        changed.push({ layer, index, part });
      }
    });
    if (old.title !== title) this.room_.querySelector('title')!.textContent = title;
    if (!changed.length) return;

    const template = document.createElement('template');
    template.innerHTML = trustedHtml(`<svg>${changed.map(({ part }) => part).join('')}</svg>`);
    const fresh = [...template.content.firstElementChild!.children];
    const groups = this.room_.querySelectorAll(':scope > svg > g');
    let taken = 0;
    for (const { layer, index, part } of changed) {
      const nodes = this.nodes_[layer]!;
      const node = part ? fresh[taken++]! : null;
      const before = nodes[index] ?? null;
      if (before && node) before.replaceWith(node);
      else if (before) before.remove();
      else if (node) groups[layer]!.insertBefore(node, nodes.find((other, i) => i > index && other) ?? null);
      nodes[index] = node;
    }
  }
}
