// Where the page's worker and the module's bytes come from. Over http: files beside the page's scripts, the module
// in two parts. Under file://
// nothing can be fetched and no worker started from a file, so that a classic script, engine-inline.js, brings both
// as text. The page's own instance takes the same bytes, and the module's script out of the worker's file, which is a
// classic script as well.
import type { CreateBankLab } from './banklab.d.ts';
import type { EngineSource, WorkerLike } from './client.ts';
import type { NearModule } from './near.ts';
import { createOfParts } from './parts.ts';
import type { EngineParts } from './protocol.ts';

const restFile = 'banklab.rest.wasm';

/** What engine-inline.js leaves in the page. */
interface Inline {
  worker: string;
  /** base64 */
  wasm: string;
}

declare global {
  var bankLabInline: Inline | undefined;
  /** Left by engine-worker.js. */
  var createBankLab: CreateBankLab | undefined;
}

/** `base` is the address of the folder that holds the page's scripts, with a slash at its end. */
export function engineSource(base: string): EngineSource {
  return new URL(base).protocol === 'file:' ? inlineSource(base) : fileSource(base);
}

function fileSource(base: string): EngineSource {
  const parts = once(async () => ({
    wasm: await bytesAt(base, 'banklab.first.wasm'),
    rest: `${base}${restFile}`,
  }));
  return {
    spawn: async () => new Worker(`${base}engine-worker.js`) as WorkerLike,
    parts,
    near: () =>
      nearModule(base, async create => {
        const [{ wasm }, bytes] = await Promise.all([parts(), bytesAt(base, restFile)]);
        const rest = await WebAssembly.compile(bytes);
        return createOfParts(create, wasm, () => rest);
      }),
  };
}

function inlineSource(base: string): EngineSource {
  const inline = once(async () => {
    await loadScript(`${base}engine-inline.js`);
    if (!globalThis.bankLabInline) throw new Error('engine-inline.js holds no engine');
    return globalThis.bankLabInline;
  });
  const parts = async (): Promise<EngineParts> => ({ wasm: bytesOf((await inline()).wasm) });
  return {
    async spawn() {
      const script = new Blob([(await inline()).worker], { type: 'text/javascript' });
      const url = URL.createObjectURL(script);
      const worker = new Worker(url);
      URL.revokeObjectURL(url);
      return worker as WorkerLike;
    },
    parts,
    near: () => nearModule(base, async create => create({ wasmBinary: (await parts()).wasm })),
  };
}

/** An instance on the page's thread, made while that has nothing else to do. */
async function nearModule(
  base: string,
  make: (create: CreateBankLab) => Promise<NearModule>,
): Promise<NearModule> {
  await idle();
  if (!globalThis.createBankLab) await loadScript(`${base}engine-worker.js`);
  if (!globalThis.createBankLab) throw new Error('engine-worker.js holds no engine');
  return make(globalThis.createBankLab);
}

async function bytesAt(base: string, file: string): Promise<ArrayBuffer> {
  const response = await fetch(base + file);
  if (!response.ok) throw new Error(`${file} could not be fetched (${response.status})`);
  return response.arrayBuffer();
}

function idle(): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200); // Safari has no such call
  });
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
