// Values that the reader may set, as sliders with a number beside. A slider that is being dragged must not be rebuilt
// under the finger, so that controls stay as long as their names do.
import type { Knob } from '../engine/report.ts';
import type { Messages } from '../messages/index.ts';

interface Control {
  row: HTMLElement;
  slider: HTMLInputElement;
  number: HTMLInputElement;
}

export class Knobs {
  private readonly controls_ = new Map<string, Control>();

  constructor(
    private readonly room_: HTMLElement,
    private readonly say_: Messages['lab'],
    private readonly onSet_: (name: string, value: number) => void,
  ) {}

  show(knobs: readonly Knob[]): void {
    this.room_.hidden = !knobs.length;
    const names = new Set(knobs.map(knob => knob.name));
    for (const [name, { row }] of this.controls_) {
      if (names.has(name)) continue;
      row.remove();
      this.controls_.delete(name);
    }
    for (const knob of knobs) {
      const control = this.controls_.get(knob.name) ?? this.add_(knob.name);
      for (const input of [control.slider, control.number]) {
        input.min = `${knob.min}`;
        input.max = `${knob.max}`;
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
    const listen = (from: HTMLInputElement, to: HTMLInputElement) =>
      from.addEventListener('input', () => {
        const value = Number(from.value);
        if (from.value === '' || !Number.isFinite(value)) return;
        const bounded = Math.min(Number(from.max), Math.max(Number(from.min), value));
        // A whole number's knob takes the nearest; the box is marked, and shows it when it is left.
        const taken = from.step === '1' ? Math.round(bounded) : bounded;
        to.value = `${taken}`;
        this.onSet_(name, taken);
      });
    listen(slider, number);
    listen(number, slider);
    number.addEventListener('change', () => {
      number.value = slider.value;
    });
    row.append(text, slider, number);
    const control = { row, slider, number };
    this.controls_.set(name, control);
    return control;
  }
}
