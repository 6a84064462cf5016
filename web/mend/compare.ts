// The access by which a fix shows best, in the report of the source and in that of the changed one.
import type { Fix } from '../engine/fixes.ts';
import type { Analysis, Report, Site } from '../engine/report.ts';

/** A report and an access in it. */
export interface Shown {
  report: Report;
  site: number;
}

const dearest = (report: Report, array: string): number => {
  const cost = (site: Site): number => (site.array === array ? 1e15 : 0) + site.wavefronts;
  return report.sites.reduce((best, site, i) => (cost(site) > cost(report.sites[best]!) ? i : best), 0);
};

/** The array's access with the most excess, in the launch `preferred` if it runs there. */
export function before(analysis: Analysis, fix: Fix, array: string, preferred: number): Shown | undefined {
  const { reports } = analysis;
  const [worst] = [...fix.sites].sort((a, b) => b.excessive_before - a.excessive_before);
  const at = (report: Report): number =>
    report.sites.findIndex(
      ({ line, column, kind }) => line === worst?.line && column === worst.column && kind === worst.kind,
    );
  const order = [...new Set([preferred, ...reports.keys()])];
  const launch = order.find(i => reports[i] && at(reports[i]) >= 0);
  if (launch !== undefined) return { report: reports[launch]!, site: at(reports[launch]!) };
  const report = reports[preferred] ?? reports[0];
  return report?.sites.length ? { report, site: dearest(report, array) } : undefined;
}

/** The same access after the change: the same in number, or else the array's dearest. */
export function after(analysis: Analysis, was: Shown, launch: number, array: string): Shown | undefined {
  const report = analysis.reports[launch];
  if (!report?.sites.length) return undefined;
  const alike = report.sites.length === was.report.sites.length;
  return { report, site: alike ? was.site : dearest(report, array) };
}
