// Links as strangers may make them: real ones changed in their characters, in their deflated bytes, or in the JSON within.
import { deflateSync } from 'fflate';
import { encodeState } from '../../../web/lab/link.ts';

/** Whole numbers below `n`, always the same ones for a seed. */
export type Random = (n: number) => number;

export function randomOf(seed: number): Random {
  let state = (seed * 0x9e3779b9) >>> 0 || 1;
  return n => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}

const pick = <T>(random: Random, from: ArrayLike<T>): T => from[random(from.length)]!;

/** Values and names that no lab has, and that may hurt whoever takes them for what they say. */
const hostile: unknown[] = [
  null,
  true,
  -0,
  1e308,
  2 ** 53,
  '',
  '\ud800',
  '\0',
  '__proto__',
  'x'.repeat(5000),
  [],
  [[[[]]]],
  {},
  { min: null, max: '1' },
  { min: -1e300, max: 1e300 },
  { __proto__: null, value: 3 },
];
const names = [
  's',
  'k',
  'a',
  'r',
  '__proto__',
  'constructor',
  'toString',
  'machine',
  'onclick',
  'length',
  '',
  '0',
];
const words = [
  'NaN',
  '1e999',
  '-',
  '{"__proto__":{"x":1}}',
  '"\\u0000"',
  '[[[[[[',
  '}',
  '{',
  '"',
  ',',
  '\\',
  '9'.repeat(400),
];

function someJson(random: Random): string {
  const object = (depth: number): unknown =>
    depth && random(3)
      ? Object.fromEntries(Array.from({ length: random(5) }, () => [pick(random, names), object(depth - 1)]))
      : pick(random, hostile);
  const state = {
    s: 'float v = s[tid];',
    k: { n: 3 },
    a: { machine: 'sm_80' },
    r: { n: { min: 1 } },
  } as Record<string, unknown>;
  for (let i = random(4); i >= 0; --i) state[pick(random, names)] = object(3);
  let json = JSON.stringify(state);
  for (let i = random(3); i > 0; --i) {
    const at = random(json.length + 1);
    json = json.slice(0, at) + pick(random, words) + json.slice(at + random(3));
  }
  return json;
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
}

function textOf(bytes: Uint8Array): string {
  const binary = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const randomBytes = (random: Random, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => random(256));

/** Deflated bytes, changed: bits, bytes, cuts, splices, lengths that are claimed. */
function changedBytes(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  const changed = bytes.slice();
  switch (random(6)) {
    case 0:
      for (let i = random(4); i >= 0 && changed.length; --i)
        changed[random(changed.length)]! ^= 1 << random(8);
      return changed;
    case 1:
      if (changed.length) changed.fill(random(256), random(changed.length), random(changed.length));
      return changed;
    case 2:
      return changed.slice(0, random(changed.length + 1));
    case 3:
      return Uint8Array.from([
        ...changed.slice(0, random(changed.length + 1)),
        ...other.slice(random(other.length + 1)),
      ]);
    case 4: // a stored block that claims up to 64 KiB, or the trees of a block of random codes
      return Uint8Array.from([random(8), random(256), random(256), random(256), random(256), ...changed]);
    default:
      return randomBytes(random, random(400));
  }
}

/** What unfolds to very much, up to a thousand bytes for each of the link's. */
function bomb(random: Random): string {
  const unit = pick(random, ['x', ' ', '[', '{"s":', '"\\u0041', '\0']);
  const text =
    pick(random, ['', '{"s":"', '{"s":"","k":']) +
    unit.repeat(Math.ceil(10 ** (3 + random(5)) / unit.length));
  return textOf(deflateSync(new TextEncoder().encode(text), { level: 6 })).slice(0, 99_000);
}

/** A hash, made of `from`'s links. */
export function hostileLink(random: Random, from: readonly string[]): string {
  const link = pick(random, from);
  const [, head, data] = /^(#v\d\.[^/]*\.)([\w-]*)$/.exec(link) ?? ['', '#v2.', ''];
  const other = pick(random, from);
  switch (random(random(40) ? 6 : 7)) {
    case 0: {
      const at = random(link.length);
      return (
        link.slice(0, at) +
        pick(random, ['', '.', '%', '%ff', '%E0%A4%A', '/', '=', '\n', 'é', '#v2.', 'A'.repeat(50)]) +
        link.slice(at + random(9))
      );
    }
    case 1:
      return link.slice(0, random(link.length)) + other.slice(random(other.length));
    case 2:
      return head! + textOf(changedBytes(random, bytesOf(data!), bytesOf(/[\w-]*$/.exec(other)![0])));
    case 3:
      return `#v1.${pick(random, names)}.${textOf(new TextEncoder().encode(someJson(random)))}`;
    case 4: // deflated without the dictionary, which may be left out
      return `#v2..${textOf(deflateSync(new TextEncoder().encode(someJson(random))))}`;
    case 5: {
      const value = (): never => pick(random, hostile) as never;
      return encodeState({
        lab: pick(random, names),
        source: value(),
        knobs: { [pick(random, names)]: value() },
        ranges: { [pick(random, names)]: value() },
        attributes: { [pick(random, names)]: value() },
      });
    }
    default:
      return `#v2..${bomb(random)}`;
  }
}
