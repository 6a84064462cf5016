// What the panel asks of the lab that it opens in.
import type { Fix } from '../engine/fixes.ts';
import type { FixOutcome, FixWishes } from '../engine/fixing.ts';
import type { Analysis, Report } from '../engine/report.ts';
import type { Change } from '../lab/changes.ts';
import type { Messages } from '../messages/index.ts';
import type { judge } from './judge.ts';

export interface MendHost {
  /** The panel's own, empty. */
  room: HTMLElement;
  /** The panel's words; English by default. */
  messages: Messages['mend'] | undefined;
  /** The source as it stands while the panel is open. */
  source: string;
  /** The launch that the lab shows. */
  launch: number;
  /** Searches for what mends the source. */
  search(wishes: FixWishes): Promise<FixOutcome>;
  /** Runs a source as the lab runs its own, and has it explained; undefined if there is no answer. */
  analyze(source: string): Promise<Analysis | undefined>;
  /** Makes a figure in a room, with a line that says what the lane does which is looked at. */
  stage(
    room: HTMLElement,
    detail: HTMLElement,
  ): { draw(report: Report, pick: { site: number; pattern: number }): void };
  /** A site's sentence as HTML. */
  sentence(report: Report, pick: { site: number; pattern: number }): string;
  /** Tells screen readers. */
  say(text: string): void;
  /** Closes the panel, makes the changes in the editor (`text` is what comes of them), and tells the page which fix it was. */
  apply(changes: Change[], text: string, of: { fix: Fix; array: string }): Promise<void>;
  /** Closes the panel and gives focus back. */
  close(): void;
}

export interface MendPanel {
  /** Ends what still runs. */
  end(): void;
}

/** The panel's sheet, what fills a room with it, and what judges a reader's own mend. */
export interface Mender {
  css: string;
  judge: typeof judge;
  open(host: MendHost): MendPanel;
}
