// The little language of live numbers: `sites[0].wavefronts == gcd(s, 32)`. Numbers, texts, truth values, fields,
// elements, arithmetic, comparisons, && and ||, and a few functions. It reads plain data and can do nothing else.

export type Value = number | string | boolean | null | Value[] | { [field: string]: Value };

/** What is wrong with an expression: a sentence without a place, which the caller knows. */
export class ExpressionError extends Error {}

type Node =
  | { kind: 'value'; value: Value }
  | { kind: 'name'; name: string }
  | { kind: 'field'; of: Node; name: string }
  | { kind: 'element'; of: Node; index: Node }
  | { kind: 'call'; name: string; args: Node[] }
  | { kind: 'unary'; op: string; of: Node }
  | { kind: 'binary'; op: string; left: Node; right: Node };

const precedence: Record<string, number> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};

const maxDepth = 64;
const tokenPattern = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|"([^"]*)"|(\|\||&&|[=!<>]=|[-+*/%<>!.,()[\]]))/y;

interface Token {
  kind: 'number' | 'name' | 'text' | 'sign' | 'end';
  text: string;
}

function tokens(source: string): Token[] {
  const list: Token[] = [];
  const text = source.trimEnd();
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (!match) throw new ExpressionError(`can't read '${text.slice(at).trim()}'`);
    const [, number, name, quoted, sign] = match;
    if (number !== undefined) list.push({ kind: 'number', text: number });
    else if (name !== undefined) list.push({ kind: 'name', text: name });
    else if (quoted !== undefined) list.push({ kind: 'text', text: quoted });
    else list.push({ kind: 'sign', text: sign! });
  }
  list.push({ kind: 'end', text: 'the end' });
  return list;
}

class Parser {
  #at = 0;
  #depth = 0;
  readonly #tokens: Token[];

  constructor(source: string) {
    this.#tokens = tokens(source);
  }

  whole(): Node {
    const node = this.#expression(1);
    if (this.#peek().kind !== 'end') throw new ExpressionError(`unexpected '${this.#peek().text}'`);
    return node;
  }

  #peek() {
    return this.#tokens[this.#at]!;
  }

  #take(sign: string) {
    const token = this.#peek();
    if (token.kind !== 'sign' || token.text !== sign) return false;
    this.#at++;
    return true;
  }

  #expect(sign: string) {
    if (!this.#take(sign)) throw new ExpressionError(`expected '${sign}' before '${this.#peek().text}'`);
  }

  #expression(least: number): Node {
    if (++this.#depth > maxDepth) throw new ExpressionError('the expression is nested too deeply');
    let left = this.#unary();
    for (;;) {
      const { kind, text: op } = this.#peek();
      const level = kind === 'sign' ? precedence[op] : undefined;
      if (level === undefined || level < least) break;
      this.#at++;
      left = { kind: 'binary', op, left, right: this.#expression(level + 1) };
    }
    this.#depth--;
    return left;
  }

  #unary(): Node {
    const signs: string[] = [];
    for (;;) {
      if (this.#take('-')) signs.push('-');
      else if (this.#take('!')) signs.push('!');
      else break;
    }
    return signs.reduceRight<Node>((of, op) => ({ kind: 'unary', op, of }), this.#postfix());
  }

  #postfix(): Node {
    let node = this.#primary();
    for (;;) {
      if (this.#take('.')) {
        const token = this.#tokens[this.#at++]!;
        if (token.kind !== 'name')
          throw new ExpressionError(`expected a field's name before '${token.text}'`);
        node = { kind: 'field', of: node, name: token.text };
      } else if (this.#take('[')) {
        node = { kind: 'element', of: node, index: this.#expression(1) };
        this.#expect(']');
      } else return node;
    }
  }

  #primary(): Node {
    if (this.#take('(')) {
      const node = this.#expression(1);
      this.#expect(')');
      return node;
    }
    const token = this.#peek();
    if (token.kind === 'end' || token.kind === 'sign')
      throw new ExpressionError(`expected a value before '${token.text}'`);
    this.#at++;
    if (token.kind === 'number') return { kind: 'value', value: Number(token.text) };
    if (token.kind === 'text') return { kind: 'value', value: token.text };
    if (token.text === 'true' || token.text === 'false')
      return { kind: 'value', value: token.text === 'true' };
    if (!this.#take('(')) return { kind: 'name', name: token.text };
    const args: Node[] = [];
    if (!this.#take(')')) {
      do args.push(this.#expression(1));
      while (this.#take(','));
      this.#expect(')');
    }
    return { kind: 'call', name: token.text, args };
  }
}

function number(value: Value, what: string): number {
  if (typeof value !== 'number') throw new ExpressionError(`${what} is not a number but ${describe(value)}`);
  return value;
}

function truth(value: Value, what: string): boolean {
  if (typeof value !== 'boolean')
    throw new ExpressionError(`${what} is not true or false but ${describe(value)}`);
  return value;
}

/** A value in a few words, for messages. */
export function describe(value: Value): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return `an object with ${Object.keys(value).join(', ')}`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y) [x, y] = [y, x % y];
  return x;
}

const functions: Record<string, (args: Value[]) => Value> = {
  gcd: args => gcd(number(args[0] ?? null, 'the first number'), number(args[1] ?? null, 'the second number')),
  floor: args => Math.floor(number(args[0] ?? null, 'what floor() takes')),
  min: args => Math.min(...args.map(arg => number(arg, 'what min() takes'))),
  max: args => Math.max(...args.map(arg => number(arg, 'what max() takes'))),
  len: args => {
    const list = args[0] ?? null;
    if (!Array.isArray(list)) throw new ExpressionError(`len() takes a list, not ${describe(list)}`);
    return list.length;
  },
};

function own(object: Value, name: string): Value {
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    throw new ExpressionError(`${describe(object)} has no field '${name}'`);
  if (!Object.hasOwn(object, name)) throw new ExpressionError(`no field '${name}' in ${describe(object)}`);
  return object[name]!;
}

function binary(op: string, left: Value, right: () => Value): Value {
  if (op === '&&') return truth(left, "what stands before '&&'") && truth(right(), "what stands after '&&'");
  if (op === '||') return truth(left, "what stands before '||'") || truth(right(), "what stands after '||'");
  const other = right();
  if (op === '==' || op === '!=') {
    if (typeof left !== typeof other)
      throw new ExpressionError(`can't compare ${describe(left)} with ${describe(other)}`);
    return (left === other) === (op === '==');
  }
  const a = number(left, `what stands before '${op}'`);
  const b = number(other, `what stands after '${op}'`);
  if (op === '<') return a < b;
  if (op === '<=') return a <= b;
  if (op === '>') return a > b;
  if (op === '>=') return a >= b;
  if (op === '+') return a + b;
  if (op === '-') return a - b;
  if (op === '*') return a * b;
  if (b === 0) throw new ExpressionError('division by zero');
  return op === '/' ? a / b : a % b;
}

function run(node: Node, names: Record<string, Value>): Value {
  switch (node.kind) {
    case 'value':
      return node.value;
    case 'name':
      if (!Object.hasOwn(names, node.name))
        throw new ExpressionError(`unknown name '${node.name}'; known are ${Object.keys(names).join(', ')}`);
      return names[node.name]!;
    case 'field':
      return own(run(node.of, names), node.name);
    case 'element': {
      const list = run(node.of, names);
      const index = number(run(node.index, names), 'an index');
      if (!Array.isArray(list)) throw new ExpressionError(`${describe(list)} has no elements`);
      if (!Number.isInteger(index) || index < 0 || index >= list.length)
        throw new ExpressionError(`no element ${index} in ${describe(list)}`);
      return list[index]!;
    }
    case 'call': {
      if (!Object.hasOwn(functions, node.name))
        throw new ExpressionError(
          `unknown function '${node.name}'; known are ${Object.keys(functions).join(', ')}`,
        );
      return functions[node.name]!(node.args.map(arg => run(arg, names)));
    }
    case 'unary': {
      const value = run(node.of, names);
      return node.op === '-'
        ? -number(value, "what stands after '-'")
        : !truth(value, "what stands after '!'");
    }
    case 'binary':
      return binary(node.op, run(node.left, names), () => run(node.right, names));
  }
}

/** The value of an expression over the given names. Throws ExpressionError. */
export function evaluate(source: string, names: Record<string, Value>): Value {
  return run(new Parser(source).whole(), names);
}
