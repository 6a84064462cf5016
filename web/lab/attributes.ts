// The attributes of <bank-lab>, and the properties that stand for them. docs/embedding.md says what each is for.

interface Kind {
  property: string;
  /** 'choice': one of `choices`, of which the first is the default. */
  kind: 'text' | 'flag' | 'choice';
  choices?: readonly string[];
}

const text = (property: string): Kind => ({ property, kind: 'text' });
const flag = (property: string): Kind => ({ property, kind: 'flag' });
const choice = (property: string, ...choices: string[]): Kind => ({ property, kind: 'choice', choices });

export const attributes: Record<string, Kind> = {
  blocks: text('blocks'),
  fill: text('fill'),
  for: text('htmlFor'),
  input: text('input'),
  kernel: text('kernel'),
  knobs: text('givenKnobs'),
  label: text('label'),
  launch: text('launch'),
  loading: choice('loading', 'lazy', 'eager'),
  machine: text('machine'),
  readonly: flag('readOnly'),
  site: text('site'),
  theme: choice('theme', 'host', 'auto', 'light', 'dark'),
  veiled: flag('veiled'),
  view: choice('view', 'both', 'figure', 'editor', 'badge'),
};

export interface Reflected {
  blocks: string;
  fill: string;
  htmlFor: string;
  input: string;
  kernel: string;
  /** The attribute `knobs` as it stands, JSON. */
  givenKnobs: string;
  label: string;
  launch: string;
  loading: 'lazy' | 'eager';
  machine: string;
  readOnly: boolean;
  site: string;
  theme: 'host' | 'auto' | 'light' | 'dark';
  veiled: boolean;
  view: 'both' | 'figure' | 'editor' | 'badge';
}

/** Gives a class's instances a property for each attribute. */
export function reflect(prototype: HTMLElement): void {
  for (const [name, { property, kind, choices }] of Object.entries(attributes)) {
    Object.defineProperty(prototype, property, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        const value = this.getAttribute(name);
        if (kind === 'flag') return value !== null;
        if (kind === 'choice') return choices!.includes(value ?? '') ? value : choices![0];
        return value ?? '';
      },
      set(this: HTMLElement, value: unknown) {
        if (kind === 'flag') this.toggleAttribute(name, Boolean(value));
        else if (value === null || value === undefined) this.removeAttribute(name);
        else this.setAttribute(name, String(value));
      },
    });
  }
}
