// Makes the tables of machines live: each follows its lab, and its rows pick the machine that the lab's figure shows.
import type { BankLab } from '../lab/bank-lab.ts';
import { costOf } from './cost.ts';

function follow(room: HTMLElement): void {
  const lab = room.querySelector<BankLab>('bank-lab')!;
  const rows = [...room.querySelectorAll<HTMLTableRowElement>('tr[data-machine]')];
  let newest = 0;

  const count = async (): Promise<void> => {
    const mine = ++newest;
    const { source, knobs } = lab;
    for (const row of rows) {
      const machine = row.dataset.machine!;
      const analysis = await globalThis
        .banklab!.analyze(source, { set: knobs, machine })
        .catch(() => undefined);
      if (mine !== newest) return;
      const report = analysis?.reports[0];
      const costs =
        report && !report.diagnostics.some(({ severity }) => severity === 'error')
          ? costOf(report)
          : undefined;
      for (const name of ['wavefronts', 'ideal', 'degree'] as const)
        row.querySelector(`.${name}`)!.textContent = costs?.[name] ?? '–';
    }
  };
  const buttons = rows.map(row => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = row.dataset.machine!;
    row.querySelector('th')!.replaceChildren(button);
    return button;
  });
  const mark = (): void => {
    for (const button of buttons)
      button.setAttribute('aria-pressed', `${button.textContent === lab.machine}`);
  };

  for (const row of rows)
    row.addEventListener('click', () => {
      lab.machine = row.dataset.machine!;
    });
  lab.addEventListener('banklab-change', () => void count());
  new MutationObserver(mark).observe(lab, { attributeFilter: ['machine'] });
  mark();
}

for (const room of document.querySelectorAll<HTMLElement>('.across')) follow(room);
