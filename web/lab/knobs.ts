// Values that the reader may set, as sliders with a number beside. A slider that is being dragged must not be rebuilt
// under the finger, so that controls stay as long as their names do. A slider's range is what is usual; the number takes
// any value, and the engine says what it thinks of it.
import type { Knob } from '../engine/report.ts';
import type { Messages } from '../messages/index.ts';
import type { Ranges } from './settings.ts';

interface Control {
  row: HTMLElement;
  slider: HTMLInputElement;
  number: HTMLInputElement;
  /** The value as it was last set; the slider shows the nearest that it has. */
  value: number;
  min: number;
  max: number;
}

/** The engine's range, which it widens to hold the value; a range from before that goes on holds what is usual. */
export function usualRange(
  { value, min, max }: Knob,
  before: { min: number; max: number } | undefined,
): { min: number; max: number } {
  if (!before) return { min, max };
  return {
    min: value === min && value < before.min ? before.min : min,
    max: value === max && value > before.max ? before.max : max,
  };
}

export class Knobs {
  private readonly controls_ = new Map<string, Control>();

  constructor(
    private readonly room_: HTMLElement,
    private readonly say_: Messages['lab'],
    private readonly onSet_: (name: string, value: number) => void,
  ) {}

  /** `given` are the page's ranges, which come before the engine's. */
  show(knobs: readonly Knob[], given: Ranges): void {
    this.room_.hidden = !knobs.length;
    const names = new Set(knobs.map(knob => knob.name));
    for (const [name, { row }] of this.controls_) {
      if (names.has(name)) continue;
      row.remove();
      this.controls_.delete(name);
    }
    for (const knob of knobs) {
      const before = this.controls_.get(knob.name);
      const control = before ?? this.add_(knob.name);
      const { slider, number } = control;
      Object.assign(control, usualRange(knob, before), { value: knob.value });
      slider.min = `${given[knob.name]?.min ?? control.min}`;
      slider.max = `${given[knob.name]?.max ?? control.max}`;
      for (const input of [slider, number]) {
        input.step = knob.is_float ? 'any' : '1';
        // What the reader holds is the reader's.
        if (!input.matches(':focus')) input.value = `${knob.value}`;
      }
      this.room_.append(...(control.row.parentNode ? [] : [control.row]));
    }
  }

  private add_(name: string): Control {
    const row = document.createElement('div');
    row.className = 'knob';
    const text = document.createElement('code');
    text.textContent = name;
    const slider = document.createElement('input');
    slider.type = 'range';
    slider.setAttribute('aria-label', name);
    const number = document.createElement('input');
    number.type = 'number';
    number.setAttribute('aria-label', this.say_.knobNumber(name));
    const control: Control = { row, slider, number, value: 0, min: 0, max: 0 };
    const listen = (from: HTMLInputElement, to: HTMLInputElement) =>
      from.addEventListener('input', () => {
        const value = Number(from.value);
        if (from.value === '' || !Number.isFinite(value)) return;
        // A whole number's knob takes the nearest; the box is marked, and shows it when it is left.
        control.value = from.step === '1' ? Math.round(value) : value;
        to.value = `${control.value}`;
        this.onSet_(name, control.value);
      });
    listen(slider, number);
    listen(number, slider);
    number.addEventListener('change', () => {
      number.value = `${control.value}`;
    });
    row.append(text, slider, number);
    this.controls_.set(name, control);
    return control;
  }
}
