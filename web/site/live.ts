// Live numbers: an expression on the report of a snippet, `sites[0].wavefronts @ L5.1(s = 6)`. After the @ stand the
// snippet and the values of its knobs; where a default snippet is known, its name may be left out, or all of it.
//
//   s = 6            one value
//   s = 0..64        every value: the expression must give the same at each (a truth: must hold at each)
//   least p = 0..16  the least value at which the expression holds
//   p = 4 0..32      in a lab, the value to begin with and how far the slider goes
//
// Behind them a machine may stand: `@ L5.1(s = 6) on gfx942`.
import { describe, ExpressionError, evaluate, type Value } from './expression.ts';
import { ContentError, type Place } from './problems.ts';
import type { Settings, Snippets } from './snippets.ts';

const maxSweep = 4096;

interface Setting {
  name: string;
  from: number;
  to: number;
  least: boolean;
  /** Of a lab: how far its slider goes. */
  slider?: [number, number];
}

/** A snippet, what its knobs are set to, and the machine that runs it, where that is not the usual one. */
export interface Where {
  snippet: string;
  settings: Setting[];
  machine?: string;
}

/** Reads `NAME(knob = value, …) on MACHINE`, in which any part may be missing. */
export function parseWhere(text: string, fallback: string | undefined, place: Place): Where {
  const match = /^([\w.-]*?)\s*(?:\(([^()]*)\))?\s*(?:\bon\s+([\w-]+))?$/.exec(text.trim());
  if (!match) throw new ContentError(`can't read '${text.trim()}'; write NAME or NAME(knob = value)`, place);
  const snippet = match[1] || fallback;
  if (!snippet) throw new ContentError('which snippet? write one after an @', place);
  const settings = (match[2] ?? '')
    .split(',')
    .filter(part => part.trim())
    .map((part): Setting => {
      const setting =
        /^\s*(least\s+)?([A-Za-z_]\w*)\s*=\s*(?:(-?\d+)\s+(?=-?\d+\s*\.\.))?(-?\d+)(?:\s*\.\.\s*(-?\d+))?\s*$/.exec(
          part,
        );
      if (!setting)
        throw new ContentError(`can't read '${part.trim()}'; write knob = value or knob = from..to`, place);
      const [, least, name, begin, first, last] = setting;
      const [from, to] = [Number(first), Number(last ?? first)];
      if (begin === undefined) return { name: name!, from, to, least: Boolean(least) };
      const value = Number(begin);
      if (value < from || value > to || from === to)
        throw new ContentError(`'${part.trim()}' is no slider: its value must lie within its range`, place);
      return { name: name!, from: value, to: value, least: Boolean(least), slider: [from, to] };
    });
  return { snippet, settings, ...(match[3] ? { machine: match[3] } : {}) };
}

/** Fails where a slider's range stands and no slider is. */
export function noSlider({ settings }: Where, place: Place): void {
  for (const { name, slider } of settings)
    if (slider) throw new ContentError(`only a lab has sliders; give '${name}' one value here`, place);
}

/** The one value of each knob; a range of values is an error. */
export function fixedSettings({ settings }: Where, place: Place): Settings {
  for (const { name, from, to } of settings)
    if (from !== to) throw new ContentError(`a figure shows one value of '${name}', not a range`, place);
  return Object.fromEntries(settings.map(({ name, from }) => [name, from]));
}

function* combinations(settings: Setting[]): Generator<Settings> {
  const [first, ...rest] = settings;
  if (!first) {
    yield {};
    return;
  }
  for (let value = first.from; value <= first.to; value++)
    for (const others of combinations(rest)) yield { [first.name]: value, ...others };
}

const shown = (settings: Settings) =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');

export class Live {
  constructor(readonly snippets: Snippets) {}

  /** The value of `expression @ where`. `fallback` is the snippet where none is named. Throws ContentError. */
  value(text: string, fallback: string | undefined, place: Place): Value {
    const at = text.lastIndexOf('@');
    const expression = at < 0 ? text : text.slice(0, at);
    const noted =
      at < 0 && !fallback ? undefined : parseWhere(at < 0 ? '' : text.slice(at + 1), fallback, place);
    const where: Where = noted ?? { snippet: '', settings: [] };
    noSlider(where, place);
    const size = where.settings.reduce((product, { from, to }) => product * Math.max(0, to - from + 1), 1);
    if (size < 1 || size > maxSweep)
      throw new ContentError(`the knobs' ranges hold ${size} settings; 1 to ${maxSweep} are possible`, place);
    const least = where.settings.find(setting => setting.least);
    if (least && where.settings.length > 1)
      throw new ContentError("'least' searches one knob; name no other", place);

    const at1 = (settings: Settings): Value => {
      const report = where.snippet ? this.snippets.report(where.snippet, settings, place, where.machine) : {};
      try {
        return evaluate(expression, { ...(report as unknown as Record<string, Value>), ...settings });
      } catch (error) {
        if (error instanceof ExpressionError)
          throw new ContentError(`${error.message}, in '${text.trim()}'`, place);
        throw error;
      }
    };
    return least ? this.#least(at1, least, text, place) : this.#same(at1, where.settings, text, place);
  }

  /** Fails unless the expression holds. */
  check(text: string, fallback: string | undefined, place: Place) {
    const value = this.value(text, fallback, place);
    if (value !== true)
      throw new ContentError(`the engine contradicts '${text.trim()}': it is ${describe(value)}`, place);
  }

  #least(at: (settings: Settings) => Value, { name, from, to }: Setting, text: string, place: Place): Value {
    for (let value = from; value <= to; value++) if (at({ [name]: value }) === true) return value;
    throw new ContentError(`'${text.trim()}' holds for no ${name} from ${from} to ${to}`, place);
  }

  #same(at: (settings: Settings) => Value, settings: Setting[], text: string, place: Place): Value {
    let value: Value | undefined;
    for (const each of combinations(settings)) {
      const here = at(each);
      if (here === false && settings.some(({ from, to }) => from !== to))
        throw new ContentError(`the engine contradicts '${text.trim()}' at ${shown(each)}`, place);
      if (value !== undefined && here !== value)
        throw new ContentError(
          `'${text.trim()}' is ${describe(value)} at first but ${describe(here)} at ${shown(each)}`,
          place,
        );
      value = here;
    }
    return value!;
  }
}

/** A value as prose writes it. Only numbers and texts can stand in a sentence. */
export function inProse(value: Value, text: string, place: Place, write: (n: number) => string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return write(Number(value.toFixed(2)));
  throw new ContentError(
    `'${text.trim()}' is ${describe(value)}; only a number or a text can stand here`,
    place,
  );
}
