// An access in two words, to stand in a sentence or a table.
import type { Report } from '../engine/report.ts';
import { marks } from './marks.ts';
import { english, type Say } from './say.ts';

export interface BadgeText {
  /** '32-way', 'no conflict', 'no access', '?' */
  text: string;
  level: 'ok' | 'conflict' | 'unknown';
  /** The same in words. */
  title: string;
}

/** `site` is an index in the report's sites. */
export function badge(report: Report, site: number, say: Say = english): BadgeText {
  const mark = marks(report, say).find(each => each.site === site);
  const { max_degree: degree = 0, lower_bound: least = false } = report.sites[site] ?? {};
  if (!mark) return { text: say.badgeNone, level: 'ok', title: say.badgeNoneTitle };
  const { level, title } = mark;
  if (level === 'unknown') return { text: '?', level, title };
  if (level === 'ok') return { text: say.badgeClean, level, title };
  // Wavefronts may exceed the ideal with no pass that has a conflict: then the numbers are the shortest way to say so.
  const text = degree > 1 ? say.badge(degree, least) : mark.text;
  return { text, level, title };
}
