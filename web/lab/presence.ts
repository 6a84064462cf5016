// Whether there is a reader: what stands in the page whole, code and figure, need not come alive before somebody moves, scrolls,
// touches or types. So a page is read as soon as it is there, and a phone's battery pays for no editor that nobody wants.

const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const;
const waiting = new Set<() => void>();
let isPresent = false;
let listens = false;

function appear(): void {
  isPresent = true;
  for (const sign of signs) removeEventListener(sign, appear, true);
  for (const call of [...waiting]) call();
  waiting.clear();
}

/** Calls once a reader has shown up, at once if that was before; gives what calls it off. */
export function whenPresent(call: () => void): () => void {
  if (isPresent) {
    call();
    return () => {};
  }
  if (!listens) for (const sign of signs) addEventListener(sign, appear, { capture: true, passive: true });
  listens = true;
  waiting.add(call);
  return () => waiting.delete(call);
}
