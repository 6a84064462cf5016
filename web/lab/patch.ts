// A part of a drawing becomes another one by changing attributes and texts, without new elements: those cost a parse, and
// a layout of their own.

const tokensOf = (markup: string): string[] => markup.match(/<[^>]*>|[^<]+/g) ?? [];
const isTag = (token: string): boolean => token.startsWith('<');
const isOpening = (token: string): boolean => isTag(token) && token[1] !== '/';
const nameOf = (tag: string): string => tag.slice(0, tag.search(/[\s/>]/));
/** Each `name="value`, without the closing quote. */
const attributesOf = (tag: string): string[] => tag.match(/[^\s="]+="[^"]*/g) ?? [];

/**
 * Makes of an element that was drawn from the markup `before` what `after` draws. Gives false, and leaves it as it is,
 * where that needs other elements. Attributes that are the same in both are left alone, whatever they are by now.
 */
export function patch(element: Element, before: string, after: string): boolean {
  const old = tokensOf(before);
  const now = tokensOf(after);
  if (old.length !== now.length || !old.every((token, i) => alike(token, now[i]!))) return false;

  const below = element.firstElementChild ? element.querySelectorAll('*') : undefined;
  let opened = 0;
  now.forEach((token, i) => {
    if (isOpening(token)) opened++;
    if (token === old[i]) return;
    const changed = opened === 1 ? element : below![opened - 2]!;
    if (isTag(token)) setAttributes(changed, attributesOf(old[i]!), attributesOf(token));
    else changed.firstChild!.nodeValue = token;
  });
  return true;
}

/** Tags of one kind, or texts; what is escaped is left to the parser. */
function alike(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.includes('&') || b.includes('&')) return false;
  return isOpening(a) ? isOpening(b) && nameOf(a) === nameOf(b) : !isTag(a) && !isTag(b);
}

function setAttributes(element: Element, before: string[], after: string[]): void {
  for (const attribute of before) {
    const name = attribute.slice(0, attribute.indexOf('=') + 1);
    if (!after.some(other => other.startsWith(name))) element.removeAttribute(name.slice(0, -1));
  }
  for (const [i, attribute] of after.entries()) {
    if (attribute === before[i] || before.includes(attribute)) continue;
    const end = attribute.indexOf('=');
    element.setAttribute(attribute.slice(0, end), attribute.slice(end + 2));
  }
}
