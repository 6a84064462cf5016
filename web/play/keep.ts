// What the reader wrote, kept in this browser: it survives a reload. A link in the address comes first. Where two tabs write
// to one place, the last one's is what a reload brings back, and the other's is kept beside it, to be shown when it is asked for.
import type { BankLab } from '../lab/bank-lab.ts';
import { linkAttributes } from '../lab/state.ts';
import { load, remove, save } from '../reader/storage.ts';

interface Kept {
  source: string;
  knobs: Record<string, number>;
  attributes: Record<string, string>;
}

const keyOf = (lab: HTMLElement): string => `playground.${lab.id}`;
const otherOf = (lab: HTMLElement): string => `${keyOf(lab)}.other`;

function parse(text: string | null): Kept | undefined {
  try {
    const { source, knobs, attributes } = JSON.parse(text ?? '{}') as Partial<Kept>;
    if (typeof source !== 'string') return undefined;
    return { source, knobs: knobs ?? {}, attributes: attributes ?? {} };
  } catch {
    return undefined;
  }
}

function put(lab: BankLab, kept: Kept): void {
  for (const name of linkAttributes) {
    const value = kept.attributes[name];
    if (typeof value === 'string') lab.setAttribute(name, value);
  }
  lab.knobs = kept.knobs;
  lab.source = kept.source;
}

export interface Wishes {
  /** Hears once that nothing can be kept. */
  onLoss(): void;
  /** Hears whether another tab's text is kept beside this one's. */
  onOther(isThere: boolean): void;
}

export interface Keeper {
  /** Puts the other tab's text in, and keeps the one that was there in its place. */
  swap(): void;
  /** Forgets the other tab's text. */
  drop(): void;
}

/** Puts back what was kept, and keeps what changes from now on. */
export function keep(lab: BankLab, { onLoss, onOther }: Wishes): Keeper {
  /** What this tab last read or wrote: where something else is kept, another tab wrote it. */
  let own = load(keyOf(lab));
  const kept = parse(own);
  const isLinked = new RegExp(`^#v\\d+\\.${lab.id}\\.`).test(location.hash);
  if (kept && !isLinked) put(lab, kept);
  const tellOther = (): void => onOther(parse(load(otherOf(lab))) !== undefined);
  tellOther();

  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = false;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const attributes = Object.fromEntries(
      linkAttributes.flatMap(name => (lab.hasAttribute(name) ? [[name, lab.getAttribute(name)!]] : [])),
    );
    const text = JSON.stringify({ source: lab.source, knobs: lab.knobs, attributes } satisfies Kept);
    const before = load(keyOf(lab));
    if (before !== own && before !== text && parse(before)) {
      save(otherOf(lab), before!);
      tellOther();
    }
    save(keyOf(lab), text);
    own = text;
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

  return {
    swap() {
      write();
      const other = parse(load(otherOf(lab)));
      if (!other) return;
      save(otherOf(lab), own!);
      for (const name of linkAttributes) if (!(name in other.attributes)) lab.removeAttribute(name);
      put(lab, other);
      write();
      tellOther();
    },
    drop() {
      remove(otherOf(lab));
      tellOther();
    },
  };
}
