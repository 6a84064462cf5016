// The source before the editor is there: the same lines, numbers and marks at the same places, as plain elements.
import type { Mark } from '../figure/index.ts';

/** A mark as a button; `picked` is the index of the picked site. */
export function markButton(mark: Mark, picked: number): HTMLButtonElement {
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

/** Fills `parent` with the source; `code` is its highlighted HTML. */
export function showPlain(
  parent: HTMLElement,
  source: string,
  code: Node,
  marks: Mark[],
  picked: number,
): void {
  const count = source.split('\n').length;
  const column = (className: string, cell: (line: number) => Node | string) => {
    const element = document.createElement('div');
    element.className = className;
    element.setAttribute('aria-hidden', 'true');
    for (let line = 1; line <= count; line++) {
      const row = document.createElement('div');
      row.append(cell(line));
      element.append(row);
    }
    return element;
  };
  const numbers = column('numbers', line => `${line}`);
  const pre = document.createElement('pre');
  pre.append(code);
  const beside = column('marks', line => {
    const row = document.createDocumentFragment();
    for (const mark of marks) if (mark.line === line) row.append(markButton(mark, picked));
    return row;
  });
  const plain = document.createElement('div');
  plain.className = 'plain';
  plain.append(numbers, pre, beside);
  parent.replaceChildren(plain);
}
