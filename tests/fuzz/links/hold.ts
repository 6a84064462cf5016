// Decodes hostile links and holds what comes of each: nothing, or a state in which all is as it should be.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { decodeState, encodeState } from '../../../web/lab/link.ts';
import { knobsText, settingsOf } from '../../../web/lab/settings.ts';
import { linkAttributes, mayLink, type State } from '../../../web/lab/state.ts';
import { hostileLink, randomOf } from './mutate.ts';

/** Milliseconds of the processor's for one link; a page stands still as long. */
const longest = 50;
const mostBytes = 1 << 18;

const isNumber = (value: unknown): boolean => Number.isFinite(value);
const settings = (knobs: string): ReturnType<typeof settingsOf> =>
  settingsOf({
    view: 'both',
    getAttribute: (name: string) => (name === 'knobs' ? knobs : null),
    hasAttribute: () => false,
  } as unknown as Parameters<typeof settingsOf>[0]);

function holdState(state: State): void {
  assert.equal(typeof state.lab, 'string');
  assert.equal(typeof state.source, 'string');
  assert.ok(
    new TextEncoder().encode(state.source).length <= mostBytes,
    'a source beyond what a link may hold',
  );
  for (const [name, value] of Object.entries(state.knobs)) assert.ok(isNumber(value), `the knob ${name}`);
  for (const [name, range] of Object.entries(state.ranges ?? {})) {
    const ends = Object.entries(range);
    assert.ok(
      ends.length && ends.every(([end, value]) => ['min', 'max'].includes(end) && isNumber(value)),
      `the range of ${name}`,
    );
  }
  for (const [name, value] of Object.entries(state.attributes)) {
    assert.ok((linkAttributes as readonly string[]).includes(name), `the attribute ${name}`);
    assert.equal(typeof value, 'string');
  }
  for (const part of [state, state.knobs, state.attributes])
    assert.equal(Object.getPrototypeOf(part), Object.prototype);
  // The state can be linked to again, and set as a lab's attributes.
  const again = decodeState(encodeState(state));
  if (again)
    assert.deepEqual(again, JSON.parse(JSON.stringify(state))); // of numbers JSON knows no -0
  else
    assert.ok(encodeState(state).length > 100_000 || JSON.stringify(state).length > 200_000, 'no link again');
  const read = settings(knobsText(state.knobs, state.ranges));
  assert.deepEqual([read.knobs, read.ranges], JSON.parse(JSON.stringify([state.knobs, state.ranges ?? {}])));
}

/** A link, its answer held. → milliseconds. */
export function hold(link: string): number {
  const start = process.cpuUsage();
  const state = decodeState(link);
  const { user, system } = process.cpuUsage(start);
  mayLink(link, 'L2.1-lab');
  assert.equal(Object.keys(Object.prototype).length, 0, 'the prototype of all objects was changed');
  if (state) holdState(state);
  return (user + system) / 1000;
}

/** Links of each kind and version. */
export function seeds(): string[] {
  const kept = readFileSync('../tests/fuzz/links/seeds.txt', 'utf8').trim().split('\n');
  const kernels = readdirSync('../tests/kernels').filter(name => name.endsWith('.cu'));
  return [
    ...kept,
    ...kernels.map((name, i) =>
      encodeState({
        lab: i % 2 ? `L${i}.1-lab` : '',
        source: readFileSync(`../tests/kernels/${name}`, 'utf8'),
        knobs: { n: i, m: -0.5 },
        ...(i % 3 ? {} : { ranges: { n: { min: 0, max: 2 * i } } }),
        attributes: { machine: 'sm_90', blocks: 'all' },
      }),
    ),
  ];
}

/** So many hostile links from a seed on, until `end` (of performance.now()); the first that fails is told with its text. */
export function fuzzLinks(
  seed: number,
  count: number,
  end = Infinity,
): { links: number; states: number; worst: number } {
  const from = seeds();
  const random = randomOf(seed);
  const sum = { links: 0, states: 0, worst: 0 };
  for (; sum.links < count && performance.now() < end; ++sum.links) {
    const link = hostileLink(random, from);
    try {
      let took = hold(link);
      // The first time it may be compiled, or what others left is swept up.
      for (let i = 0; i < 2 && took > longest; ++i) took = Math.min(took, hold(link));
      assert.ok(took <= longest, `${took.toFixed(0)} ms`);
      sum.worst = Math.max(sum.worst, took);
      if (decodeState(link)) ++sum.states;
    } catch (error) {
      throw new Error(`the link ${JSON.stringify(link)}: ${(error as Error).message}`, { cause: error });
    }
  }
  return sum;
}
