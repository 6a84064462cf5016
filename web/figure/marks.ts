// What stands beside the lines of the source: each site's cost.
import type { Report, Site } from '../engine/report.ts';
import { plural } from './text.ts';

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
export function marks(report: Report): Mark[] {
  return report.sites
    .map(
      (site, index): Mark => ({
        line: site.line,
        site: index,
        excessive: site.excessive,
        ...textOf(site),
      }),
    )
    .sort((a, b) => a.line - b.line || report.sites[a.site]!.column - report.sites[b.site]!.column);
}

function textOf(site: Site): Pick<Mark, 'text' | 'level' | 'title'> {
  if (!site.predictable) return { text: '?', level: 'unknown', title: `${site.text}: not predictable` };
  const least = site.lower_bound ? 'at least ' : '';
  const conflict = site.excessive > 0;
  const way = conflict && site.max_degree > 1 ? ` · ${site.max_degree}-way` : '';
  const requests = site.requests === 1 ? '' : ` for ${plural(site.requests, 'request')}`;
  const cost = `${least}${plural(site.wavefronts, 'wavefront')}, ideal ${site.ideal}`;
  return {
    text: `${least}${site.wavefronts} of ${site.ideal}${way}`,
    level: conflict ? 'conflict' : 'ok',
    title: `${site.text}: ${cost}${requests}${conflict ? `, ${site.max_degree}-way conflict` : ''}`,
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
