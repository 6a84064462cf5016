// The engine counts columns in UTF-8 bytes from 1; an editor counts UTF-16 units from 0.

/** A line of text and a column in bytes → the index in the line, at most its length. */
export function indexOfColumn(line: string, column: number): number {
  let bytes = column - 1;
  let index = 0;
  for (const c of line) {
    if (bytes <= 0) break;
    const code = c.codePointAt(0)!;
    bytes -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += c.length;
  }
  return index;
}

/** Gives for places in a source, a line and a column, their offsets; places past the end give the end. */
export function offsetsIn(source: string): (line: number, column: number) => number {
  const lines = source.split('\n');
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1);
  return (line, column) => {
    const text = lines[line - 1];
    return text === undefined ? source.length : starts[line - 1]! + indexOfColumn(text, column);
  };
}

/** The end of the word that begins at an offset; at least one character, unless the line ends there. */
export function wordEnd(source: string, offset: number): number {
  const [word = ''] = /^(\w+|[^\n]?)/.exec(source.slice(offset)) ?? [];
  return offset + word.length;
}
