// The exercises that are made from a seed: every one runs as it is meant, its derivation comes to what the engine counts, and
// no two of a run of seeds are alike.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { before, test } from 'node:test';
import type { Report } from '../../web/engine/report.ts';
import { allMessages } from '../../web/messages/all.ts';
import { type Access, costOf } from '../../web/practice/access.ts';
import { answersOf } from '../../web/practice/grade.ts';
import {
  addressText,
  type Instance,
  instanceOf,
  mostSeed,
  readAddress,
  tasksOf,
} from '../../web/practice/instance.ts';
import { beginner, moved, type Result } from '../../web/practice/level.ts';
import { type Ask, kinds, mostLevel } from '../../web/practice/task.ts';
import { hintsOf, mistakeOf, solutionOf } from '../../web/practice/text.ts';
import { type Engine, loadEngine } from '../../web/site/engine.ts';

const levels = Array.from({ length: mostLevel }, (_, i) => i + 1);
/** The last ones, of each level. */
const count = process.env.BANKLAB_TEST_ALL === '1' ? 30 : 8;
const seeds = Array.from({ length: count }, (_, i) => mostSeed - count + 1 + i);
let engine: Engine;
before(async () => {
  engine = await loadEngine(resolve('../build/wasm'));
});

const nameOf = (instance: Instance): string => `${addressText(instance)}\n${instance.code}`;
const alikeOf = ({ code, choice }: Pick<Instance, 'code' | 'choice'>): string =>
  `${code}${choice?.options.map(({ value }) => value)}`;

/** What was derived of each access, against what the engine did. */
function compare(report: Report, accesses: Access[], name: string): void {
  assert.equal(report.sites.length, accesses.length, name);
  for (const [i, access] of accesses.entries()) {
    const site = report.sites[i]!;
    const pattern = site.patterns.find(({ warp }) => warp === 0)!;
    const { wavefronts, ideal, paired, passes } = costOf(access);
    assert.ok(
      site.patterns.every(each => each.wavefronts === wavefronts),
      `warps differ: ${name}`,
    );
    const bytes = (offsets: readonly number[]) => access.lanes.map(lane => offsets[lane]);
    assert.deepEqual(bytes(pattern.byte_offsets), bytes(access.offsets), name);
    assert.deepEqual(
      [site.bytes_per_lane, site.kind, pattern.wavefronts, pattern.ideal, pattern.paired],
      [access.bytes, access.isStore ? 'store' : 'load', wavefronts, ideal, paired],
      name,
    );
    assert.deepEqual(
      pattern.passes.map(({ lanes, degree }) => ({ lanes, degree })),
      passes.map(({ lanes, degree }) => ({ lanes, degree })),
      name,
    );
  }
}

function derived(access: Access): Record<Ask, number> {
  const { wavefronts, ideal } = costOf(access);
  const [first, second] = access.offsets as [number, number];
  return { wavefronts, excessive: wavefronts - ideal, lanes: access.lanes.length, step: second - first };
}

for (const kind of kinds)
  test(`${kind}: what is derived is what the engine counts, for seeds of each level, no two alike`, async () => {
    for (const level of levels) {
      const seen = new Set<string>();
      const answered = new Set<string>();
      for (const seed of seeds) {
        const instance = instanceOf({ kind, level, seed });
        const name = nameOf(instance);
        assert.ok(!seen.has(alikeOf(instance)), `twice: ${name}`);
        seen.add(alikeOf(instance));
        const { choice, accesses, ask } = instance;
        const answers = await answersOf(instance, engine.analyze);
        answered.add(`${answers.numbers}${answers.costs}`);
        if (!choice) {
          compare(engine.analyze(instance.code, {}).reports[0]!, accesses, name);
          const own = derived(accesses[0]!);
          assert.deepEqual(
            answers.numbers,
            ask.map(each => own[each]),
            name,
          );
          continue;
        }
        for (const [i, { value, accesses: all }] of choice.options.entries()) {
          const report = engine.analyze(instance.code, { set: { [choice.knob]: value } }).reports[0]!;
          compare(report, all, name);
          const total = all.reduce((sum, access) => sum + costOf(access).wavefronts, 0);
          assert.equal(answers.costs[i], total, name);
        }
        const least = Math.min(...answers.costs);
        assert.equal(answers.costs.filter(cost => cost === least).length, 1, `several are right: ${name}`);
        assert.equal(choice.options[answers.costs.indexOf(least)]!.accesses, accesses, name);
      }
      assert.ok(answered.size > 1, `${kind} ${level} has the answers ${[...answered]}`);
    }
  });

test('no two exercises of a level are alike, each level has many, and every seed of a round finds another', () => {
  for (const kind of kinds)
    for (const level of levels) {
      const all = tasksOf(kind, level);
      assert.equal(new Set(all.map(alikeOf)).size, all.length, `${kind} ${level}`);
      assert.ok(all.length >= 40, `${kind} ${level} has ${all.length}`);
      const round = all.map((_, seed) => alikeOf(instanceOf({ kind, level, seed })));
      assert.equal(new Set(round).size, all.length, `${kind} ${level}`);
    }
});

test('hints come nearer and solutions end with the wavefronts, in each language', () => {
  for (const say of Object.values(allMessages))
    for (const kind of kinds)
      for (const level of levels)
        for (const seed of [0, 1, 2, 3]) {
          const instance = instanceOf({ kind, level, seed });
          const name = nameOf(instance);
          const hints = hintsOf(instance, say);
          assert.equal(new Set(hints).size, 3, name);
          assert.match(hints[1]!, /\d/, name);
          const solution = solutionOf(instance, say);
          const last = solution.split('<li>').at(-1)!;
          const { wavefronts, ideal } = costOf(instance.accesses.at(-1)!);
          assert.match(last, new RegExp(`\\b${wavefronts} wavefronts?\\b.*\\b${ideal}\\b`, 'i'), name);
          for (const text of [...hints, solution])
            assert.doesNotMatch(text, /undefined|NaN|<(?=[^a-z/])/, name);
        }
});

test('a wrong number is told from what it may have meant, the right one never', () => {
  const instance = instanceOf({ kind: 'stride', level: 1, seed: 12 });
  assert.match(instance.code, /tid \* 12\]/);
  assert.equal(mistakeOf(instance, 12, 'wavefronts'), 'step');
  assert.equal(mistakeOf(instance, 48, 'wavefronts'), 'bytes');
  assert.equal(mistakeOf(instance, 32, 'wavefronts'), 'lanes');
  assert.equal(mistakeOf(instance, 8, 'wavefronts'), 'banks');
  assert.equal(mistakeOf(instance, 1, 'wavefronts'), 'ideal');
  assert.equal(mistakeOf(instance, 7, 'wavefronts'), undefined);
});

test('an address is read as it is written, and what is none is not read', () => {
  for (const kind of kinds)
    for (const address of [
      { kind, level: 1, seed: 0 },
      { kind, level: mostLevel, seed: mostSeed },
    ])
      assert.deepEqual(readAddress(addressText(address)), address);
  for (const text of [
    '',
    'stride',
    'stride-1',
    'stride-0-1',
    'stride-6-1',
    'strides-1-1',
    'stride-1-1000000',
    'stride-1-1x',
  ])
    assert.equal(readAddress(text), undefined, text);
});

test('after two right in a row it goes up, after a miss down; help and other levels move nothing', () => {
  const walk = (results: Result[], from = beginner) =>
    results.reduce((standing, result) => moved(standing, standing.level, result), from);
  assert.deepEqual(walk(['right']), { level: 1, row: 1 });
  assert.deepEqual(walk(['right', 'right']), { level: 2, row: 0 });
  assert.deepEqual(walk(['right', 'helped', 'right']), { level: 2, row: 0 });
  assert.deepEqual(walk(['right', 'missed']), { level: 1, row: 0 });
  assert.deepEqual(walk(['right', 'right', 'right', 'missed']), { level: 1, row: 0 });
  assert.deepEqual(walk(Array<Result>(40).fill('right')).level, mostLevel);
  assert.deepEqual(walk(Array<Result>(9).fill('missed'), { level: 3, row: 1 }), { level: 1, row: 0 });
  assert.deepEqual(moved({ level: 2, row: 1 }, 3, 'right'), { level: 2, row: 1 });
  assert.deepEqual(moved({ level: 2, row: 1 }, 1, 'missed'), { level: 2, row: 1 });
});

test('a snippet that the engine finds fault with is not graded', async () => {
  const instance = instanceOf({ kind: 'stride', level: 1, seed: 0 });
  const broken = { ...instance, code: instance.code.replace(/data\[\d+\]/, 'data[2]') };
  await assert.rejects(answersOf(broken, engine.analyze));
});
