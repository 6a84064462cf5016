// The fields above a lab: each stands for one of its attributes, and follows it when a link or a kept state sets it.
import type { MachineInfo } from '../engine/report.ts';
import { words } from './words.ts';

type Field = HTMLInputElement | HTMLSelectElement;

/** A field names its attribute in data-attribute, and in data-default the value that stands for none. */
export function controls(room: HTMLElement, lab: HTMLElement): void {
  const fields = [...room.querySelectorAll<Field>('[data-attribute]')];
  const follow = (): void => {
    for (const field of fields) {
      const value = lab.getAttribute(field.dataset.attribute!) ?? field.dataset.default ?? '';
      if (
        field.localName === 'select' &&
        ![...(field as HTMLSelectElement).options].some(o => o.value === value)
      )
        (field as HTMLSelectElement).add(new Option(value));
      field.value = value;
    }
  };
  room.addEventListener('change', event => {
    const field = event.target as Field;
    const name = field.dataset.attribute;
    if (!name) return;
    const value = field.value.trim();
    if (value && value !== field.dataset.default) lab.setAttribute(name, value);
    else lab.removeAttribute(name);
  });
  new MutationObserver(follow).observe(lab, { attributeFilter: fields.map(each => each.dataset.attribute!) });
  follow();
}

/** Fills the choices of machines; what is chosen stays. */
export function showMachines(machines: readonly MachineInfo[]): void {
  for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-attribute="machine"]')) {
    const { value } = select;
    const groups = (['measured', 'documented'] as const).map(evidence => {
      const group = document.createElement('optgroup');
      group.label = words[evidence];
      const ours = machines.filter(machine => machine.evidence === evidence);
      group.append(...ours.map(({ id, title }) => new Option(`${id}: ${title}`, id)));
      return group;
    });
    select.replaceChildren(...groups);
    select.value = value;
  }
}
