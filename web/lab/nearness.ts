// Tells when elements come near the viewport. One observer watches for all of them, so that many cost little. What is
// near is called one by one, a frame each: a lab that was made has pushed others away, and the page stays quick.

const margin = 600;
const callbacks = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Calls once when the element is within 600 px of the viewport; gives what calls it off. */
export function whenNear(element: Element, call: () => void): () => void {
  observer ??= new IntersectionObserver(hear, { rootMargin: `${margin}px` });
  callbacks.set(element, call);
  observer.observe(element);
  return () => forget(element);
}

function hear(entries: IntersectionObserverEntry[], observer: IntersectionObserver): void {
  const near = entries
    .filter(({ isIntersecting }) => isIntersecting)
    .sort((a, b) => distance(a) - distance(b) || a.boundingClientRect.top - b.boundingClientRect.top)
    .map(({ target }) => target);
  const [nearest, ...others] = near;
  if (!nearest) return;
  const call = callbacks.get(nearest);
  forget(nearest);
  call?.();
  // Observed anew, they are heard of again after the next layout.
  for (const element of others) {
    observer.unobserve(element);
    if (callbacks.has(element)) observer.observe(element);
  }
}

/** Pixels to the viewport. */
function distance({ boundingClientRect: { top, bottom } }: IntersectionObserverEntry): number {
  return Math.max(0, -bottom, top - innerHeight);
}

function forget(element: Element): void {
  callbacks.delete(element);
  observer?.unobserve(element);
}
