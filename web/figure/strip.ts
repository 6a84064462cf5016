// All the distinct requests of a site as a strip of bars, the dearest first, from which one is picked.
import type { Report } from '../engine/report.ts';
import { accessOf, type Pick } from './access.ts';
import { english, type Say } from './say.ts';
import { at } from './svg.ts';
import { escapeHtml } from './text.ts';

/** One bar for each pattern, as HTML radio buttons drawn by the lab's sheet; empty if there is nothing to choose. */
export function strip(report: Report, pick: Pick, say: Say = english): string {
  const { site } = accessOf(report, pick);
  const { patterns } = site;
  if (patterns.length < 2) return '';
  const most = patterns[0]!.wavefronts;
  const bars = patterns.map((pattern, i) => {
    const conflict = pattern.wavefronts > pattern.ideal;
    const height = Math.max(3, (26 * pattern.wavefronts) / most);
    const cost = say.requestCost(pattern.wavefronts, pattern.ideal, pattern.count);
    const name = `${say.request(i + 1, patterns.length)}: ${cost}`;
    const bar = `<svg viewBox="0 0 10 30" aria-hidden="true"><rect x="1" y="${at(29 - height)}" width="8" height="${at(height)}" rx="1.5"/></svg>`;
    const picked = i === pick.pattern;
    return (
      `<button type="button" role="radio" class="bar${conflict ? ' clash' : ''}" data-pattern="${i}" aria-checked="${picked}" ` +
      `tabindex="${picked ? 0 : -1}" title="${escapeHtml(name)}" aria-label="${escapeHtml(name)}">${bar}</button>`
    );
  });
  const chosen = patterns[pick.pattern] ?? patterns[0]!;
  const place = say.requestPlace(chosen.count, chosen.block.join(', '), chosen.warp, chosen.execution + 1);
  return (
    `<div class="bars" role="radiogroup" aria-label="${escapeHtml(say.requests)}">${bars.join('')}</div>` +
    `<p class="chosen">${say.request(pick.pattern + 1, patterns.length)}: ${place}</p>`
  );
}
