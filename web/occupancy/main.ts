// Makes the calculator of a page live: the fields stand where there is script, and what follows from them is drawn by the
// functions that drew it when the page was built.
import type { Multiprocessor } from '../engine/report.ts';
import { chart } from './chart.ts';
import { capability, type Launch } from './occupancy.ts';
import { sentence, table } from './table.ts';
import { words } from './words.ts';

const fields = [
  { name: 'threads', min: 1, max: 1024 },
  { name: 'bytes', min: 0, max: 262_144 },
  { name: 'padding', min: 0, max: 65_536 },
] as const;

function numberField(
  label: string,
  value: number,
  min: number,
  max: number,
): [HTMLElement, HTMLInputElement] {
  const input = document.createElement('input');
  Object.assign(input, { type: 'number', min: `${min}`, max: `${max}`, value: `${value}`, required: true });
  const whole = document.createElement('label');
  whole.append(label, input);
  return [whole, input];
}

function calculator(root: HTMLElement): void {
  const all = JSON.parse(root.dataset.multiprocessors!) as Multiprocessor[];
  const launch = JSON.parse(root.dataset.launch!) as Launch;
  const form = document.createElement('form');
  form.addEventListener('submit', event => event.preventDefault());

  const pick = document.createElement('select');
  for (const each of all) pick.add(new Option(capability(each), each.id, false, each.id === root.dataset.on));
  const picking = document.createElement('label');
  picking.append(words.capability, pick);
  form.append(picking);

  const update = () => {
    const of = all.find(({ id }) => id === pick.value)!;
    root.querySelector('.chart')!.innerHTML = chart(of, launch, words);
    root.querySelector('.table')!.innerHTML = table(all, launch, of.id, words);
    root.querySelector('.said')!.textContent = sentence(of, launch, words);
  };
  pick.addEventListener('change', update);
  for (const { name, min, max } of fields) {
    const [whole, input] = numberField(words[name], launch[name], min, max);
    input.addEventListener('input', () => {
      // A field that holds no such number is marked by the stylesheet; the last good one stays.
      if (!input.checkValidity()) return;
      launch[name] = input.valueAsNumber;
      update();
    });
    form.append(whole);
  }
  root.prepend(form);
}

for (const root of document.querySelectorAll<HTMLElement>('.occupancy')) calculator(root);
