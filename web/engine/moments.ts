// When, and how often, something is done.

/** Resolves when the page has nothing else to do, or after two seconds. */
export function idle(): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200); // Safari has no such call
  });
}

/** Keeps a result; a failure is not kept, so that the next call tries again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= load().catch(error => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
