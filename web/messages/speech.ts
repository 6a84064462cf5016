// How a language counts: its plurals and numbers, and lists of numbers in its words.

export interface Speech {
  /** A count as the language writes it: 1,024. What is compared with code, an address say, stays as code has it. */
  count(n: number): string;
  /** 1, 'lane' → '1 lane'; 2, 'lane' → '2 lanes'; 2, 'pass', 'passes' → '2 passes'. */
  plural(n: number, one: string, other?: string): string;
  /** Numbers in order → '3', '0 and 5', '0–7', '0, 4, 8, … 28', '1, 2, 9 and 5 more': short whatever their count. */
  list(numbers: readonly number[]): string;
}

/**
 * `mark` parts the thousands of a number; `and` and `more` stand in lists: 'and', and what is said of a number of others. (A browser's
 * first Intl.NumberFormat takes a quarter of a second on a phone, which no page of whole numbers should wait for.)
 */
export function speech(language: string, mark: string, and: string, more: (n: string) => string): Speech {
  let rules: Intl.PluralRules | undefined;
  const isOne = (n: number): boolean => {
    rules ??= new Intl.PluralRules(language);
    return rules.select(n) === 'one';
  };
  const count = (n: number): string =>
    Number.isInteger(n)
      ? `${n}`.replace(/\B(?=(\d{3})+$)/g, mark)
      : new Intl.NumberFormat(language).format(n);
  return {
    count,
    plural: (n, one, other = `${one}s`) => `${count(n)} ${isOne(n) ? one : other}`,
    list(numbers) {
      const n = numbers.length;
      const [first, second] = numbers;
      const last = numbers[n - 1]!;
      if (n <= 2) return numbers.join(` ${and} `);
      const step = second! - first!;
      const even = numbers.every((x, i) => i === 0 || x - numbers[i - 1]! === step);
      if (even && step === 1) return `${first}–${last}`;
      if (n <= 4) return `${numbers.slice(0, -1).join(', ')} ${and} ${last}`;
      if (even) return `${numbers.slice(0, 3).join(', ')}, … ${last}`;
      const ranges = runs(numbers);
      if (ranges.length <= 4) return ranges.map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`)).join(', ');
      return `${numbers.slice(0, 3).join(', ')} ${and} ${more(count(n - 3))}`;
    },
  };
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
