// Which exercises the reader has tried and solved, kept in this browser only.
import { load, save } from './storage.ts';

export type State = 'tried' | 'solved';

const key = 'progress';

function read(): Record<string, State> {
  try {
    const value: unknown = JSON.parse(load(key) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter(
        (pair): pair is [string, State] => pair[1] === 'tried' || pair[1] === 'solved',
      ),
    );
  } catch {
    return {};
  }
}

let states = new Map(Object.entries(read()));

/** After it has become another one. */
export function reread(): void {
  states = new Map(Object.entries(read()));
}

export const stateOf = (id: string): State | undefined => states.get(id);

/** Notes a try. What was solved once stays solved. */
export function note(id: string, state: State) {
  if (states.get(id) === 'solved') return;
  states.set(id, state);
  // Another tab may have noted something meanwhile.
  save(key, JSON.stringify({ ...read(), [id]: state }));
}
