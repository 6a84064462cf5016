// Where a lab's source stands in the page: in the element itself, in a code block just before it, or wherever `for`
// points. Whoever has no script reads it there.

export interface Snippet {
  text: string;
  /** The coloured source, if its colours are ours. */
  code: Node;
  /** The code block just before the element that it came from. */
  block: HTMLElement | undefined;
}

/** What generators put between the lines and is no source. */
const numbers = '.linenos, .lineno, .linenodiv, .line-number, .line-numbers, .ln, .lnt, button';

/** The source of an element, or undefined while there is none. */
export function findSnippet(element: HTMLElement): Snippet | undefined {
  const given = element.getAttribute('for');
  if (given !== null) {
    const root = element.getRootNode() as Document | ShadowRoot;
    const other = root.getElementById(given.replace(/^#/, ''));
    return other ? snippetOf(codeIn(other) ?? other, undefined) : undefined;
  }
  const own = codeIn(element);
  if (own) return snippetOf(own, undefined);
  const block = placeOf(element).previousElementSibling;
  if (!(block instanceof HTMLElement) || block.localName === 'bank-lab') return undefined;
  const code = block.matches('pre') ? (codeIn(block) ?? block) : block.querySelector('pre') && codeIn(block);
  return code ? snippetOf(code, block) : undefined;
}

/** The element, or the paragraph that a renderer of Markdown has put around it. */
export function placeOf(element: Element): Element {
  const parent = element.parentElement;
  return parent?.localName === 'p' && parent.textContent!.trim() === element.textContent!.trim()
    ? parent
    : element;
}

/** The code below an element: in tables with line numbers, and beside buttons, the last one. */
function codeIn(element: Element): Element | undefined {
  if (element.matches('code')) return element;
  for (const selector of ['pre > code', 'pre', 'code']) {
    const last = [...element.querySelectorAll(selector)].at(-1);
    if (last) return last;
  }
  return undefined;
}

function snippetOf(code: Element, block: HTMLElement | undefined): Snippet {
  if (code instanceof HTMLTextAreaElement) return plain(code.value, block);
  const copy = code.cloneNode(true) as Element;
  for (const number of copy.querySelectorAll(numbers)) number.remove();
  if (!copy.textContent!.includes('\n')) for (const end of copy.querySelectorAll('br')) end.replaceWith('\n');
  const text = copy.textContent!.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const ours = [...copy.querySelectorAll('*')].every(span => /^(line|tok-\w+)$/.test(span.className));
  if (!ours || !copy.childElementCount) return plain(text, block);
  const fragment = document.createDocumentFragment();
  fragment.append(...copy.childNodes);
  return { text, code: fragment, block };
}

const plain = (text: string, block: HTMLElement | undefined): Snippet => ({
  text,
  code: document.createTextNode(text),
  block,
});
