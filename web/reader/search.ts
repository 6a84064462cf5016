// The search box: a combobox whose list holds places of the book. `/` goes to it from anywhere but a text that is written.
import { loadScript } from '../engine/sources.ts';
import type { Find, Hit } from './finder.ts';
import { words } from './words.ts';

/** Brings the search; `script` is the address of this script, beside which it lies. A failure is tried again. */
async function load(script: string): Promise<Find> {
  const from = { url: script || location.href, nonce: '' };
  if (!globalThis.bankLabPlaces) await loadScript(from, 'search.index.js');
  if (!globalThis.bankLabFinder) await loadScript(from, 'search.js');
  return globalThis.bankLabFinder!(globalThis.bankLabPlaces!);
}

const writes = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea, select') && !target.matches('[type=radio], [type=checkbox]')));

export function search(root: HTMLElement, script: string): void {
  const input = root.querySelector('input')!;
  const list = root.querySelector<HTMLElement>('[role=listbox]')!;
  const status = root.querySelector<HTMLElement>('[role=status]')!;
  let find: Promise<Find> | undefined;
  let hits: Hit[] = [];
  let active = -1;

  const ready = (): Promise<Find> => {
    find ??= load(script).catch(error => {
      find = undefined;
      throw error;
    });
    return find;
  };

  function activate(next: number): void {
    active = next;
    for (const [i, option] of [...list.children].entries())
      option.setAttribute('aria-selected', `${i === active}`);
    const option = list.children[active];
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  }

  function show(found: Hit[], said: string): void {
    hits = found;
    list.replaceChildren(...hits.map(optionOf));
    list.hidden = !hits.length;
    input.setAttribute('aria-expanded', `${!list.hidden}`);
    status.textContent = said;
    activate(-1);
  }
  const close = (): void => show([], '');

  async function update(): Promise<void> {
    const query = input.value;
    if (!query.trim()) {
      close();
      return;
    }
    try {
      const found = (await ready())(query);
      if (input.value === query) show(found, words.found(found.length));
    } catch {
      show([], words.noSearch);
    }
  }

  function go(index: number): void {
    const hit = hits[index];
    if (!hit) return;
    close();
    input.blur();
    location.assign(hit.href);
  }

  input.addEventListener('focus', () => void ready().catch(() => {}));
  input.addEventListener('input', () => void update());
  input.addEventListener('keydown', event => {
    const { key } = event;
    const move = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (move && hits.length) {
      const from = active < 0 && move < 0 ? 0 : active;
      activate((from + move + hits.length) % hits.length);
    } else if (move) void update();
    else if (key === 'Enter') go(Math.max(0, active));
    else if (key === 'Escape' && !list.hidden) close();
    else if (key === 'Escape') {
      input.value = '';
      close();
    } else return;
    event.preventDefault();
  });
  list.addEventListener('pointerdown', event => event.preventDefault()); // the focus stays
  list.addEventListener('click', ({ target }) => {
    const option = (target as Element).closest('[role=option]');
    if (option) go([...list.children].indexOf(option));
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (!root.contains(relatedTarget as Node | null)) close();
  });
  addEventListener('keydown', event => {
    if (
      event.key !== '/' ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      writes(event.composedPath()[0])
    )
      return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function optionOf({ page, title, excerpt }: Hit, i: number): HTMLElement {
  const make = (tag: string, className: string, text = ''): HTMLElement => {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = text;
    return element;
  };
  const option = make('li', '');
  option.id = `found-${i}`;
  option.setAttribute('role', 'option');
  const text = make('span', 'excerpt');
  text.append(...excerpt.map(part => (part.found ? make('mark', '', part.text) : part.text)));
  option.append(make('span', 'where', title));
  if (page !== title) option.append(' ', make('span', 'page', page));
  option.append(' ', text);
  return option;
}
