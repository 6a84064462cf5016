// The figure's facts as a table, for who cannot see it and for who wants the numbers.
import type { Report } from '../engine/report.ts';
import { accessOf, type Pick, pickedWave } from './access.ts';
import { english, type Say } from './say.ts';
import { escapeHtml } from './text.ts';

/** What is picked → an HTML table with a row for each lane; the picked wavefront's rows are marked. */
export function table(report: Report, pick: Pick, say: Say = english): string {
  const access = accessOf(report, pick);
  const picked = pickedWave(access, pick);
  const passes = access.pattern.passes.length > 1;
  const wide = access.span > 1;
  const head = [
    say.lane,
    say.byte,
    wide ? say.words : say.word,
    wide ? say.banks : say.bank,
    ...(passes ? [say.pass] : []),
    say.wavefront,
  ];
  const rows = access.lanes.map(({ lane, active, byte, words, banks, pass, wave }) => {
    const name = `<th scope="row">${lane}</th>`;
    if (!active) return `<tr class="idle">${name}<td colspan="${head.length - 1}">${say.idle}</td></tr>`;
    const cells = [
      `${byte}`,
      say.list(words),
      say.list(banks),
      ...(passes ? [`${pass + 1}`] : []),
      wave < 0 ? '?' : `${wave + 1}`,
    ];
    const look = picked !== undefined && wave === picked ? ' class="picked"' : '';
    return `<tr data-lane="${lane}"${look}>${name}${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return (
    `<table class="bank-table"><caption>${escapeHtml(say.tableCaption(access.site.text))}</caption>` +
    `<thead><tr>${head.map(text => `<th scope="col">${text}</th>`).join('')}</tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table>`
  );
}
