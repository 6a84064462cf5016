// The words under a figure are held against the numbers of its report.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessOf, figure, sentence } from '../../web/figure/index.ts';
import { first, patternOf, randomSource, range, reportOf, requestOf, type Setup } from './requests.ts';

const say = (offset: (lane: number) => number, setup: Setup = {}) =>
  sentence(requestOf(offset, setup), first).replace(/<[^>]*>/g, '');

test('a stride is named with its factor in common with the banks', () => {
  assert.equal(
    say(lane => 32 * lane),
    '8 wavefronts, ideal 1. Neighbouring lanes are 8 words apart: gcd(8, 32) = 8, so they reach only 4 of the 32 banks. ' +
      'Lanes 0, 4, 8, … 28 all want bank 0, each a different word.',
  );
  assert.match(
    say(lane => 28 * lane),
    /^1 wavefront, as few as can be\. .*7 and 32 share no factor/,
  );
});

test('a column walk and its padding', () => {
  assert.match(
    say(lane => 128 * lane + 12),
    /^32 wavefronts, ideal 1\. .*lanes 0–31 all want bank 3/,
  );
  assert.match(
    say(lane => 132 * lane + 12),
    /^1 wavefront, .*33 and 32 share no factor/,
  );
});

test('a mask may leave fewer banks than the factor, and other lanes than neighbours', () => {
  const everyOther: Setup = { active: lane => lane % 2 === 0 };
  assert.equal(
    say(lane => 8 * lane, everyOther),
    '2 wavefronts, ideal 1. Neighbouring lanes are 2 words apart, so lanes 0 and 16 both want bank 0, each a different word. ' +
      'Only 16 of 32 lanes take part (0, 2, 4, … 30).',
  );
  assert.match(
    say(lane => lane, { ...everyOther, bytes: 1, op: 'ld.u8' }),
    /Lanes that read the same word share its trip/,
  );
  assert.match(
    say(lane => lane + 1, { bytes: 1, op: 'ld.u8' }),
    /Lanes that read the same word share its trip/,
  );
});

test('a broadcast, shared words, a single lane, no lane', () => {
  assert.match(
    say(() => 40),
    /All 32 lanes read word 10 of bank 10, which is fetched once and broadcast/,
  );
  assert.match(
    say(lane => lane, { bytes: 1, op: 'ld.u8' }),
    /Four neighbouring lanes share each 4-byte word/,
  );
  assert.match(
    say(lane => 4 * lane, { active: lane => lane === 7 }),
    /Only lane 7 takes part/,
  );
  assert.match(
    say(lane => 4 * lane, { active: () => false }),
    /^0 wavefronts\. No lane takes part/,
  );
});

test('wide accesses name their passes, or the pair rule that merged them', () => {
  assert.match(
    say(lane => 8 * lane, { bytes: 8, op: 'ld.b64' }),
    /^2 wavefronts, .*2 passes, half-warps, one wavefront each/,
  );
  assert.match(
    say(lane => 16 * lane, { bytes: 16, op: 'ld.v4.b32' }),
    /^4 wavefronts, .*4 passes, quarters of the warp/,
  );
  assert.match(
    say(lane => 8 * (lane >> 1), { bytes: 8, op: 'ld.v2.b32' }),
    /^1 wavefront, .*\(the pair rule\): 1 pass\./,
  );
  const lonely: Setup = { bytes: 8, op: 'ld.b64', active: lane => lane % 4 === 1 };
  assert.match(
    say(lane => 8 * lane, lonely),
    /No lane’s neighbour takes part, .*\(the pair rule\): 1 pass\./,
  );
  const store: Setup = { bytes: 8, op: 'st.v2.b32', kind: 'store' };
  assert.doesNotMatch(
    say(lane => 8 * (lane >> 1), store),
    /pair rule/,
  );
});

test('a mask does not change what a pass is called', () => {
  const masked: Setup = { bytes: 8, op: 'ld.b64', active: lane => lane % 8 < 3 };
  assert.match(
    say(lane => 8 * lane, masked),
    /2 passes, half-warps/,
  );
});

test('atomics say that they do not merge', () => {
  const atomic: Setup = { op: 'atom.add.u32', kind: 'atomic' };
  assert.match(
    say(() => 0, atomic),
    /^32 wavefronts, .*not merged: all 32 lanes want word 0 in bank 0/,
  );
  assert.match(
    say(lane => 4 * lane, atomic),
    /^1 wavefront, .*a bank of its own/,
  );
});

test('a compare-and-swap, merged increments, and a loop of swaps say what they are', () => {
  const twice = (setup: Setup, offset: (lane: number) => number) => {
    const report = requestOf(offset, setup);
    const pattern = report.sites[0]!.patterns[0]!;
    for (const pass of pattern.passes) pass.wavefronts = pass.wavefronts.flatMap(wave => [wave, wave]);
    pattern.wavefronts *= 2;
    pattern.ideal *= 2;
    return report;
  };
  const cas: Setup = { op: 'atom.cas.b32', kind: 'atomic' };
  const swaps = twice(cas, () => 0);
  assert.match(
    sentence(swaps, first),
    /64 wavefronts, ideal 2\..*all 32 lanes want word 0.*swap takes two trips of its bank/,
  );
  assert.deepEqual(accessOf(swaps, first).lanes[3]!.waves, [6, 7]);

  const merged: Setup = { op: 'red.inc.merged', kind: 'atomic' };
  const increments = reportOf([patternOf(() => 0, { ...merged, kind: 'load' })], merged);
  assert.match(sentence(increments, first), /1 wavefront, .*counted for all lanes of a word at once/);

  const loop: Setup = { op: 'atom.add.f32', kind: 'atomic' };
  const rounds = requestOf(() => 0, loop);
  const [pattern] = rounds.sites[0]!.patterns;
  const pass = (lane: number) => ({ degree: 1, lanes: [lane], wavefronts: [[lane]] });
  pattern!.passes = range(0, 32).flatMap(lane => [
    { degree: 1, lanes: range(lane, 32), wavefronts: [range(lane, 32)] },
    pass(lane),
  ]);
  assert.match(sentence(rounds, first), /a loop of a load and a compare-and-swap, 32 rounds/);
});

test('a mask is told', () => {
  assert.match(
    say(lane => 8 * lane, { active: lane => lane < 12 }),
    /Only 12 of 32 lanes take part \(0–11\)\./,
  );
});

test('of many requests the sentence says how the one that is shown stands to all', () => {
  const alike = reportOf([{ ...patternOf(lane => 128 * lane), count: 32 }]);
  assert.match(
    sentence(alike, first),
    /All 32 requests of this access are alike: 1,024 wavefronts, ideal 32 together\./,
  );
  const mixed = reportOf([{ ...patternOf(lane => 8 * lane), count: 3 }, patternOf(lane => 4 * lane)]);
  assert.match(
    sentence(mixed, first),
    /came 3 times and is the dearest of 2 different ones; all 4 together take 7 wavefronts, ideal 4\./,
  );
  assert.match(sentence(mixed, { site: 0, pattern: 1 }), /came once and is number 2 of 2/);
});

test('what is not predictable is not given a number', () => {
  const report = requestOf(lane => 4 * lane);
  report.sites[0]!.predictable = false;
  assert.match(sentence(report, first), /Not predictable/);
  assert.doesNotMatch(sentence(report, first), /\d+ wavefront/);
});

test('the source text cannot bring markup into the page', () => {
  const report = requestOf(lane => 4 * lane);
  report.sites[0]!.text = '<img src=x onerror=alert(1)>';
  assert.doesNotMatch(sentence(report, first), /<img/);
});

test('on random requests the verdict, the bank and the lanes that are named are those of the report', () => {
  const random = randomSource(7);
  const ops = [
    { op: 'ld.b32', bytes: 4, kind: 'load' },
    { op: 'st.b32', bytes: 4, kind: 'store' },
    { op: 'ld.u8', bytes: 1, kind: 'load' },
    { op: 'ld.b64', bytes: 8, kind: 'load' },
    { op: 'ld.v4.b32', bytes: 16, kind: 'load' },
    { op: 'st.v4.b32', bytes: 16, kind: 'store' },
    { op: 'atom.add.u32', bytes: 4, kind: 'atomic' },
  ] as const;
  let conflicts = 0;
  for (let round = 0; round < 3000; round++) {
    const op = ops[random(ops.length)]!;
    const [stride, base, mask] = [random(70) - 5, random(64), random(3) ? -1 : random(2 ** 31)];
    const table = Array.from({ length: 32 }, () => random(200));
    const affine = random(2) === 0;
    const offset = (lane: number) => op.bytes * (affine ? 400 + base + stride * lane : table[lane]!);
    const setup: Setup = { ...op, active: lane => ((mask >> lane) & 1) === 1 };
    const report = requestOf(offset, setup);
    const access = accessOf(report, first);
    const { wavefronts, ideal } = access.pattern;
    const text = sentence(report, first).replace(/<[^>]*>/g, '');
    if (!access.active.length) continue;

    const clash = wavefronts > ideal;
    const [, said, best] = /^(\d+) wavefronts?, (?:ideal (\d+)|as few as can be)\./.exec(text) ?? [];
    assert.equal(Number(said), wavefronts, text);
    assert.equal(best === undefined, !clash, text);
    if (clash) assert.equal(Number(best), ideal, text);

    const reach = /gcd\((\d+), 32\) = (\d+), so they reach only (\d+)/.exec(text);
    if (reach) assert.equal(Number(reach[2]) * Number(reach[3]), 32, text);

    const wants = /anes ([\d–, …andmore]+?)(?: of pass (\d))? (?:all|both) want bank (\d+)/.exec(text);
    const pair = /Lanes (\d+) and (\d+) clash: words (\d+) and (\d+) both lie in bank (\d+)/.exec(text);
    if (clash && op.kind !== 'atomic') assert.ok(wants ?? pair, text);
    if (wants) {
      conflicts++;
      const named = wants[1]!
        .replace(/and \d+ more/, '')
        .match(/\d+/g)!
        .map(Number);
      for (const lane of named) {
        assert.ok(access.lanes[lane]!.banks.includes(Number(wants[3])), text);
        if (wants[2]) assert.equal(access.lanes[lane]!.pass + 1, Number(wants[2]), text);
      }
      assert.equal(new Set(named.map(lane => access.lanes[lane]!.byte)).size, named.length, text);
    }
    if (pair) {
      conflicts++;
      const [a, b, wordA, wordB, bank] = pair.slice(1).map(Number) as [
        number,
        number,
        number,
        number,
        number,
      ];
      assert.ok(access.lanes[a]!.words.includes(wordA) && access.lanes[b]!.words.includes(wordB), text);
      assert.notEqual(wordA, wordB, text);
      assert.deepEqual([wordA % 32, wordB % 32], [bank, bank], text);
      assert.equal(access.lanes[a]!.pass, access.lanes[b]!.pass, text);
    }
  }
  assert.ok(conflicts > 500, `only ${conflicts} conflicts were met`);
});

test('every number of banks, lanes and words that a sentence derives is that of the figure', () => {
  const random = randomSource(13);
  const setups: Setup[] = [
    {},
    { op: 'st.b32', kind: 'store' },
    { op: 'ld.u8', bytes: 1 },
    { op: 'st.u16', bytes: 2, kind: 'store' },
    { op: 'ld.b64', bytes: 8 },
    { op: 'atom.add.u32', kind: 'atomic' },
    { op: 'atom.add.u64', bytes: 8, kind: 'atomic' },
    { lanes: 64, machine: 'gfx942', groups: [range(0, 32), range(32, 64)] },
  ];
  const masks: ((lane: number) => boolean)[] = [
    () => true,
    lane => lane % 2 === 0,
    lane => lane % 4 === 3,
    lane => lane < 12,
    lane => lane % 8 < 3,
    lane => lane % 3 !== 1,
  ];
  const met = { factor: 0, own: 0, spread: 0, narrow: 0, apart: 0, all: 0 };
  for (let round = 0; round < 1500; round++) {
    const table = range(0, 64).map(() => random(2) === 1);
    const [mask, one] = [random(masks.length + 2), random(64)];
    const active =
      masks[mask] ?? (mask === masks.length ? lane => table[lane]! : lane => lane % 16 === one % 16);
    const setup: Setup = { ...setups[random(setups.length)]!, active };
    const bytes = setup.bytes ?? 4;
    const [base, stride] = [random(40), random(3) ? 2 ** random(6) : random(70) - 5];
    const report = requestOf(lane => bytes * (400 + base + stride * lane), setup);
    const access = accessOf(report, first);
    if (!access.active.length) continue;
    const text = sentence(report, first).replace(/<[^>]*>/g, '');
    const banks = () =>
      figure(report, first, { shape: 'wide', idPrefix: 't' }).match(/class="bank-number(?: clash)?"/g)!
        .length;
    const taking = access.active.length;
    const words = new Set(access.active.map(lane => lane.words[0]));

    const reach = /so they reach only (\d+) of the 32 banks/.exec(text);
    if (reach) {
      met.factor++;
      assert.equal(Number(reach[1]), banks(), text);
    }
    if (/every lane (has|meets) a bank of its own|Every lane meets a bank/.test(text)) {
      met.own++;
      assert.equal(banks(), taking * (setup.kind === 'atomic' ? access.span : 1), text);
    }
    const spread = /the (\d+) lanes that take part meet different banks/.exec(text);
    if (spread) {
      met.spread++;
      assert.deepEqual([Number(spread[1]), taking], [taking, banks()], text);
    }
    const narrow = /(Two|Four) neighbouring lanes share each 4-byte word/.exec(text);
    if (narrow) {
      met.narrow++;
      assert.equal(words.size * (narrow[1] === 'Two' ? 2 : 4), taking, text);
      assert.equal(words.size, banks(), text);
    }
    const apart = /Neighbouring lanes are ([\d.]+) words? apart/.exec(text);
    if (apart) {
      met.apart++;
      assert.equal((Number(apart[1]) * 4) / bytes, Math.abs(stride), text);
    }
    const all = /all (\d+) lanes want|All (\d+) lanes (?:read|write)/.exec(text);
    if (all) {
      met.all++;
      assert.equal(Number(all[1] ?? all[2]), taking, text);
    }
  }
  for (const [name, times] of Object.entries(met)) assert.ok(times > 5, `${name} came ${times} times`);
});
