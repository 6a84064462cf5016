// What the reader wrote, kept in this browser: it survives a reload. A link in the address comes first.
import type { BankLab } from '../lab/bank-lab.ts';
import { linkAttributes } from '../lab/state.ts';
import { load, save } from '../reader/storage.ts';

interface Kept {
  source: string;
  knobs: Record<string, number>;
  attributes: Record<string, string>;
}

const keyOf = (lab: HTMLElement): string => `playground.${lab.id}`;

function read(lab: HTMLElement): Kept | undefined {
  try {
    const { source, knobs, attributes } = JSON.parse(load(keyOf(lab)) ?? '{}') as Partial<Kept>;
    if (typeof source !== 'string') return undefined;
    return { source, knobs: knobs ?? {}, attributes: attributes ?? {} };
  } catch {
    return undefined;
  }
}

/** Puts back what was kept, and keeps what changes from now on. `onLoss` hears once that nothing can be kept. */
export function keep(lab: BankLab, onLoss: () => void): void {
  const kept = read(lab);
  const isLinked = new RegExp(`^#v\\d+\\.${lab.id}\\.`).test(location.hash);
  if (kept && !isLinked) {
    for (const name of linkAttributes) {
      const value = kept.attributes[name];
      if (typeof value === 'string') lab.setAttribute(name, value);
    }
    lab.knobs = kept.knobs;
    lab.source = kept.source;
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = false;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const attributes = Object.fromEntries(
      linkAttributes.flatMap(name => (lab.hasAttribute(name) ? [[name, lab.getAttribute(name)!]] : [])),
    );
    const text = JSON.stringify({ source: lab.source, knobs: lab.knobs, attributes } satisfies Kept);
    save(keyOf(lab), text);
    if (told || load(keyOf(lab)) === text) return;
    told = true;
    onLoss();
  };
  const soon = (): void => {
    timer ??= setTimeout(write, 400);
  };
  lab.addEventListener('banklab-change', soon);
  new MutationObserver(soon).observe(lab, { attributeFilter: [...linkAttributes] });
  addEventListener('pagehide', () => timer !== undefined && write());
}
