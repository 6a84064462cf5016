// A worker from its making until it can answer.
import type { EngineSource, WorkerLike } from './client.ts';
import { Unreachable } from './unreachable.ts';

/** A worker that is ready, and the module's list of machines, JSON. Rejects where it cannot start. */
export async function startWorker(source: EngineSource): Promise<{ worker: WorkerLike; machines: string }> {
  const spawned = source.spawn();
  try {
    const [worker, parts] = await Promise.all([spawned, source.parts()]);
    const machines = await new Promise<string>((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.kind === 'ready') resolve(data.machines);
        else if (data.kind === 'broken') reject(new Error(data.message));
      };
      // Without a message, its script was not there.
      worker.onerror = ({ message }) =>
        reject(message ? new Error(message) : new Unreachable('the worker’s script'));
      worker.postMessage({ kind: 'start', ...parts });
    });
    return { worker, machines };
  } catch (error) {
    spawned.then(worker => worker.terminate()).catch(() => {});
    throw error;
  }
}
