// The engine of a page where runs may be long: a worker of its own, in which an analysis is made step by step. It says how far
// it is, and can be ended: what it found until then is the answer. Texts that are requests, not programs, go to the same worker.

import type { LabEngine } from '../lab/context.ts';
import type { EngineSource, Outcome, WorkerLike } from './client.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import type { Analysis, MachineInfo, Options } from './report.ts';
import { startWorker } from './start.ts';

export interface RunProgress {
  /** Blocks. */
  done: number;
  total: number;
  /** Warp instructions of the launch that runs. */
  steps: number;
  /** Since the run began. */
  milliseconds: number;
}

export interface Wishes {
  /** What a lab holds is a request, 'op mask offsets…', and no program. */
  isRequest(lab: object): boolean;
  /** Hears how far a run is, some times in a second, and then that there is none. */
  onProgress(progress: RunProgress | undefined): void;
  onMachines(machines: MachineInfo[]): void;
}

interface Pending {
  id: number;
  lab: object;
  since: number;
  settle(outcome: Outcome): void;
}

/** Warp instructions: a reader ends a run, not a budget. */
const maxSteps = 1e15;
/** Milliseconds for which a worker that was told to end may stay silent. */
const patience = 4000;

export class PatientEngine implements LabEngine {
  private worker_: Promise<WorkerLike> | undefined;
  private alive_: WorkerLike | undefined;
  private readonly pending_ = new Map<number, Pending>();
  private study_: number | undefined;
  private nextId_ = 1;

  /** `inner` searches for what mends a source, beside all this. */
  constructor(
    private readonly source_: EngineSource,
    private readonly inner_: LabEngine,
    private readonly wishes_: Wishes,
  ) {}

  warmUp(): void {
    this.start_().catch(() => {});
  }

  fix(...given: Parameters<LabEngine['fix']>): ReturnType<LabEngine['fix']> {
    return this.inner_.fix(...given);
  }

  /** Answers for a lab; of each lab only the newest request counts. Never rejects. */
  analyze(lab: object, source: string, options: Options): Promise<Outcome> {
    const isRequest = this.wishes_.isRequest(lab);
    for (const each of [...this.pending_.values()].filter(other => other.lab === lab)) {
      if (each.id === this.study_) this.end_(each.id);
      this.settle_(each.id, { status: 'superseded' });
    }
    const id = this.nextId_++;
    if (!isRequest) this.study_ = id;
    return new Promise(settle => {
      this.pending_.set(id, { id, lab, since: performance.now(), settle });
      const said: ToWorker = isRequest
        ? { kind: 'request', id, source, options: options.machine ?? '' }
        : {
            kind: 'study',
            id,
            source,
            options: JSON.stringify({ maxSteps, ...options }),
            limit: Number.POSITIVE_INFINITY,
          };
      this.start_().then(
        worker => {
          const pending = this.pending_.get(id);
          if (!pending) return;
          pending.since = performance.now();
          worker.postMessage(said);
        },
        error => this.settle_(id, { status: 'failed', message: messageOf(error) }),
      );
    });
  }

  /** Holds the model against measured requests, CSV → what `replay` gives (docs/report.md). Rejects where it cannot answer. */
  async replay(csv: string, machine = ''): Promise<{ rows: number; agreed: number }> {
    const id = this.nextId_++;
    const worker = await this.start_();
    const outcome = await new Promise<Outcome>(settle => {
      this.pending_.set(id, { id, lab: {}, since: performance.now(), settle });
      worker.postMessage({ kind: 'replay', id, source: csv, options: machine });
    });
    if (outcome.status !== 'done') throw new Error(outcome.status);
    return outcome.analysis as unknown as { rows: number; agreed: number };
  }

  /** Ends the run; its outcome is what it found. A worker that does not answer is ended itself. */
  stop(): void {
    const id = this.study_;
    if (id === undefined) return;
    this.end_(id);
    setTimeout(() => {
      const silent = this.pending_.get(id);
      if (silent) this.lose_({ status: 'stopped', limit: performance.now() - silent.since });
    }, patience);
  }

  private end_(id: number): void {
    this.alive_?.postMessage({ kind: 'cancel', id });
  }

  private start_(): Promise<WorkerLike> {
    this.worker_ ??= this.begin_().catch(error => {
      this.worker_ = undefined; // the next call tries again
      throw error;
    });
    return this.worker_;
  }

  private async begin_(): Promise<WorkerLike> {
    const { worker, machines } = await startWorker(this.source_);
    worker.onmessage = ({ data }) => this.hear_(data);
    worker.onerror = ({ message }) => this.lose_({ status: 'failed', message });
    this.alive_ = worker;
    this.wishes_.onMachines(JSON.parse(machines) as MachineInfo[]);
    return worker;
  }

  private hear_(message: FromWorker): void {
    if (message.kind === 'progress') {
      const study = this.pending_.get(message.id);
      if (!study || message.id !== this.study_) return;
      const { done, total, steps = 0 } = message;
      this.wishes_.onProgress({ done, total, steps, milliseconds: performance.now() - study.since });
    } else if (message.kind === 'done' || message.kind === 'ended') {
      this.settle_(message.id, { status: 'done', analysis: JSON.parse(message.json) as Analysis });
    } else if (message.kind === 'broken') {
      this.lose_({ status: 'failed', message: message.message });
    }
  }

  /** The worker is of no more use. */
  private lose_(outcome: Outcome): void {
    this.alive_?.terminate();
    this.alive_ = undefined;
    this.worker_ = undefined;
    for (const id of [...this.pending_.keys()]) this.settle_(id, outcome);
  }

  private settle_(id: number, outcome: Outcome): void {
    const pending = this.pending_.get(id);
    this.pending_.delete(id);
    if (id === this.study_) {
      this.study_ = undefined;
      this.wishes_.onProgress(undefined);
    }
    pending?.settle(outcome);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
