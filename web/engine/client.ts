// The page's side: one worker for all labs of the page. Of each lab only the newest request counts; a run that takes
// too long, or breaks the worker, costs that worker its life, and the next request gets a fresh one. Runs known to be
// short are answered near, without the worker; see near.ts.
import type { FixOptions } from './fixes.ts';
import { Fixing, type FixOutcome, type FixWishes } from './fixing.ts';
import { NearEngine, type NearModule } from './near.ts';
import type { EngineParts, FromWorker, ToWorker } from './protocol.ts';
import type { Analysis, Options } from './report.ts';
import { startWorker } from './start.ts';
import { Unreachable } from './unreachable.ts';

/** What became of a request. */
export type Outcome =
  | { status: 'done'; analysis: Analysis }
  /** A newer request of the same lab took its place. */
  | { status: 'superseded' }
  /** The run took longer than the limit, in milliseconds. */
  | { status: 'stopped'; limit: number }
  /** The engine broke, or could not be started. */
  | {
      status: 'failed';
      message: string;
      /** Its files could not be fetched. */
      unreachable?: boolean;
    };

/** As much of a Worker as the client needs. */
export interface WorkerLike {
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message: string }) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

/** Where a worker, the module's bytes and a module on this thread come from; see sources.ts. */
export interface EngineSource {
  spawn(): Promise<WorkerLike>;
  parts(): Promise<EngineParts>;
  /** The part for searches, where a worker cannot fetch it by itself. */
  fixPart?(): Promise<ArrayBuffer>;
  /** Takes its time, so as not to hold up the page. */
  near(): Promise<NearModule>;
}

interface Request {
  id: number;
  lab: object;
  source: string;
  options: Options;
  /** A newer request of its lab has come. */
  superseded: boolean;
  settle(outcome: Outcome): void;
}

/** Warp instructions that a lab's run may take, as the engine counts them; it ends soon, and shows what it found until then. */
const maxSteps = 5_000_000;

export class EngineClient {
  private worker_: WorkerLike | undefined;
  private starting_ = false;
  private running_: Request | undefined;
  private startedAt_ = 0;
  private timer_: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting_ = new Map<object, Request>();
  private readonly near_: NearEngine;
  private wantsNear_ = false;
  private readonly fixing_ = new Fixing();
  private nextId_ = 1;

  /**
   * @param limit milliseconds that one run may take
   * @param patience milliseconds that a run may still take in all once a newer request of its lab has come
   * @param now the clock that near runs are measured by, in milliseconds
   */
  constructor(
    private readonly source_: EngineSource,
    private readonly limit_ = 2000,
    private readonly patience_ = 250,
    now = () => performance.now(),
  ) {
    this.near_ = new NearEngine(() => source_.near(), now);
  }

  /** The reader is about to change something: starts a worker ahead of the first request, then the near engine. */
  warmUp(): void {
    this.wantsNear_ = true;
    if (this.worker_) void this.near_.start();
    else this.startWorker_();
  }

  /**
   * Analyzes a source for a lab (any object that stands for it). Never rejects. A short run's outcome is there when this
   * returns: it is heard before the task ends.
   */
  analyze(lab: object, source: string, options: Options): Promise<Outcome> {
    this.supersede_(lab);
    const analysis = this.near_.analyze(lab, source, options);
    if (analysis) return Promise.resolve({ status: 'done', analysis });
    return new Promise(settle => {
      this.waiting_.set(lab, { id: this.nextId_++, lab, source, options, superseded: false, settle });
      this.pump_();
    });
  }

  /**
   * Searches for what mends a source's conflicts; analyses go on beside it. One search runs at a time: a newer one takes its
   * place. Never rejects.
   */
  async fix(source: string, options: FixOptions, wishes: FixWishes = {}): Promise<FixOutcome> {
    let part: ArrayBuffer | undefined;
    try {
      if (this.source_.fixPart) part = await this.source_.fixPart();
    } catch (error) {
      return { status: 'failed', message: (error as Error).message };
    }
    const outcome = this.fixing_.begin(this.nextId_++, source, options, wishes, part);
    this.pump_();
    return outcome;
  }

  /** A newer request of the lab has come: the one that waits is not run, the one that runs must hurry. */
  private supersede_(lab: object): void {
    this.waiting_.get(lab)?.settle({ status: 'superseded' });
    this.waiting_.delete(lab);
    if (this.running_?.lab !== lab) return;
    this.running_.superseded = true;
    const elapsed = performance.now() - this.startedAt_;
    this.arm_(Math.max(0, Math.min(this.limit_, this.patience_) - elapsed));
  }

  /** Takes the next waiting request, if the worker is there and idle. */
  private pump_(): void {
    const worker = this.worker_;
    if (worker) this.fixing_.post(message => worker.postMessage(message));
    else if (this.fixing_.waits) this.startWorker_();
    if (this.running_) return;
    const next = this.waiting_.values().next();
    if (next.done) return;
    if (!this.worker_) {
      this.startWorker_();
      return;
    }
    const request = next.value;
    this.waiting_.delete(request.lab);
    this.running_ = request;
    this.startedAt_ = performance.now();
    this.arm_(this.limit_);
    const options = JSON.stringify({ maxSteps, ...request.options });
    this.worker_.postMessage({ kind: 'analyze', id: request.id, source: request.source, options });
  }

  private arm_(delay: number): void {
    clearTimeout(this.timer_);
    this.timer_ = setTimeout(() => this.endRun_({ status: 'stopped', limit: this.limit_ }), delay);
  }

  /** Ends the running request with a dead worker. */
  private endRun_(outcome: Outcome): void {
    this.worker_?.terminate();
    this.worker_ = undefined;
    this.fixing_.lose(outcome.status === 'failed' ? outcome : { status: 'stopped' });
    this.finish_(outcome, undefined);
  }

  /** `ms` is how long the run took, if it came to its end. */
  private finish_(outcome: Outcome, ms: number | undefined): void {
    clearTimeout(this.timer_);
    const request = this.running_;
    this.running_ = undefined;
    if (request) {
      this.near_.learn(request.lab, ms);
      request.settle(request.superseded ? { status: 'superseded' } : outcome);
    }
    this.pump_();
  }

  private startWorker_(): void {
    if (!this.starting_) void this.start_();
  }

  private async start_(): Promise<void> {
    this.starting_ = true;
    try {
      const { worker } = await startWorker(this.source_);
      worker.onmessage = ({ data }) => this.hear_(data);
      worker.onerror = ({ message }) => this.endRun_({ status: 'failed', message });
      this.worker_ = worker;
      this.starting_ = false;
      this.pump_();
      if (this.wantsNear_) void this.near_.start();
    } catch (error) {
      this.starting_ = false;
      const message = error instanceof Error ? error.message : String(error);
      const unreachable = error instanceof Unreachable;
      const waiting = [...this.waiting_.values()];
      this.waiting_.clear();
      for (const request of waiting) request.settle({ status: 'failed', message, unreachable });
      this.fixing_.fail(message);
    }
  }

  private hear_(message: FromWorker): void {
    this.fixing_.hear(message);
    if (message.kind === 'broken') this.endRun_({ status: 'failed', message: message.message });
    else if (message.kind === 'done' && message.id === this.running_?.id) {
      this.finish_({ status: 'done', analysis: JSON.parse(message.json) as Analysis }, message.ms);
    }
  }
}
