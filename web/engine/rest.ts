// How a worker comes by the module's rest: in the background, once the first part is at work; and should a call need it
// before it is there, by waiting for it, as only a worker may.
import type { Rest } from './parts.ts';

/** `url` is where the rest's bytes are. `prefetch` starts loading it; that it failed is heard by who needs it. */
export function restFrom(url: string): { prefetch(): void; rest: Rest } {
  let module: WebAssembly.Module | undefined;
  const load = async (): Promise<void> => {
    const response = await fetch(url);
    if (response.ok) module ??= await WebAssembly.compile(await response.arrayBuffer());
  };
  return {
    prefetch: () => void load().catch(() => {}),
    rest: () => (module ??= new WebAssembly.Module(fetchNow(url))),
  };
}

function fetchNow(url: string): ArrayBuffer {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.responseType = 'arraybuffer';
  const refused = (why: unknown): Error =>
    new Error(
      `the part of the engine that this code needs could not be loaded (${why}); it is tried again with the next edit`,
    );
  try {
    request.send();
  } catch {
    throw refused('no answer');
  }
  if (request.status !== 200) throw refused(request.status);
  return request.response as ArrayBuffer;
}
