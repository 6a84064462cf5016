// The search for fixes that runs in the worker, as the page's side keeps it: one at a time.
import type { Fixes, FixOptions, FixProgress } from './fixes.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

/** What became of a search. */
export type FixOutcome =
  /** `fixes.complete` is false where the limit or the signal ended it: then it is what was proved until then. */
  | { status: 'done'; fixes: Fixes }
  /** A newer search took its place. */
  | { status: 'superseded' }
  /** The worker was lost, to another run that took too long. */
  | { status: 'stopped' }
  /** The engine broke, or could not be started. */
  | { status: 'failed'; message: string };

export interface FixWishes {
  /** Hears how far the search is, a few times in a second at most. */
  onProgress?(progress: FixProgress): void;
  /** Ends the search. */
  signal?: AbortSignal;
  /** Milliseconds that it may take. */
  limit?: number;
}

const usualLimit = 2000;

export class Fixing {
  private current_:
    | {
        id: number;
        source: string;
        options: FixOptions;
        wishes: FixWishes;
        part: ArrayBuffer | undefined;
        settle(outcome: FixOutcome): void;
      }
    | undefined;
  private posted_ = false;

  /** Begins a search in the place of the one before; it is posted when a worker is there. */
  begin(
    id: number,
    source: string,
    options: FixOptions,
    wishes: FixWishes,
    part?: ArrayBuffer,
  ): Promise<FixOutcome> {
    this.settle_({ status: 'superseded' });
    return new Promise(settle => {
      this.current_ = { id, source, options, wishes, part, settle };
      this.posted_ = false;
    });
  }

  /** There is one that a worker has to be told of. */
  get waits(): boolean {
    return this.current_ !== undefined && !this.posted_;
  }

  /** Gives the search to a worker. */
  post(postMessage: (message: ToWorker) => void): void {
    const current = this.current_;
    if (!current || this.posted_) return;
    this.posted_ = true;
    const { id, source, wishes, part } = current;
    postMessage({
      kind: 'fix',
      id,
      source,
      options: JSON.stringify(current.options),
      limit: wishes.limit ?? usualLimit,
      part,
    });
    const cancel = (): void => {
      if (this.current_ === current) postMessage({ kind: 'cancel', id });
    };
    if (wishes.signal?.aborted) cancel();
    else wishes.signal?.addEventListener('abort', cancel, { once: true });
  }

  hear(message: FromWorker): void {
    if (message.kind === 'progress' && message.id === this.current_?.id) {
      this.current_.wishes.onProgress?.({ done: message.done, total: message.total });
    } else if (message.kind === 'ended' && message.id === this.current_?.id) {
      this.settle_({ status: 'done', fixes: JSON.parse(message.json) as Fixes });
    }
  }

  /** The worker that ran it is gone. */
  lose(outcome: FixOutcome): void {
    if (this.posted_) this.settle_(outcome);
  }

  /** No worker can be started. */
  fail(message: string): void {
    this.settle_({ status: 'failed', message });
  }

  private settle_(outcome: FixOutcome): void {
    const current = this.current_;
    this.current_ = undefined;
    current?.settle(outcome);
  }
}
