// How a worker comes by another part of the module: in the background, once the first part is at work; and should a call need it
// before it is there, by waiting for it, as only a worker may.
import type { Part } from './parts.ts';

/** `url` is where the part's bytes are. `prefetch` starts loading it; that it failed is heard by who needs it. */
export function partFrom(url: string): { prefetch(): void; part: Part } {
  let module: WebAssembly.Module | undefined;
  const load = async (): Promise<void> => {
    const response = await fetch(url);
    if (response.ok) module ??= await WebAssembly.compile(await response.arrayBuffer());
  };
  return {
    prefetch: () => void load().catch(() => {}),
    part: () => (module ??= new WebAssembly.Module(fetchNow(url))),
  };
}

function fetchNow(url: string): ArrayBuffer {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.responseType = 'arraybuffer';
  const refused = (why: unknown): Error =>
    new Error(
      `the part of the engine that is needed here could not be loaded (${why}); it is tried again the next time`,
    );
  try {
    request.send();
  } catch {
    throw refused('no answer');
  }
  if (request.status !== 200) throw refused(request.status);
  return request.response as ArrayBuffer;
}
