// How the difficulty follows the reader, for each kind by itself: after two right in a row it goes up a level, after a miss down one.
// Right is what is right at the first answer without the last hint; an answer that needed that hint moves nothing, and
// who looks at the solution first has missed. An exercise of another level, from a link, moves nothing either.
import { mostLevel } from './task.ts';

export interface Standing {
  level: number;
  /** Right answers in a row, at this level. */
  row: number;
}

export type Result = 'right' | 'helped' | 'missed';

export const beginner: Standing = { level: 1, row: 0 };

export function moved(standing: Standing, level: number, result: Result): Standing {
  if (level !== standing.level || result === 'helped') return standing;
  if (result === 'missed') return { level: Math.max(1, standing.level - 1), row: 0 };
  if (standing.row === 0 || standing.level === mostLevel) return { ...standing, row: standing.row + 1 };
  return { level: standing.level + 1, row: 0 };
}
