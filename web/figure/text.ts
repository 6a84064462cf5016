// Small helpers that turn values into text.

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text → the same, safe in HTML and SVG, in attributes too. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, c => escapes[c]!);

export function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y) [x, y] = [y, x % y];
  return x;
}
