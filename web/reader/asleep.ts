// Figures and tables that came as text, in a <noscript>: elements are made of them when they come near the viewport, one figure a
// frame, and of all of them before the page is printed. Their places have been kept, so that nothing moves.
import { whenNear } from '../lab/nearness.ts';

/** In the place of the text what it says. It is the page's own. */
function wake(figure: Element): void {
  for (const noscript of figure.querySelectorAll('noscript')) {
    for (const place of noscript.parentElement!.querySelectorAll(':scope > .place')) place.remove();
    noscript.outerHTML = noscript.textContent ?? '';
  }
}

export function wakeFigures(): void {
  const all = [...document.querySelectorAll(':is(.access, .plate):has(noscript)')];
  for (const figure of all) whenNear(figure, () => wake(figure));
  addEventListener('beforeprint', () => all.forEach(wake));
}
