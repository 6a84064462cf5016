// YAML in the content, read with its places: what has the wrong shape is a fault at its own line.
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { ContentError, type Place } from './problems.ts';

/** One value of the data and where it stands. */
export class Data {
  constructor(
    private readonly node: Node | null,
    readonly name: string,
    readonly place: Place,
    private readonly lineOf: (node: Node) => number,
  ) {}

  fail(message: string): never {
    throw new ContentError(message, this.place);
  }

  #child(node: Node | null, name: string): Data {
    const place = node?.range ? { ...this.place, line: this.lineOf(node) } : this.place;
    return new Data(node, name, place, this.lineOf);
  }

  /** The fields of a map by their names, none but the allowed ones. */
  fields<Name extends string>(...allowed: Name[]): Partial<Record<Name, Data>> {
    const found: Partial<Record<Name, Data>> = {};
    for (const [name, value] of this.entries()) {
      if (!allowed.includes(name as Name))
        value.fail(`unknown field '${name}'; ${this.name} can have ${allowed.join(', ')}`);
      found[name as Name] = value;
    }
    return found;
  }

  /** The pairs of a map in their order. */
  entries(): [string, Data][] {
    if (!isMap(this.node)) this.fail(`${this.name} must be fields, 'name: value'`);
    return this.node.items.map(({ key, value }) => {
      const name = String(isScalar(key) ? key.value : key);
      const node = (value ?? key) as Node;
      const child = this.#child(node, name);
      return [name, value === null ? new Data(null, name, child.place, this.lineOf) : child];
    });
  }

  items(): Data[] {
    if (!isSeq(this.node)) this.fail(`${this.name} must be a list`);
    return this.node.items.map(item => this.#child(item as Node, `an entry of '${this.name}'`));
  }

  text(): string {
    const value = isScalar(this.node) ? this.node.value : undefined;
    if (value === undefined || value === null) this.fail(`'${this.name}' must be a text`);
    return String(value);
  }

  integer(): number {
    const value = isScalar(this.node) ? this.node.value : undefined;
    if (typeof value !== 'number' || !Number.isInteger(value))
      this.fail(`'${this.name}' must be a whole number`);
    return value as number;
  }

  truth(): boolean {
    const value = isScalar(this.node) ? this.node.value : undefined;
    if (typeof value !== 'boolean') this.fail(`'${this.name}' must be true or false`);
    return value as boolean;
  }
}

/** Reads YAML that begins at `place`. Throws ContentError at the line of the first fault. */
export function readData(source: string, name: string, place: Place): Data {
  const counter = new LineCounter();
  const document = parseDocument(source, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number) => place.line + counter.linePos(offset).line - 1;
  const error = document.errors[0];
  if (error) {
    const message = `${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
    throw new ContentError(`${name}: ${message}`, { ...place, line: lineAt(error.pos[0]) });
  }
  return new Data(document.contents as Node | null, name, place, node => lineAt(node.range?.[0] ?? 0));
}
