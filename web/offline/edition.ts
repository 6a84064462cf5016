// What one edition of the book consists of; tools/offline.mjs writes it in front of the service worker's script.

export interface Edition {
  /** Of all the files together: another one for any change. */
  name: string;
  /** Each file by its path below the worker's folder, as addresses have it: the hash of its bytes, as `integrity` has it. */
  files: Record<string, string>;
}

/** What a page asks of the worker that waits: to take over, if no other page of the book is open. */
export const takeOver = 'take over';
/** The worker's answer where others are open. */
export const othersOpen = 'others open';

/**
 * The file of an edition that an address means: by its own name, without `.html` as some hosts have it, or a folder's
 * index. Undefined: the edition does not hold it.
 */
export function fileAt(url: string, scope: string, files: Record<string, string>): string | undefined {
  const { origin, pathname } = new URL(url);
  const base = new URL(scope);
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) return undefined;
  const path = pathname.slice(base.pathname.length);
  return [path, `${path}.html`, `${path}index.html`].find(file => Object.hasOwn(files, file));
}
