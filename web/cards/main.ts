// The flash cards page's script: the cards of today, one after the other, each graded by the reader, who knows best.
import { changed, get, put } from '../progress/store.ts';
import { type CardState, dayOf, freshEachDay, type Grade, graded, intervals, todayOf } from './schedule.ts';
import { words } from './words.ts';

const today = (): number => {
  const now = new Date();
  return dayOf(now.getTime(), now.getTimezoneOffset());
};

function review(root: HTMLElement): void {
  const list = root.querySelector('ol')!;
  const items = new Map(
    [...list.children].map(item => [(item as HTMLElement).dataset.card!, item as HTMLElement]),
  );
  const ids = [...items.keys()];
  let more = 0;
  /** What is asked again in this sitting comes last. */
  let later: string[] = [];

  const make = <K extends keyof HTMLElementTagNameMap>(
    tag: K,
    className: string,
  ): HTMLElementTagNameMap[K] => {
    const element = document.createElement(tag);
    element.className = className;
    return element;
  };
  const status = root.querySelector<HTMLElement>('.status')!;
  const boxes = make('p', 'boxes');
  const keys = make('p', 'keys');
  keys.textContent = words.keys;
  const actions = make('div', 'actions');
  const turn = make('button', 'primary turn');
  turn.type = 'button';
  turn.textContent = words.turn;
  const grades = words.grades.map((name, i) => {
    const button = make('button', 'grade');
    button.type = 'button';
    button.setAttribute('aria-keyshortcuts', `${i + 1}`);
    const days = make('span', 'days');
    button.append(`${name} `, days);
    button.addEventListener('click', () => grade((i + 1) as Grade));
    return button;
  });
  const learn = make('button', 'more');
  learn.type = 'button';
  actions.append(turn, ...grades, learn);
  root.append(actions, keys, boxes);
  root.classList.add('deck');

  function queue(): { ids: string[]; fresh: number; next: number | undefined; left: number } {
    const { due, fresh, next, left } = todayOf(ids, get('cards'), today(), more);
    const waiting = later.filter(id => due.includes(id));
    const now = due.filter(id => !waiting.includes(id));
    return { ids: [...now, ...fresh, ...waiting], fresh: fresh.length, next, left };
  }

  const detailsOf = (id: string | undefined): HTMLDetailsElement | undefined =>
    (id && items.get(id)?.querySelector('details')) || undefined;

  function update(): void {
    const [id] = queue().ids;
    const open = detailsOf(id)?.open ?? false;
    turn.hidden = !id || open;
    keys.hidden = !id;
    const state = id ? get('cards')[id] : undefined;
    grades.forEach((button, i) => {
      button.hidden = !open;
      const { due } = graded(state, (i + 1) as Grade, 0);
      button.querySelector('.days')!.textContent = words.days(due);
    });
  }

  function show(focus: boolean): void {
    const { ids: left, fresh, next, left: unknown } = queue();
    for (const [id, item] of items) {
      item.hidden = id !== left[0];
      item.querySelector('details')!.open = false;
    }
    const said = [words.due(left.length - fresh, fresh)];
    if (!left.length) said.push(next === undefined ? words.none : words.next(next));
    status.textContent = said.join(' ');
    learn.hidden = left.length > 0 || unknown === 0;
    learn.textContent = words.more(Math.min(freshEachDay, unknown));
    const states = Object.values(get('cards') as Record<string, CardState>);
    boxes.textContent = words.boxes(
      ids.length,
      ids.filter(id => get('cards')[id]).length,
      states.filter(({ box }) => intervals[box]! >= 14).length,
    );
    update();
    if (focus) (detailsOf(left[0])?.querySelector('summary') ?? (learn.hidden ? root : learn)).focus();
  }

  function grade(given: Grade): void {
    const [id] = queue().ids;
    if (!id) return;
    const cards = get('cards');
    put('cards', { ...cards, [id]: graded(cards[id], given, today()) });
    later = later.filter(each => each !== id);
    if (given === 1) later.push(id);
    show(true);
  }

  turn.addEventListener('click', () => {
    detailsOf(queue().ids[0])?.setAttribute('open', '');
    update();
    grades[2]!.focus();
  });
  learn.addEventListener('click', () => {
    more += freshEachDay;
    show(true);
  });
  for (const item of items.values()) item.querySelector('details')!.addEventListener('toggle', update);
  root.tabIndex = -1;
  // From anywhere on the page but another control of it: Space would scroll, and the card is what the page is for.
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isFree = event.target === document.body || event.target === root;
    if (!isFree && !(event.target instanceof Node && root.contains(event.target))) return;
    if (event.key === ' ' && isFree && !turn.hidden) {
      event.preventDefault();
      turn.click();
      return;
    }
    const given = Number(event.key);
    if (!(given >= 1 && given <= 4) || !detailsOf(queue().ids[0])?.open) return;
    event.preventDefault();
    grade(given as Grade);
  });
  addEventListener(changed, () => show(false));
  // Another day may have begun since.
  addEventListener('visibilitychange', () => {
    if (!document.hidden && !detailsOf(queue().ids[0])?.open) show(false);
  });
  show(false);
}

for (const root of document.querySelectorAll<HTMLElement>('.review')) review(root);
