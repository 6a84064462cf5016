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

/** A place in a source → its offset; places past the end give the end. */
export function offsetOf(lines: readonly string[], line: number, column: number): number {
  const before = lines.slice(0, Math.max(0, line - 1));
  const start = before.reduce((sum, text) => sum + text.length + 1, 0);
  const text = lines[line - 1];
  if (text === undefined) return Math.max(0, start - 1);
  return start + indexOfColumn(text, column);
}

/** The end of the word that begins at an offset; at least one character, unless the line ends there. */
export function wordEnd(source: string, offset: number): number {
  const [word = ''] = /^(\w+|[^\n]?)/.exec(source.slice(offset)) ?? [];
  return offset + word.length;
}
