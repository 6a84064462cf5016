// Where the page's worker and the module's bytes come from. Over http: files beside the page's scripts. Under file://
// nothing can be fetched and no worker started from a file, so that a classic script, engine-inline.js, brings both
// as text.
import type { EngineSource, WorkerLike } from './client.ts';

/** What engine-inline.js leaves in the page. */
interface Inline {
  worker: string;
  /** base64 */
  wasm: string;
}

declare global {
  var bankLabInline: Inline | undefined;
}

/** `base` is the address of the folder that holds the page's scripts, with a slash at its end. */
export function engineSource(base: string): EngineSource {
  return new URL(base).protocol === 'file:' ? inlineSource(base) : fileSource(base);
}

function fileSource(base: string): EngineSource {
  const load = async (): Promise<ArrayBuffer> => {
    const response = await fetch(`${base}banklab.wasm`);
    if (!response.ok) throw new Error(`banklab.wasm could not be fetched (${response.status})`);
    return response.arrayBuffer();
  };
  return { spawn: async () => new Worker(`${base}engine-worker.js`) as WorkerLike, wasm: once(load) };
}

function inlineSource(base: string): EngineSource {
  const inline = once(async () => {
    await loadScript(`${base}engine-inline.js`);
    if (!globalThis.bankLabInline) throw new Error('engine-inline.js holds no engine');
    return globalThis.bankLabInline;
  });
  return {
    async spawn() {
      const script = new Blob([(await inline()).worker], { type: 'text/javascript' });
      const url = URL.createObjectURL(script);
      const worker = new Worker(url);
      URL.revokeObjectURL(url);
      return worker as WorkerLike;
    },
    wasm: async () => bytesOf((await inline()).wasm),
  };
}

function bytesOf(base64: string): ArrayBuffer {
  return Uint8Array.from(atob(base64), c => c.charCodeAt(0)).buffer;
}

/** Keeps a result; a failure is not kept, so that the next call tries again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= load().catch(error => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

/** Adds a classic script to the page; resolves when it has run. */
export function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${src} could not be loaded`));
    document.head.append(script);
  });
}
