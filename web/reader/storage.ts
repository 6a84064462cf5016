// What the reader's browser keeps. It may be full, off or forbidden (private windows, file://): then nothing is kept
// and everything else works.
const prefix = 'banklab.';

export function load(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

export function save(key: string, value: string) {
  try {
    localStorage.setItem(prefix + key, value);
  } catch {
    // Not kept; nothing depends on it.
  }
}
