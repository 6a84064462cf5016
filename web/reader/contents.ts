// The contents beside the text: open where there is room, with the reader's progress and place.
import { stateOf } from './progress.ts';
import { words } from './words.ts';

/** Opens the list on wide screens; returns what to call when an exercise's state has changed. */
export function contents(nav: HTMLElement): () => void {
  const details = nav.querySelector('details')!;
  const wide = matchMedia('(min-width: 84rem)');
  const fit = () => {
    details.open = wide.matches;
  };
  fit();
  wide.addEventListener('change', fit);
  nav.addEventListener('click', ({ target }) => {
    if (!wide.matches && (target as Element).closest('a')) details.open = false;
  });
  followPlace(nav);

  const links = [...nav.querySelectorAll<HTMLElement>('a[data-exercise]')];
  const progress = nav.querySelector<HTMLElement>('.progress')!;
  return () => {
    for (const link of links) {
      const state = stateOf(link.dataset.exercise ?? '');
      link.querySelector('.state')?.remove();
      if (!state) continue;
      const mark = document.createElement('span');
      mark.className = `state ${state}`;
      mark.textContent = ` (${words[state]})`;
      link.append(mark);
    }
    const solved = links.filter(link => stateOf(link.dataset.exercise ?? '') === 'solved').length;
    progress.textContent = links.length && solved ? words.progress(solved, links.length) : '';
  };
}

/** Marks the part of the text that is being read. */
function followPlace(nav: HTMLElement) {
  const links = new Map<Element, HTMLElement>();
  for (const link of nav.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (target) links.set(target, link);
  }
  const order = [...links.keys()];
  const seen = new Set<Element>();
  let current: HTMLElement | undefined;
  const observer = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        if (isIntersecting || boundingClientRect.top < 0) seen.add(target);
        else seen.delete(target);
      }
      const last = order.filter(target => seen.has(target)).at(-1);
      current?.removeAttribute('aria-current');
      current = last && links.get(last);
      current?.setAttribute('aria-current', 'true');
    },
    { rootMargin: '0px 0px -70% 0px' },
  );
  for (const target of order) observer.observe(target);
}
