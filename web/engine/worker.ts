// The worker's side: holds the module and answers one analysis at a time. The module's own script, which leaves
// `createBankLab`, stands before this one in the same function, so that a worker is one script over http and from a Blob. A
// page may call that function too, for the module's script alone.
import type { BankLabModule, CreateBankLab } from './banklab.d.ts';
import { createOfParts } from './parts.ts';
import type { EngineParts, FromWorker, ToWorker } from './protocol.ts';
import { restFrom } from './rest.ts';

declare const createBankLab: CreateBankLab;

const port = self as unknown as {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
};

let module: BankLabModule | undefined;

const broken = (error: unknown): void =>
  port.postMessage({ kind: 'broken', message: error instanceof Error ? error.message : String(error) });

const start = async ({ wasm, rest: url }: EngineParts): Promise<void> => {
  const later = url === undefined ? undefined : restFrom(url);
  module = await (later
    ? createOfParts(createBankLab, wasm, later.rest)
    : createBankLab({ wasmBinary: wasm }));
  port.postMessage({ kind: 'ready', version: module.version(), machines: module.machines() });
  later?.prefetch();
};

const hear = ({ data }: MessageEvent<ToWorker>): void => {
  if (data.kind === 'start') {
    start(data).catch(broken);
    return;
  }
  try {
    if (!module) throw new Error('the engine has not started');
    const start = performance.now();
    const json = module.analyze(data.source, data.options);
    port.postMessage({ kind: 'done', id: data.id, json, ms: performance.now() - start });
  } catch (error) {
    broken(error);
  }
};

if (typeof document === 'undefined') port.onmessage = hear;
