// What a run was: which launch of several is shown, and what the engine had to assume.
import type { Report } from '../engine/report.ts';
import type { Messages } from '../messages/index.ts';

/** Fills the choice of launches; hidden if there is only one. */
export function showLaunches(room: HTMLElement, reports: readonly Report[], shown: number): void {
  room.hidden = reports.length < 2;
  const options = reports.map(
    ({ launch }, i) => new Option(launch.text || launch.kernel, `${i}`, false, i === shown),
  );
  room.querySelector('select')!.replaceChildren(...options);
}

/** Fills the list of assumptions, folded; hidden if there is none. */
export function showAssumptions(
  room: HTMLDetailsElement,
  assumptions: readonly string[],
  say: Messages['lab'],
): void {
  room.hidden = !assumptions.length;
  room.querySelector('summary')!.textContent = say.assumptions(assumptions.length);
  const items = assumptions.map(text => {
    const item = document.createElement('li');
    item.textContent = text;
    return item;
  });
  room.querySelector('ul')!.replaceChildren(...items);
}
