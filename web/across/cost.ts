// What a report's accesses cost together, as texts.
import type { Report } from '../engine/report.ts';

export interface CostTexts {
  wavefronts: string;
  ideal: string;
  degree: string;
}

export function costOf({ sites, totals }: Report): CostTexts {
  const atLeast = sites.some(site => site.lower_bound) ? '≥ ' : '';
  return {
    wavefronts: `${atLeast}${totals.wavefronts.toLocaleString('en-US')}`,
    ideal: totals.ideal.toLocaleString('en-US'),
    degree: `${Math.max(0, ...sites.map(site => site.max_degree))}`,
  };
}
