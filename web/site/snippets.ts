// The snippets of the content and what the engine says about them.
import { readFileSync } from 'node:fs';
import type { Report } from '../engine/report.ts';
import type { Analyze } from './engine.ts';
import { ContentError, type Place } from './problems.ts';
import type { Shelves } from './shelves.ts';

/** Values for a snippet's knobs. */
export type Settings = Record<string, number>;

export class Snippets {
  readonly #sources = new Map<string, string>();
  readonly #reports = new Map<string, Report>();

  readonly #shown = new Map<string, string>();

  /** They stand as snippets/NAME.cu. */
  constructor(
    readonly shelves: Shelves,
    readonly analyze: Analyze,
  ) {}

  /** The text of a snippet without its last line break; `place` is who asks. */
  source(name: string, place: Place): string {
    const known = this.#sources.get(name);
    if (known !== undefined) return known;
    const file = `snippets/${name}.cu`;
    const found = /^[\w.-]+$/.test(name) ? this.shelves.find(file) : undefined;
    if (!found) throw new ContentError(`no snippet '${name}'; write ${this.shelves.shown(file)}`, place);
    const source = readFileSync(found.path, 'utf8').trimEnd();
    this.#shown.set(name, found.shown);
    this.#sources.set(name, source);
    return source;
  }

  /** The report of a snippet's first launch under the settings. An error in the snippet is the snippet's. */
  report(name: string, settings: Settings, place: Place, machine?: string): Report {
    const key = `${name} ${JSON.stringify(Object.entries(settings).sort())} ${machine}`;
    const known = this.#reports.get(key);
    if (known) return known;
    const source = this.source(name, place);
    const file = this.#shown.get(name)!;
    const analysis = this.analyze(source, {
      set: settings,
      file,
      ...(machine ? { machine } : {}),
    });
    const report = analysis.reports[0];
    const wrong = [...analysis.diagnostics, ...(report?.diagnostics ?? [])].find(d => d.severity === 'error');
    if (wrong && !wrong.line) throw new ContentError(wrong.message, place);
    if (wrong) throw new ContentError(wrong.message, { file, line: wrong.line });
    if (!report) throw new ContentError('nothing in this snippet can be run', { file, line: 1 });
    for (const knob of Object.keys(settings)) {
      if (report.knobs.some(({ name: each }) => each === knob)) continue;
      const others = report.knobs.map(({ name: each }) => each).join(', ') || 'none';
      throw new ContentError(`snippet '${name}' has no knob '${knob}'; it has: ${others}`, place);
    }
    this.#reports.set(key, report);
    return report;
  }
}
