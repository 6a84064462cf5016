// A unified diff as lines to show; the files' names are left to whoever copies it.

export interface DiffLine {
  kind: 'add' | 'remove' | 'keep' | 'place';
  /** Without the sign in front. */
  text: string;
}

const kinds: Record<string, DiffLine['kind']> = { '+': 'add', '-': 'remove', ' ': 'keep' };

/** Of `@@ -3,7 +3,7 @@` the line where the stretch begins is kept, as 'line 3'. */
export function linesOf(diff: string, nameLine: (line: string) => string): DiffLine[] {
  let inStretch = false;
  return diff.split('\n').flatMap((line): DiffLine[] => {
    const start = /^@@ -(\d+)/.exec(line)?.[1];
    if (start !== undefined) {
      inStretch = true;
      return [{ kind: 'place', text: nameLine(start) }];
    }
    const kind = kinds[line.charAt(0)];
    return inStretch && kind ? [{ kind, text: line.slice(1) }] : [];
  });
}
