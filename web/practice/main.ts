// The practice page's script: exercises one after the other, each with an address of its own, and the reader's progress.
import { ProgressRoom } from '../progress/room.ts';
import type { KindState } from '../progress/shape.ts';
import { changed, get, put } from '../progress/store.ts';
import { type Address, addressText, instanceOf, mostSeed, readAddress } from './instance.ts';
import { beginner, moved, type Result } from './level.ts';
import { Exercise } from './room.ts';
import { type Kind, kinds, mostLevel } from './task.ts';
import { words } from './words.ts';

const root = document.querySelector<HTMLElement>('.practice')!;
const picker = root.querySelector<HTMLElement>('.kinds')!;
const section = root.querySelector<HTMLElement>('.drawn')!;
const standing = root.querySelector<HTMLElement>('.standing')!;
// What stands there for readers without script.
root.querySelector('.examples')!.remove();
const rooms = [...document.querySelectorAll<HTMLElement>('.kept')].map(room => new ProgressRoom(room));
let current: Address | undefined;

/** Where a reader begins who has not been here: nobody gets the same exercises as the neighbour. */
const start = Math.floor(Math.random() * mostSeed);

const stateOf = (kind: Kind): KindState => get('practice').kinds[kind] ?? { ...beginner, next: start };

/** The reader's next exercise of a kind. */
function nextOf(kind: Kind): Address {
  const practice = get('practice');
  const own = stateOf(kind);
  put('practice', {
    ...practice,
    kinds: { ...practice.kinds, [kind]: { ...own, next: (own.next + 1) % (mostSeed + 1) } },
  });
  return { kind, level: own.level, seed: own.next };
}

function settle({ kind, level }: Address, result: Result): string {
  const practice = get('practice');
  const before = stateOf(kind);
  const after = { ...before, ...moved(before, level, result) };
  put('practice', {
    kinds: { ...practice.kinds, [kind]: after },
    answered: practice.answered + 1,
    right: practice.right + Number(result === 'right'),
  });
  showStanding();
  for (const room of rooms) room.show();
  if (after.level === before.level) return '';
  const say = after.level > before.level ? words.up : words.down;
  return say(words.kinds[kind], after.level);
}

function showStanding(): void {
  const practice = get('practice');
  standing.textContent = practice.answered ? words.standing(practice.answered, practice.right) : '';
  for (const button of picker.querySelectorAll<HTMLButtonElement>('button')) {
    const kind = button.dataset.kind as Kind;
    const { level } = stateOf(kind);
    button.setAttribute('aria-pressed', `${kind === current?.kind}`);
    button.querySelector('span')!.textContent = words.level(level, mostLevel);
  }
}

function show(address: Address, isAsked: boolean): void {
  current = address;
  const exercise = new Exercise(section, instanceOf(address), result => settle(address, result));
  section.querySelector('.another')!.addEventListener('click', () => {
    const next = kinds[(kinds.indexOf(address.kind) + 1) % kinds.length]!;
    go(nextOf(next));
  });
  section.querySelector('.same')!.addEventListener('click', () => go(nextOf(address.kind)));
  showStanding();
  if (!isAsked) return;
  exercise.focus();
  section.scrollIntoView({ block: 'nearest' });
}

/** Shows an exercise under its own address, so that Back leads to the one before. */
function go(address: Address): void {
  history.pushState(null, '', `#${addressText(address)}`);
  show(address, true);
}

const linked = (): Address | undefined => readAddress(location.hash.slice(1));

for (const kind of kinds) {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.kind = kind;
  button.append(`${words.kinds[kind]} `, document.createElement('span'));
  button.addEventListener('click', () => go(nextOf(kind)));
  picker.append(button);
}
for (const event of ['hashchange', 'popstate'])
  addEventListener(event, () => {
    const address = linked();
    if (address && (!current || addressText(address) !== addressText(current))) show(address, true);
  });
addEventListener(changed, showStanding);
const first = linked();
show(first ?? nextOf(kinds[Math.floor(Math.random() * kinds.length)]!), false);
if (first) section.scrollIntoView();
