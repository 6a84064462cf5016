// Small helpers that turn values into text.

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text → the same, safe in HTML and SVG, in attributes too. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, c => escapes[c]!);

/** 1, 'lane' → '1 lane'; 2, 'lane' → '2 lanes'; 2, 'pass', 'passes' → '2 passes'. */
export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** Numbers in order → '3', '0 and 5', '0–7', '0, 4, 8, … 28', '1, 2, 9 and 5 more': short whatever their count. */
export function list(numbers: readonly number[]): string {
  const n = numbers.length;
  const [first, second] = numbers;
  const last = numbers[n - 1]!;
  if (n <= 2) return numbers.join(' and ');
  const step = second! - first!;
  const even = numbers.every((x, i) => i === 0 || x - numbers[i - 1]! === step);
  if (even && step === 1) return `${first}–${last}`;
  if (n <= 4) return `${numbers.slice(0, -1).join(', ')} and ${last}`;
  if (even) return `${numbers.slice(0, 3).join(', ')}, … ${last}`;
  const ranges = runs(numbers);
  if (ranges.length <= 4) return ranges.map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`)).join(', ');
  return `${numbers.slice(0, 3).join(', ')} and ${n - 3} more`;
}

/** Numbers in order → the stretches without a gap, each by its first and last. */
export function runs(numbers: readonly number[]): [first: number, last: number][] {
  const found: [number, number][] = [];
  for (const x of numbers) {
    const run = found[found.length - 1];
    if (run && run[1] === x - 1) run[1] = x;
    else found.push([x, x]);
  }
  return found;
}

export function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y) [x, y] = [y, x % y];
  return x;
}
