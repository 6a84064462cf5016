// Flash cards: the list of questions becomes a deck. A card that was not known comes again at the end.
import { words } from './words.ts';

function button(text: string, className: string, press: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = className;
  element.textContent = text;
  element.addEventListener('click', press);
  return element;
}

export function deck(root: HTMLElement) {
  const list = root.querySelector('ol')!;
  const cards = [...list.children] as HTMLElement[];
  let queue = [...cards];

  const status = document.createElement('p');
  status.className = 'status';
  status.setAttribute('role', 'status');
  const turn = button(words.turn, 'primary', () => details()?.setAttribute('open', ''));
  const knew = button(words.knew, 'primary', () => next(false));
  const again = button(words.again, '', () => next(true));
  const restart = button(words.restart, '', () => {
    queue = [...cards];
    show(true);
  });
  const actions = document.createElement('div');
  actions.className = 'actions';
  actions.append(turn, knew, again, restart);
  root.append(actions, status);
  root.classList.add('deck');

  const details = () => queue[0]?.querySelector('details');

  function next(repeat: boolean) {
    const card = queue.shift()!;
    if (repeat) queue.push(card);
    show(true);
  }

  function update() {
    const open = details()?.open ?? false;
    turn.hidden = !queue.length || open;
    knew.hidden = again.hidden = !queue.length || !open;
    restart.hidden = queue.length > 0;
  }

  function show(focus: boolean) {
    for (const card of cards) {
      card.hidden = card !== queue[0];
      card.querySelector('details')!.open = false;
    }
    status.textContent = queue.length ? words.left(queue.length) : words.done(cards.length);
    update();
    if (focus) (queue.length ? details()!.querySelector('summary')! : restart).focus();
  }

  for (const card of cards)
    card.querySelector('details')!.addEventListener('toggle', () => {
      if (card !== queue[0]) return;
      const had = document.activeElement === turn;
      update();
      if (had) knew.focus();
    });
  show(false);
}
