// A page's shortcuts and a lab's keys. Outside of the shadow tree a key seems to come from the element itself, which pages take
// for no place to type in: a letter would open their search, an arrow turn the page.

const typing = 'input, select, textarea, [contenteditable="true"]';

/** Keeps in a shadow root the keys that are typed there or mean something there. Those with Control or Meta pass. */
export function keepKeys(root: ShadowRoot): void {
  const hear = (event: Event): void => {
    const { ctrlKey, metaKey, defaultPrevented, target } = event as KeyboardEvent;
    if (ctrlKey || metaKey) return;
    if (defaultPrevented || (target as Element).closest(typing)) event.stopPropagation();
  };
  for (const name of ['keydown', 'keypress', 'keyup']) root.addEventListener(name, hear);
}
