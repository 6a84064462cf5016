// Whether a page is light or dark where an element stands. Generators and themes say so in many ways; what all of them
// end in is the ground's colour.

const listeners = new Set<() => void>();
let watching = false;
let asked = false;

/** Calls whenever the page's ground may have changed; gives what calls it off. */
export function watchGround(call: () => void): () => void {
  listeners.add(call);
  watch();
  return () => listeners.delete(call);
}

function watch(): void {
  if (watching) return;
  watching = true;
  const changed = (): void => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      for (const call of listeners) call();
    });
  };
  const observer = new MutationObserver(records => {
    // Pages that fetch the next one themselves may bring another body.
    if (records.some(({ type }) => type === 'childList')) observe();
    changed();
  });
  const observe = (): void => {
    observer.observe(document.documentElement, { attributes: true, childList: true });
    if (document.body) observer.observe(document.body, { attributes: true });
  };
  observe();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
  // Grounds that fade from one colour to the other have theirs only at the end.
  document.addEventListener('transitionend', ({ target, propertyName }) => {
    if (propertyName === 'background-color' && listens(target as Node)) changed();
  });
}

/** Only what holds a page can be its ground. */
const listens = (target: Node): boolean => target instanceof Element && target.childElementCount > 0;

export function groundOf(element: Element): 'light' | 'dark' {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const [r, g, b, alpha] = channels(getComputedStyle(at).backgroundColor);
    if (alpha > 0.5) return 0.2126 * r + 0.7152 * g + 0.0722 * b < 110 ? 'dark' : 'light';
  }
  // Nothing is painted: it is the browser's own canvas.
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  if (!scheme.includes('dark')) return 'light';
  return !scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Of an element in a slot the slot, of a shadow tree's root its host. */
export function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** Red, green and blue from 0 to 255, and alpha from 0 to 1. */
function channels(colour: string): [number, number, number, number] {
  const rgb = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(colour);
  if (rgb) return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4] ?? 1)];
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext('2d');
  if (!pen) return [255, 255, 255, 0];
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
  return [r!, g!, b!, a! / 255];
}
