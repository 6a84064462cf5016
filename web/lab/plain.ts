// The source before the editor is there: the same lines, numbers and marks at the same places, as plain elements.
import type { Mark } from '../figure/index.ts';

/** A mark as a button; `picked` is the index of the picked site. */
function markButton(mark: Mark, picked: number): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  button.className = `mark ${mark.level}${mark.site === picked ? ' picked' : ''}`;
  button.dataset.site = String(mark.site);
  button.title = mark.title;
  const [cost, ...way] = mark.text.split(' · ');
  button.append(cost!);
  if (way.length) {
    const span = document.createElement('span');
    span.className = 'way';
    span.textContent = ` · ${way.join(' · ')}`;
    button.append(span);
  }
  return button;
}

export function marksByLine(marks: readonly Mark[]): Map<number, Mark[]> {
  const byLine = new Map<number, Mark[]>();
  for (const mark of marks) byLine.set(mark.line, [...(byLine.get(mark.line) ?? []), mark]);
  return byLine;
}

/** Fills a row with a line's marks. Where there is little room, one stands for all: the picked one, or else the dearest. */
export function fillRow(row: HTMLElement, marks: readonly Mark[], picked: number): void {
  const [lead] = [...marks].sort(
    (a, b) => Number(b.site === picked) - Number(a.site === picked) || b.excessive - a.excessive,
  );
  for (const mark of marks) {
    const button = markButton(mark, picked);
    button.classList.toggle('lesser', mark !== lead);
    row.append(button);
  }
  if (marks.length > 1) row.dataset.more = `+${marks.length - 1}`;
}

/** Fills `parent` with the source; `code` is its highlighted HTML. */
export function showPlain(
  parent: HTMLElement,
  source: string,
  code: Node,
  marks: Mark[],
  picked: number,
): void {
  const count = source.split('\n').length;
  const column = (className: string, fill: (row: HTMLElement, line: number) => void) => {
    const element = document.createElement('div');
    element.className = className;
    element.setAttribute('aria-hidden', 'true');
    for (let line = 1; line <= count; line++) {
      const row = document.createElement('div');
      fill(row, line);
      element.append(row);
    }
    return element;
  };
  const numbers = column('numbers', (row, line) => row.append(`${line}`));
  const pre = document.createElement('pre');
  pre.append(code);
  const byLine = marksByLine(marks);
  const beside = column('marks', (row, line) => fillRow(row, byLine.get(line) ?? [], picked));
  const plain = document.createElement('div');
  plain.className = 'plain';
  plain.append(numbers, pre, beside);
  parent.replaceChildren(plain);
}
