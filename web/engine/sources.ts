// Where the page's worker and the module's bytes come from. The page's script holds the engine's own script as a
// function and is the worker's script too; the module is fetched beside it, in two parts. Under file:// nothing can be
// fetched and no worker started from a file: there the worker is made from the function's text, and a classic script,
// banklab.inline.js, brings the whole module.
import type { CreateBankLab } from './banklab.d.ts';
import type { EngineSource, WorkerLike } from './client.ts';
import { idle, once } from './moments.ts';
import { createOfParts } from './parts.ts';
import { trustedUrl } from './trusted.ts';
import { Unreachable } from './unreachable.ts';

declare global {
  /** What banklab.inline.js leaves in the page: the module as text, see inlineText in tools/bundle.mjs. */
  var bankLabWasm: string | undefined;
}

/** The script that brought the labs: its address, and the page's leave to load more. */
export interface PageScript {
  url: string;
  nonce: string;
}

/** The addresses of the module's two parts. */
export interface PartAddresses {
  first: string;
  rest: string;
}

/** The address of a file beside the page's script. */
export const beside = ({ url }: PageScript, file: string): string => new URL(file, url).href;

/** `engine` runs the engine's script: in a worker that answers from then on, in a page it gives the module's maker. */
export function engineSource(script: PageScript, engine: () => CreateBankLab): EngineSource {
  if (globalThis.bankLabWasm !== undefined || new URL(script.url).protocol === 'file:') {
    return inlineSource(script, engine);
  }
  return fetchedSource(
    { first: beside(script, 'banklab.first.wasm'), rest: beside(script, 'banklab.rest.wasm') },
    () => workerFromFile(script, engine),
    async () => engine(),
  );
}

/** `spawn` makes a worker; `create` brings the module's maker onto this thread. */
export function fetchedSource(
  { first, rest }: PartAddresses,
  spawn: () => Worker,
  create: () => Promise<CreateBankLab>,
): EngineSource {
  const parts = once(async () => ({ wasm: await bytesAt(first), rest }));
  return {
    spawn: async () => spawn() as WorkerLike,
    parts,
    async near() {
      await idle();
      const [make, { wasm }, bytes] = await Promise.all([create(), parts(), bytesAt(rest)]);
      const compiled = await WebAssembly.compile(bytes);
      return createOfParts(make, wasm, () => compiled);
    },
  };
}

function inlineSource(script: PageScript, engine: () => CreateBankLab): EngineSource {
  const wasm = (): Promise<ArrayBuffer> => inlineWasm(script);
  return {
    spawn: async () => workerFromText(engine) as WorkerLike,
    parts: async () => ({ wasm: await wasm() }),
    async near() {
      await idle();
      return engine()({ wasmBinary: await wasm() });
    },
  };
}

function workerFromFile({ url }: PageScript, engine: () => CreateBankLab): Worker {
  try {
    return new Worker(trustedUrl(url));
  } catch {
    return workerFromText(engine); // the script is another host's
  }
}

function workerFromText(engine: () => CreateBankLab): Worker {
  const url = URL.createObjectURL(new Blob([`(${engine})()`], { type: 'text/javascript' }));
  const worker = new Worker(trustedUrl(url));
  URL.revokeObjectURL(url);
  return worker;
}

/** The bytes at an address. */
export async function bytesAt(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url).catch(() => {
    throw new Unreachable(url);
  });
  if (!response.ok) throw new Error(`${url} could not be fetched (${response.status})`);
  return response.arrayBuffer();
}

async function inlineWasm(script: PageScript): Promise<ArrayBuffer> {
  if (globalThis.bankLabWasm === undefined) await loadScript(script, 'banklab.inline.js');
  if (globalThis.bankLabWasm === undefined) throw new Error('banklab.inline.js holds no engine');
  return bytesOf(globalThis.bankLabWasm);
}

/** Six characters stand for bytes that no text can hold, and begin it; then each character is a byte, some of them 256 higher. */
function bytesOf(text: string): ArrayBuffer {
  const unfit = '\0\r\n\\"<';
  const byteOf = Uint8Array.from({ length: 512 }, (_, code) => code & 255);
  for (let i = 0; i < unfit.length; i++) byteOf[text.charCodeAt(i)] = unfit.charCodeAt(i);
  const bytes = new Uint8Array(text.length - unfit.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = byteOf[text.charCodeAt(i + unfit.length)]!;
  return bytes.buffer;
}

/** Adds a classic script that lies beside the page's to the page; resolves when it has run. */
export function loadScript(from: PageScript, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = trustedUrl(beside(from, file));
    script.charset = 'utf-8';
    if (from.nonce) script.nonce = from.nonce;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${file} could not be loaded`));
    document.head.append(script);
  });
}
