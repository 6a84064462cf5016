// What a page need not hold as elements from the start: a chapter has dozens of figures, of hundreds of shapes each, for which no
// reader should have to wait. Their HTML stands in a <noscript>: a browser without script shows it as it is, another one takes
// it for text, of which reader/asleep.ts makes elements when they come near.

/** HTML asleep, with an empty drawing of the size of each of its own, so that nothing moves when it wakes. */
export function asleep(html: string): string {
  const drawings = html.matchAll(/<svg class="((?:bank-figure|drawing) [^"]*)" (viewBox="[^"]*")/g);
  const places = Array.from(
    drawings,
    ([, kind, box]) => `<svg class="${kind} place" ${box} aria-hidden="true"></svg>`,
  );
  return `<noscript>${html}</noscript>${places.join('')}`;
}

/** The same for the drawings in the HTML alone. */
export const drawingsAsleep = (html: string): string =>
  html.replace(/(?:<svg class="drawing [\s\S]*?<\/svg>\s*)+/g, asleep);
