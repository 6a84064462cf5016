// The snippets of the content and what the engine says about them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../engine/report.ts';
import type { Analyze } from './engine.ts';
import { ContentError, type Place } from './problems.ts';

/** Values for a snippet's knobs. */
export type Settings = Record<string, number>;

export class Snippets {
  readonly #sources = new Map<string, string>();
  readonly #reports = new Map<string, Report>();

  /** folder: where NAME.cu stand; shown: the same folder as messages name it. */
  constructor(
    readonly folder: string,
    readonly shown: string,
    readonly analyze: Analyze,
  ) {}

  /** The text of a snippet without its last line break; `place` is who asks. */
  source(name: string, place: Place): string {
    const known = this.#sources.get(name);
    if (known !== undefined) return known;
    const path = join(this.folder, `${name}.cu`);
    if (!/^[\w.-]+$/.test(name) || !existsSync(path))
      throw new ContentError(`no snippet '${name}'; write ${this.shown}/${name}.cu`, place);
    const source = readFileSync(path, 'utf8').trimEnd();
    this.#sources.set(name, source);
    return source;
  }

  /** The report of a snippet's first launch under the settings. An error in the snippet is the snippet's. */
  report(name: string, settings: Settings, place: Place, machine?: string): Report {
    const key = `${name} ${JSON.stringify(Object.entries(settings).sort())} ${machine}`;
    const known = this.#reports.get(key);
    if (known) return known;
    const file = `${this.shown}/${name}.cu`;
    const analysis = this.analyze(this.source(name, place), {
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
