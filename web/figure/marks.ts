// What stands beside the lines of the source: each site's cost.
import type { Report, Site } from '../engine/report.ts';
import { english, type Say } from './say.ts';

export interface Mark {
  /** Line of the source, from 1. */
  line: number;
  /** Index in the report's sites. */
  site: number;
  /** '8 of 1 · 8-way', '1 of 1', 'at least 96 of 1', '?' */
  text: string;
  level: 'ok' | 'conflict' | 'unknown';
  /** The same in words. */
  title: string;
  /** Wavefronts above the ideal. */
  excessive: number;
}

/** A report → its marks, in the order of the source. */
export function marks(report: Report, say: Say = english): Mark[] {
  return report.sites
    .map(
      (site, index): Mark => ({
        line: site.line,
        site: index,
        excessive: site.excessive,
        ...textOf(site, say),
      }),
    )
    .sort((a, b) => a.line - b.line || report.sites[a.site]!.column - report.sites[b.site]!.column);
}

function textOf(site: Site, say: Say): Pick<Mark, 'text' | 'level' | 'title'> {
  const { text, wavefronts: n, ideal, requests, lower_bound: isLeast, max_degree } = site;
  if (!site.predictable) return { text: '?', level: 'unknown', title: say.markUnknown(text) };
  const conflict = site.excessive > 0;
  const degree = conflict ? max_degree : 0;
  return {
    text: say.mark(n, ideal, degree > 1 ? degree : 0, isLeast),
    level: conflict ? 'conflict' : 'ok',
    title: say.markTitle(text, { n, ideal, requests, degree }, isLeast),
  };
}

/** The index of the site with the most excessive wavefronts, then with the most; 0 if there is none. */
export function dearestSite({ sites }: Report): number {
  let best = 0;
  sites.forEach((site, i) => {
    const other = sites[best]!;
    const more =
      site.excessive - other.excessive || (site.excessive ? 0 : site.wavefronts - other.wavefronts);
    if (more > 0) best = i;
  });
  return best;
}
