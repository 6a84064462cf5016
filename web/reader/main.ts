// The page's chrome: each part makes one piece of the static page live, and the page is whole without any of them.

import { wakeFigures } from './asleep.ts';
import { deck } from './cards.ts';
import { contents } from './contents.ts';
import { keepOffline } from './edition.ts';
import { exercise } from './exercise.ts';
import { reread, stateOf } from './progress.ts';
import { search } from './search.ts';
import { themeSwitch } from './theme.ts';
import { words } from './words.ts';

const all = <E extends HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)];

/** Says beside an exercise's number whether it is solved. */
function markExercise(section: HTMLElement) {
  section.dataset.state = stateOf(section.id) ?? '';
  const line = section.querySelector('.level')!;
  line.querySelector('.state')?.remove();
  if (stateOf(section.id) !== 'solved') return;
  const mark = document.createElement('span');
  mark.className = 'state solved';
  mark.textContent = words.solved;
  line.append(mark);
}

/** Keeps beside a page's name in the list of pages how many of its exercises are solved. */
function progressOf(element: HTMLElement) {
  const ids = (element.dataset.exercises ?? '').split(' ');
  return () => {
    const solved = ids.filter(id => stateOf(id) === 'solved').length;
    element.textContent = solved ? words.progress(solved, ids.length) : '';
  };
}

/** Escape puts a term's meaning away until the reader comes back to the term. */
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape')
    for (const term of all('.term:is(:hover, :focus-within)')) term.classList.add('quiet');
});
for (const term of all('.term'))
  for (const away of ['mouseleave', 'focusout'] as const)
    term.addEventListener(away, () => term.classList.remove('quiet'));

wakeFigures();
for (const element of all('.theme')) themeSwitch(element);
const updates = [...all('.contents').map(contents), ...all('.pages .progress').map(progressOf)];
const noted = () => {
  for (const section of all('section.exercise')) markExercise(section);
  for (const update of updates) update();
};
for (const form of all<HTMLFormElement>('form.answer[data-exercise]')) exercise(form, noted);
for (const element of all('.cards')) deck(element);
noted();
// The whole progress has been imported, or cleared; web/progress says so.
addEventListener('banklab-progress', () => {
  reread();
  noted();
});
const script = (document.currentScript as HTMLScriptElement | null)?.src ?? '';
for (const element of all('.search')) search(element, script);
keepOffline(script);
