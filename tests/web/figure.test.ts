// The drawing holds what the report says: every lane, its bank, its wavefront; and the same height for every request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessOf, drawing, figure, type Look, marks, strip, table } from '../../web/figure/index.ts';
import { laneFacts } from '../../web/figure/lane.ts';
import { layLines, slot } from '../../web/figure/lines.ts';
import { english } from '../../web/figure/say.ts';
import { first, patternOf, randomSource, range, reportOf, requestOf, type Setup } from './requests.ts';

const wide: Look = { shape: 'wide', idPrefix: 't' };
const tall: Look = { shape: 'tall', idPrefix: 't' };

/** The lanes in the cells, each with its wave's class. */
function cellsIn(svg: string): { lanes: number[]; wave: string; faded: boolean }[] {
  return [...svg.matchAll(/<g class="cell (w\d|w-none)( faded)?" data-lanes="([\d ]+)"/g)].map(found => ({
    wave: found[1]!,
    faded: Boolean(found[2]),
    lanes: found[3]!.split(' ').map(Number),
  }));
}

const heightOf = (svg: string) => Number(/viewBox="0 0 [\d.]+ ([\d.]+)"/.exec(svg)![1]);

test('every lane that takes part stands in one cell, coloured as its wavefront', () => {
  const random = randomSource(3);
  for (let round = 0; round < 300; round++) {
    const setups: Setup[] = [
      {},
      { op: 'ld.b64', bytes: 8 },
      { op: 'ld.v4.b32', bytes: 16 },
      { op: 'atom.add.u32', kind: 'atomic' },
    ];
    const setup: Setup = {
      ...setups[random(setups.length)]!,
      active: random(2) ? undefined : lane => lane % 3 !== 0,
    };
    if (!setup.active) delete setup.active;
    const words = Array.from({ length: 32 }, () => random(random(2) ? 20 : 4000));
    const report = requestOf(lane => (setup.bytes ?? 4) * words[lane]!, setup);
    const access = accessOf(report, first);
    for (const look of [wide, tall]) {
      const cells = cellsIn(figure(report, first, look));
      const lanes = cells.flatMap(cell => cell.lanes).sort((a, b) => a - b);
      assert.deepEqual(
        lanes,
        access.active.map(lane => lane.lane),
        look.shape,
      );
      for (const cell of cells) {
        for (const lane of cell.lanes) assert.equal(cell.wave, `w${access.lanes[lane]!.wave % 8}`);
      }
    }
  }
});

test('a step leaves one wavefront in full strength', () => {
  const report = requestOf(lane => 32 * lane);
  for (const look of [wide, tall]) {
    const strong = cellsIn(figure(report, { ...first, pass: 0, wavefront: 2 }, look)).filter(
      cell => !cell.faded,
    );
    assert.deepEqual(
      strong.flatMap(cell => cell.lanes),
      report.sites[0]!.patterns[0]!.passes[0]!.wavefronts[2],
    );
  }
});

test('banks in conflict are outlined and counted; others are not', () => {
  const svg = figure(
    requestOf(lane => 32 * lane),
    first,
    wide,
  );
  assert.equal(svg.match(/<rect class="clash"/g)?.length, 4);
  assert.equal(svg.match(/class="count clash"[^>]*>8</g)?.length, 4);
  assert.doesNotMatch(
    figure(
      requestOf(lane => 28 * lane),
      first,
      wide,
    ),
    /clash/,
  );
});

test('a bank that any pass uses has its number and its count, the most of all passes', () => {
  // The first pass meets in banks 0 to 3, the second takes a trip to each of the banks 16 to 31.
  const report = requestOf(lane => 4 * (lane < 8 ? 32 * lane : 4 * lane), {
    op: 'st.v4.b32',
    bytes: 16,
    kind: 'store',
  });
  const svg = figure(report, first, wide);
  const access = accessOf(report, first);
  const counts = [...svg.matchAll(/class="count( clash)?"[^>]*>(\d+)</g)].map(found => Number(found[2]));
  const expected = range(0, 32).map(bank =>
    Math.max(
      ...access.pattern.passes.map(
        ({ wavefronts }) =>
          wavefronts.filter(lanes => lanes.some(lane => access.lanes[lane]!.banks.includes(bank))).length,
      ),
    ),
  );
  assert.deepEqual(counts, expected);
  assert.deepEqual([expected[0], expected[16]], [8, 1]);
  assert.doesNotMatch(svg, /bank-number idle/);
  // A step through the wavefronts leaves the banks as they are.
  const step = figure(report, { ...first, pass: 2, wavefront: 0 }, wide);
  assert.deepEqual(
    step.match(/class="(bank-number|count)[^<]*</g),
    svg.match(/class="(bank-number|count)[^<]*</g),
  );
});

test('the tall figure names its wavefronts, and its passes where there are several', () => {
  const heads = (setup: Setup) =>
    [
      ...figure(
        requestOf(lane => 8 * lane, setup),
        first,
        tall,
      ).matchAll(/class="name"[^>]*>([^<]+)</g),
    ].map(found => found[1]);
  assert.deepEqual(heads({}), ['bank', 'wavefront']);
  assert.deepEqual(heads({ op: 'ld.b64', bytes: 8 }), ['bank', 'wavefront', 'pass']);
});

test('idle lanes stay, hollow', () => {
  const report = requestOf(lane => 4 * lane, { active: lane => lane < 12 });
  for (const look of [wide, tall])
    assert.equal(figure(report, first, look).match(/class="lane idle"/g)?.length, 20);
});

test('a broadcast is one cell that says how many lanes it serves', () => {
  assert.match(
    figure(
      requestOf(() => 0),
      first,
      wide,
    ),
    />×32<\/text>/,
  );
});

test('the height is the same for every request', () => {
  const random = randomSource(11);
  for (const look of [wide, tall]) {
    const height = heightOf(
      figure(
        requestOf(lane => 4 * lane),
        first,
        look,
      ),
    );
    assert.equal(heightOf(figure(reportOf([]), { site: 9, pattern: 0 }, look)), height);
    for (let round = 0; round < 100; round++) {
      const spread = 1 + random(3000);
      const words = Array.from({ length: 32 }, () => random(spread));
      assert.equal(
        heightOf(
          figure(
            requestOf(lane => 4 * words[lane]!),
            first,
            look,
          ),
        ),
        height,
      );
    }
  }
});

test('lines lie in the order of memory, do not overlap, and fill the height that was given', () => {
  const random = randomSource(5);
  for (let round = 0; round < 500; round++) {
    const count = 1 + random(40);
    const spread = 1 + random(4000);
    const cells = range(0, count).map(lane => ({ word: random(spread), span: 1, wave: lane, lanes: [lane] }));
    const { lines, lineOf } = layLines(cells, 32, 8, 100, cell => cell.wave === 3, english);
    let y = 100;
    for (const line of lines) {
      assert.ok(Math.abs(line.y - y) < 1e-6);
      assert.ok(line.height > 0);
      y += line.height;
    }
    assert.ok(y <= 100 + 8 * slot + 1e-6, `${y}`);
    const rows = lines.filter(line => line.row >= 0).map(line => line.row);
    assert.deepEqual(
      rows,
      [...rows].sort((a, b) => a - b),
    );
    for (const [i, cell] of cells.entries()) {
      assert.equal(lines[lineOf[i]!]!.row, Math.floor(cell.word / 32));
    }
    const picked = lines[lineOf[3] ?? 0]!;
    if (count > 3 && lines.length > 12) assert.ok(picked.full);
  }
});

test('other machines: 64 lanes, 64 banks, words of 8 bytes', () => {
  const big: Setup = { machine: 'gfx950', lanes: 64, banks: 64, groups: [range(0, 64)] };
  for (const look of [wide, tall]) {
    const svg = figure(
      requestOf(lane => 8 * lane, big),
      first,
      look,
    );
    assert.equal(cellsIn(svg).length, 64);
    assert.match(svg, />63<\/text>/);
  }
  const half: Setup = { machine: 'gfx942', lanes: 64, groups: [range(0, 32), range(32, 64)] };
  assert.equal(
    cellsIn(
      figure(
        requestOf(lane => 4 * lane, half),
        first,
        wide,
      ),
    ).length,
    64,
  );
  const kepler: Setup = {
    machine: 'sm_35-bank8',
    op: 'ld.b64',
    bytes: 8,
    wordBytes: 8,
    groups: [range(0, 32)],
  };
  const access = accessOf(
    requestOf(lane => 8 * lane, kepler),
    first,
  );
  assert.deepEqual(access.lanes[31]!.banks, [31]);
  assert.doesNotMatch(
    figure(
      requestOf(lane => 8 * lane, kepler),
      first,
      wide,
    ),
    /pair rule/,
  );
});

test('the pair rule is drawn where it fired, and only there', () => {
  const load: Setup = { op: 'ld.v2.b32', bytes: 8 };
  const store: Setup = { op: 'st.v2.b32', bytes: 8, kind: 'store' };
  const offset = (lane: number) => 8 * (lane >> 1);
  assert.match(figure(requestOf(offset, load), first, wide), /class="pair"/);
  assert.doesNotMatch(figure(requestOf(offset, store), first, wide), /class="pair"/);
  const sixteen: Setup = { ...load, active: lane => lane < 16 };
  assert.doesNotMatch(
    figure(
      requestOf(lane => 8 * lane, sixteen),
      first,
      wide,
    ),
    /class="pair"/,
  );
});

test('a drawing needs no inline style and lets no markup through', () => {
  const report = requestOf(lane => 4 * lane);
  report.sites[0]!.text = '"><script>x</script>';
  for (const look of [wide, tall]) {
    const svg = figure(report, first, { ...look, live: true });
    assert.doesNotMatch(svg, /style=|<script/);
  }
  assert.doesNotMatch(table(report, first), /<script/);
});

test('live lanes are buttons of which one can be reached with Tab', () => {
  const svg = figure(
    requestOf(lane => 32 * lane),
    first,
    { ...wide, live: true },
  );
  assert.equal(svg.match(/role="button"/g)?.length, 32);
  assert.equal(svg.match(/tabindex="0"/g)?.length, 1);
  const { spoken } = laneFacts(
    accessOf(
      requestOf(lane => 32 * lane),
      first,
    ),
    5,
  );
  assert.equal(spoken, 'lane 5, byte 160, word 40, bank 8, wavefront 2 of 8');
});

test('a lane’s arithmetic is spelled out', () => {
  const { steps } = laneFacts(
    accessOf(
      requestOf(lane => 32 * lane),
      first,
    ),
    5,
  );
  assert.deepEqual(steps, ['byte 160', 'word 160 / 4 = 40', 'bank 40 mod 32 = 8', 'wavefront 2 of 8']);
  const doubles = accessOf(
    requestOf(lane => 8 * lane, { op: 'ld.b64', bytes: 8 }),
    first,
  );
  assert.deepEqual(laneFacts(doubles, 20).steps, [
    'byte 160',
    'words 160 / 4 = 40 … 41',
    'banks 40 mod 32 = 8 … 9',
    'pass 2 of 2, wavefront 2 of 2',
  ]);
  const idle = accessOf(
    requestOf(lane => 4 * lane, { active: lane => lane < 4 }),
    first,
  );
  assert.deepEqual(laneFacts(idle, 9).steps, ['takes no part in this request']);
});

test('the table has a row for each lane and marks the picked wavefront', () => {
  const html = table(
    requestOf(lane => 32 * lane, { active: lane => lane !== 3 }),
    { ...first, pass: 0, wavefront: 1 },
  );
  assert.equal(html.match(/<tr data-lane/g)?.length, 31);
  assert.match(html, /<th scope="row">3<\/th><td colspan="4">takes no part/);
  assert.match(
    html,
    /<tr data-lane="5" class="picked"><th scope="row">5<\/th><td>160<\/td><td>40<\/td><td>8<\/td><td>2<\/td>/,
  );
});

test('marks say the cost of a line', () => {
  assert.equal(marks(requestOf(lane => 32 * lane))[0]!.text, '8 of 1 · 8-way');
  assert.equal(marks(requestOf(lane => 4 * lane))[0]!.text, '1 of 1');
  assert.deepEqual(
    marks(requestOf(lane => 32 * lane)).map(mark => [mark.line, mark.level]),
    [[2, 'conflict']],
  );
});

test('the strip offers a site’s requests; with one there is nothing to choose', () => {
  const report = reportOf([
    patternOf(lane => 32 * lane),
    patternOf(lane => 8 * lane),
    patternOf(lane => 4 * lane),
  ]);
  const html = strip(report, { site: 0, pattern: 1 });
  assert.equal(html.match(/role="radio"/g)?.length, 3);
  assert.match(html, /data-pattern="1" aria-checked="true"/);
  assert.equal(
    strip(
      requestOf(lane => 4 * lane),
      first,
    ),
    '',
  );
});

test('a drawing’s layers are the same for every request, and each part is one element', () => {
  const random = randomSource(17);
  for (const shape of ['wide', 'tall'] as const) {
    const look: Look = { shape, idPrefix: 't', live: true };
    const { layers: expected } = drawing(
      requestOf(lane => 4 * lane),
      first,
      look,
    );
    for (let round = 0; round < 60; round++) {
      const words = Array.from({ length: 32 }, () => random(300));
      const setup: Setup = round % 2 ? { op: 'ld.b64', bytes: 8 } : {};
      const report = requestOf(lane => 8 * words[lane]!, setup);
      const { layers } = drawing(report, round % 3 ? first : { ...first, pass: 0, wavefront: 0 }, look);
      assert.deepEqual(
        layers.map(layer => layer.attributes),
        expected.map(layer => layer.attributes),
      );
      for (const part of layers.flatMap(layer => layer.parts))
        assert.equal(elementsIn(part), part ? 1 : 0, part);
    }
  }
});

/** How many elements stand side by side in a piece of SVG. */
function elementsIn(svg: string): number {
  let [depth, count] = [0, 0];
  for (const [tag] of svg.matchAll(/<[^>]+>/g)) {
    if (tag.startsWith('</')) depth--;
    else {
      if (depth === 0) count++;
      if (!tag.endsWith('/>')) depth++;
    }
  }
  assert.equal(depth, 0, svg);
  return count;
}
