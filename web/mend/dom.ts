// Elements in one line each.

type Content = Node | string | undefined;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...contents: Content[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...contents.filter(content => content !== undefined));
  return made;
}

export function button(text: string, onClick: () => void, className = 'quiet'): HTMLButtonElement {
  const made = element('button', { type: 'button', class: className }, text);
  made.addEventListener('click', onClick);
  return made;
}

/** What stands between backticks is code. */
export const prose = (text: string): (Node | string)[] =>
  text.split('`').map((part, i) => (i % 2 ? element('code', {}, part) : part));

/** What the engine says: English, whatever language is around it. */
export const engineProse = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
): HTMLElementTagNameMap[Name] => element(name, { lang: 'en' }, ...prose(text));

/** Contents that unfold. */
export const folded = (summary: string, ...contents: Content[]): HTMLDetailsElement =>
  element('details', {}, element('summary', {}, summary), ...contents);
