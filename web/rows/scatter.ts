// Predicted against measured wavefronts: a drawing of all rows at once, `width` units wide. Both axes double from mark to mark.
import type { Messages } from '../messages/index.ts';
import type { MeasuredRow } from './pack.ts';

const size = { height: 300, left: 52, bottom: 36, top: 10, right: 14 };

export function scatter(
  rows: readonly MeasuredRow[],
  words: Pick<Messages['rows'], 'scatter' | 'scatterPoint'>,
  width = 640,
): string {
  const points = new Map<string, { predicted: number; measured: number; count: number }>();
  for (const { predicted, measured } of rows) {
    const key = `${predicted} ${measured}`;
    const point = points.get(key) ?? { predicted, measured, count: 0 };
    point.count++;
    points.set(key, point);
  }
  const most = Math.max(
    1,
    ...[...points.values()].flatMap(({ predicted, measured }) => [predicted, measured]),
  );
  const steps = Math.max(1, Math.ceil(Math.log2(most + 1)));
  const { height, left, bottom, top, right } = size;
  const share = (n: number): number => Math.log2(n + 1) / steps;
  const x = (n: number): number => left + share(n) * (width - left - right);
  const y = (n: number): number => height - bottom - share(n) * (height - bottom - top);
  const round = (n: number): string => n.toFixed(1);
  const ticks = Array.from({ length: steps + 1 }, (_, i) => (i === 0 ? 0 : 2 ** (i - 1)));
  const grid = ticks
    .map(
      n =>
        `<path class="grid" d="M${round(x(n))} ${top}V${height - bottom}M${left} ${round(y(n))}H${width - right}"/><text x="${round(x(n))}" y="${height - bottom + 16}" text-anchor="middle">${n}</text><text x="${left - 8}" y="${round(y(n) + 4)}" text-anchor="end">${n}</text>`,
    )
    .join('');
  const circles = [...points.values()]
    .sort((a, b) => b.count - a.count)
    .map(
      ({ predicted, measured, count }) =>
        `<circle class="${predicted === measured ? 'same' : 'differs'}" cx="${round(x(predicted))}" cy="${round(y(measured))}" r="${round(2.5 + 1.5 * Math.log2(count))}"><title>${words.scatterPoint(predicted, measured, count)}</title></circle>`,
    )
    .join('');
  return `<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${words.scatter}">${grid}${circles}</svg><figcaption>${words.scatter}</figcaption></figure>`;
}
