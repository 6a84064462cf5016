// The worker's side: holds the module and answers one call at a time; a job goes on between them. The module's own script, which leaves
// `createBankLab`, stands before this one in the same function, so that a worker is one script over http and from a Blob. A
// page may call that function too, for the module's script alone.
import type { BankLabModule, CreateBankLab } from './banklab.d.ts';
import { createOfParts, noPart } from './parts.ts';
import type { EngineParts, FromWorker, Job, ToWorker } from './protocol.ts';
import { partFrom } from './rest.ts';

declare const createBankLab: CreateBankLab;

const port = self as unknown as {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
};

let module: BankLabModule | undefined;

/** The engine itself aborts only where it gets no memory; all else that ends it is a trap, which has its own words. */
const why = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith('Aborted') ? 'out of memory' : message;
};
const broken = (error: unknown): void => port.postMessage({ kind: 'broken', message: why(error) });

/** The search's part, where the page brought it. */
let fixPart: ArrayBuffer | undefined;

const start = async ({ wasm, rest, fix }: EngineParts): Promise<void> => {
  const later = rest === undefined ? undefined : partFrom(rest);
  const search = fix === undefined ? undefined : partFrom(fix);
  module = await createOfParts(createBankLab, wasm, {
    rest: later?.part ?? noPart,
    fix: () => (fixPart ? new WebAssembly.Module(fixPart) : (search?.part ?? noPart)()),
  });
  port.postMessage({ kind: 'ready', version: module.version(), machines: module.machines() });
  later?.prefetch();
};

/** Milliseconds for which a job runs before it looks whether a message waits. */
const slice = 30;
let job: { kind: Job; id: number; end: number } | undefined;

const endJob = (): void => {
  if (job) port.postMessage({ kind: 'ended', id: job.id, json: module![`${job.kind}Finish`]() });
  job = undefined;
};

const goOn = (id: number): void => {
  if (job?.id !== id) return;
  try {
    const pause = Math.min(performance.now() + slice, job.end);
    let progress: string;
    do progress = module![`${job.kind}Step`]();
    while (progress && performance.now() < pause);
    if (!progress || performance.now() >= job.end) {
      endJob();
      return;
    }
    port.postMessage({ kind: 'progress', id, ...JSON.parse(progress) });
    setTimeout(goOn, 0, id);
  } catch (error) {
    broken(error);
  }
};

const answer = (data: Exclude<ToWorker, { kind: 'start' }>): void => {
  if (!module) throw new Error('the engine has not started');
  if (data.kind === 'cancel') {
    if (job?.id === data.id) endJob();
  } else if (data.kind === 'fix' || data.kind === 'study') {
    endJob();
    const { kind, id } = data;
    fixPart ??= data.part;
    const refused = module[`${kind}Start`](data.source, data.options);
    if (refused) {
      port.postMessage({ kind: 'ended', id, json: refused });
      return;
    }
    job = { kind, id, end: performance.now() + data.limit };
    goOn(id);
  } else {
    const start = performance.now();
    const json = module[data.kind](data.source, data.options);
    port.postMessage({ kind: 'done', id: data.id, json, ms: performance.now() - start });
  }
};

const hear = ({ data }: MessageEvent<ToWorker>): void => {
  if (data.kind === 'start') {
    start(data).catch(broken);
    return;
  }
  try {
    answer(data);
  } catch (error) {
    broken(error);
  }
};

if (typeof document === 'undefined') port.onmessage = hear;
