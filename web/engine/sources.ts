// Where the page's worker and the module's bytes come from. The page's script holds the engine's own script as a
// function and is the worker's script too; the module is fetched beside it, in its parts. Under file:// nothing can be
// fetched and no worker started from a file: there the worker is made from the function's text, and a classic script,
// banklab.inline.js, brings the module, and another one, banklab.inline.fix.js, the part that searches for fixes.
import type { CreateBankLab } from './banklab.d.ts';
import type { EngineSource, WorkerLike } from './client.ts';
import { idle, once } from './moments.ts';
import { createOfParts, noPart } from './parts.ts';
import { trustedUrl } from './trusted.ts';
import { Unreachable } from './unreachable.ts';

declare global {
  /** What banklab.inline.js leaves in the page: the module as text, see inlineText in tools/bundle.mjs. */
  var bankLabWasm: string | undefined;
  /** What banklab.inline.fix.js leaves there. */
  var bankLabFixWasm: string | undefined;
}

/** The script that brought the labs: its address, and the page's leave to load more. */
export interface PageScript {
  url: string;
  nonce: string;
}

/** The addresses of the module's parts. */
export interface PartAddresses {
  first: string;
  rest: string;
  fix: string;
}

/** The address of a file beside the page's script. */
export const beside = ({ url }: PageScript, file: string): string => new URL(file, url).href;

/** `engine` runs the engine's script: in a worker that answers from then on, in a page it gives the module's maker. */
export function engineSource(script: PageScript, engine: () => CreateBankLab): EngineSource {
  if (globalThis.bankLabWasm !== undefined || new URL(script.url).protocol === 'file:') {
    return inlineSource(script, engine);
  }
  const part = (name: string): string => beside(script, `banklab.${name}.wasm`);
  return fetchedSource(
    { first: part('first'), rest: part('rest'), fix: part('fix') },
    () => workerFromFile(script, engine),
    async () => engine(),
  );
}

/** `spawn` makes a worker; `create` brings the module's maker onto this thread. */
export function fetchedSource(
  { first, rest, fix }: PartAddresses,
  spawn: () => Worker,
  create: () => Promise<CreateBankLab>,
): EngineSource {
  const parts = once(async () => ({ wasm: await bytesAt(first), rest, fix }));
  return {
    spawn: async () => spawn() as WorkerLike,
    parts,
    async near() {
      await idle();
      const [make, { wasm }, bytes] = await Promise.all([create(), parts(), bytesAt(rest)]);
      const compiled = await WebAssembly.compile(bytes);
      return createOfParts(make, wasm, { rest: () => compiled, fix: noPart });
    },
  };
}

function inlineSource(script: PageScript, engine: () => CreateBankLab): EngineSource {
  const wasm = (): Promise<ArrayBuffer> =>
    inlineWasm(script, 'banklab.inline.js', () => globalThis.bankLabWasm);
  return {
    spawn: async () => workerFromText(engine) as WorkerLike,
    parts: async () => ({ wasm: await wasm() }),
    fixPart: () => inlineWasm(script, 'banklab.inline.fix.js', () => globalThis.bankLabFixWasm),
    async near() {
      await idle();
      return createOfParts(engine(), await wasm(), { rest: noPart, fix: noPart });
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

/** The bytes that a script leaves in the page as text; it is loaded if it has not been yet. */
async function inlineWasm(
  script: PageScript,
  file: string,
  left: () => string | undefined,
): Promise<ArrayBuffer> {
  if (left() === undefined) await loadScript(script, file);
  const text = left();
  if (text === undefined) throw new Error(`${file} holds no engine`);
  return bytesOf(text);
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
