// The engine on the page's own thread. A worker's answer to a keystroke is heard only after the frame that shows the
// keystroke; what takes a millisecond is answered here at once, so that text and figure change in one frame. It must
// never hold up the page: it is asked only where the worker's last run was short, its runs are cut by a budget of
// steps, and a lab whose run was slow all the same goes back to the worker until that answers it fast again.
import type { BankLabModule } from './banklab.d.ts';
import type { Analysis, Options } from './report.ts';

/** As much of the module as is used here. */
export type NearModule = Pick<BankLabModule, 'analyze'>;

/** Milliseconds below which a worker's run makes its lab one for the near engine. */
const shortRun = 8;
/** Milliseconds above which a near run sends its lab back to the worker. */
const slowRun = 16;
/** Characters of a source: reading more takes too long. */
const longestSource = 8000;
/** Warp instructions, as the engine counts them. A run which suddenly is endless holds the page for no longer than a frame. */
const maxSteps = 20_000;

export class NearEngine {
  private module_: NearModule | undefined;
  private starting_ = false;
  private readonly short_ = new WeakSet<object>();

  /**
   * @param create makes the module; may fail, since the page works without it
   * @param now the clock, in milliseconds
   */
  constructor(
    private readonly create_: () => Promise<NearModule>,
    private readonly now_: () => number,
  ) {}

  /** Makes the module, unless it is there or on its way. */
  async start(): Promise<void> {
    if (this.module_ || this.starting_) return;
    this.starting_ = true;
    try {
      this.module_ = await this.create_();
    } catch {
      // The worker answers everything then; the next start tries again.
    } finally {
      this.starting_ = false;
    }
  }

  /** How a lab's run in the worker went: the milliseconds it took, or undefined if it did not end. */
  learn(lab: object, ms: number | undefined): void {
    if (ms !== undefined && ms < shortRun) this.short_.add(lab);
    else this.short_.delete(lab);
  }

  /** The analysis that the worker would give, or undefined where the worker must be asked. */
  analyze(lab: object, source: string, options: Options): Analysis | undefined {
    if (!this.module_ || !this.short_.has(lab) || source.length > longestSource) return undefined;
    const start = this.now_();
    const budget = Math.min(options.maxSteps ?? maxSteps, maxSteps);
    try {
      const json = this.module_.analyze(source, JSON.stringify({ ...options, maxSteps: budget }));
      const analysis = JSON.parse(json) as Analysis;
      return analysis.reports.some(report => report.truncated) ? undefined : analysis;
    } catch {
      this.module_ = undefined; // it trapped: its memory is of no more use
      return undefined;
    } finally {
      if (this.now_() - start > slowRun) this.short_.delete(lab);
    }
  }
}
