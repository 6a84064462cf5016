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

/** Whether it is kept now. */
export function save(key: string, value: string): boolean {
  try {
    localStorage.setItem(prefix + key, value);
    return true;
  } catch {
    return false;
  }
}

export function remove(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // There is nothing to remove.
  }
}

/** Whether anything can be kept. */
export function keeps(): boolean {
  const kept = save('probe', '1') && load('probe') === '1';
  remove('probe');
  return kept;
}
