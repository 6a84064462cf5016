// Report → figure, sentence, table, marks. Pure functions to strings: the generator calls them when it builds the
// static pages, the element calls the same ones as the reader types.
import type { Report } from '../engine/report.ts';
import { accessOf, type Pick } from './access.ts';
import { type Drawing, toSvg } from './drawing.ts';
import type { Look } from './svg.ts';
import { tallFigure } from './tall.ts';
import { wideFigure } from './wide.ts';

export type { Pick } from './access.ts';
export type { Drawing } from './drawing.ts';
export type { Look } from './svg.ts';

/** The picked request as an SVG string. Two shapes; styles/figure.css shows the one that fits its container. */
export const figure = (report: Report, pick: Pick, look: Look): string => toSvg(drawing(report, pick, look));

/** The same in parts, for a figure that changes. */
export function drawing(report: Report, pick: Pick, look: Look): Drawing {
  const access = accessOf(report, pick);
  return look.shape === 'wide' && access.banks <= 32
    ? wideFigure(access, pick, look)
    : tallFigure(access, pick, look);
}

export { accessOf, pickedWave } from './access.ts';
export { type BadgeText, badge } from './badge.ts';
export { laneFacts } from './lane.ts';
export { dearestSite, type Mark, marks } from './marks.ts';
export type { Say } from './say.ts';
export { sentence } from './sentence.ts';
export { strip } from './strip.ts';
export { table } from './table.ts';
