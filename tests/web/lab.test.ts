// The lab's parts that need no page: links, places in the source, the highlighter, the colours.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Report } from '../../web/engine/report.ts';
import { compiledNotes } from '../../web/lab/compiled.ts';
import { problemsOf } from '../../web/lab/diagnostics.ts';
import { highlight } from '../../web/lab/highlight.ts';
import { usualRange } from '../../web/lab/knobs.ts';
import { decodeState, encodeState } from '../../web/lab/link.ts';
import { indexOfColumn, offsetsIn } from '../../web/lab/positions.ts';
import { knobsText, settingsOf } from '../../web/lab/settings.ts';
import { mayLink } from '../../web/lab/state.ts';
import { lab as english } from '../../web/messages/en.ts';

const state = {
  lab: 'L2.1-lab',
  source: 'float v = s[tid * 8]; // größer 🏦\n"\\"',
  knobs: { col: 3 },
  attributes: { machine: 'sm_80', launch: 'k<<<1, 32>>>()' },
};

test('a link holds a state, whatever its text, and is shorter than the text', () => {
  const hash = encodeState(state);
  assert.match(hash, /^#v2\.[\w.%-]+\.[\w-]+$/);
  assert.deepEqual(decodeState(hash), state);
  const kernel = readFileSync('../tests/kernels/01_transpose32_unpadded.cu', 'utf8');
  const long = encodeState({ ...state, source: kernel });
  assert.equal(decodeState(long)!.source, kernel);
  assert.ok(long.length < kernel.length, `${long.length} for ${kernel.length}`);
});

const settingsWith = (attributes: Record<string, string>) =>
  settingsOf({
    view: 'both',
    getAttribute: (name: string) => attributes[name] ?? null,
    hasAttribute: (name: string) => name in attributes,
  } as unknown as Parameters<typeof settingsOf>[0]);

test('the attribute knobs holds values, ranges, or both; what is neither is passed over', () => {
  const { knobs, ranges } = settingsWith({
    knobs:
      '{"a": 3, "b": {"value": 0, "min": -1, "max": 32}, "c": {"max": 8}, "d": {"min": "1"}, "e": "4", "f": null, "g": [1]}',
  });
  assert.deepEqual(knobs, { a: 3, b: 0 });
  assert.deepEqual(ranges, { b: { min: -1, max: 32 }, c: { max: 8 } });
  assert.deepEqual(settingsWith({}).ranges, {});
});

test('a link holds the ranges of knobs; one without any is as it was before there were ranges', () => {
  const ranges = { col: { min: 1, max: 8 }, row: { max: 32 } };
  assert.deepEqual(decodeState(encodeState({ ...state, ranges })), { ...state, ranges });
  assert.equal(encodeState({ ...state, ranges: {} }), encodeState(state));
  const hostile = { a: { min: '1' }, b: 3, c: null, d: { max: 4, onclick: 1 } } as unknown as typeof ranges;
  assert.deepEqual(decodeState(encodeState({ ...state, ranges: hostile }))!.ranges, { d: { max: 4 } });
  const { knobs, ranges: read } = settingsWith({ knobs: knobsText(state.knobs, ranges) });
  assert.deepEqual([knobs, read], [state.knobs, ranges]);
  assert.equal(knobsText({ s: 4 }), '{"s":4}');
});

test('a range that was widened for a value goes back to what is usual', () => {
  const knob = (value: number, min: number, max: number) => ({ name: 'p', is_float: false, value, min, max });
  const usual = { min: 0, max: 8 };
  assert.deepEqual(usualRange(knob(12, 0, 12), undefined), { min: 0, max: 12 });
  assert.deepEqual(usualRange(knob(12, 0, 12), usual), usual);
  assert.deepEqual(usualRange(knob(-3, -3, 8), usual), usual);
  assert.deepEqual(usualRange(knob(8, 0, 8), usual), usual);
  assert.deepEqual(usualRange(knob(32, 1, 1024), usual), { min: 1, max: 1024 });
});

// Links as readers have kept them. They must be read for ever; never make them anew.
const keptLinks: [hash: string, holds: unknown][] = [
  [
    '#v1.L2.1-lab.eyJzIjoiZmxvYXQgdiA9IHNoYXJlZFt0aWQgKiA2XTsgLy8gZ3LDtsOfZXIg8J-PpiIsImsiOnsiY29sIjozfX0',
    { lab: 'L2.1-lab', source: 'float v = shared[tid * 6]; // größer 🏦', knobs: { col: 3 }, attributes: {} },
  ],
  [
    '#v2.L2.1-lab.g5A49AGNBMVNetHhbYfnpxYpfJjfvwxqjFJyPjDFG0NNQ804FgZKtbUA',
    {
      lab: 'L2.1-lab',
      source: 'float v = shared[tid * 6]; // größer 🏦',
      knobs: { col: 3 },
      attributes: { machine: 'sm_80' },
    },
  ],
  [
    '#v2..g5D4PR-Th-auSmR3gR1uCFSE7sGYPIRzCHgsJg_ddQA',
    {
      lab: '',
      source:
        '__shared__ float tile[32][33];\ntile[threadIdx.y][threadIdx.x] = 1;\n__syncthreads();\nfloat v = tile[threadIdx.x][threadIdx.y];\n',
      knobs: {},
      attributes: {},
    },
  ],
];

for (const [hash, holds] of keptLinks)
  test(`an old link is read: ${hash.slice(0, 20)}…`, () => assert.deepEqual(decodeState(hash), holds));

test('a link that unfolds to more than a source is none', () => {
  const fits = encodeState({ ...state, source: 'x'.repeat(250_000) });
  assert.equal(decodeState(fits)!.source.length, 250_000);
  assert.equal(decodeState(encodeState({ ...state, source: 'x'.repeat(270_000) })), undefined);
  const bomb = encodeState({ ...state, source: 'x'.repeat(20_000_000) });
  assert.ok(bomb.length < 100_000);
  assert.equal(decodeState(bomb), undefined);
});

test('what is no link of a known version is none', () => {
  const links = [
    '',
    '#L2.1',
    '#v3.lab.e30',
    '#v1.lab.e30',
    '#v2.lab.e30',
    '#v1.lab.!!',
    '#v1.lab.bm90anNvbg',
  ];
  for (const hash of [...links, '#/v2/lab', `#v2.lab.${'A'.repeat(200_000)}`])
    assert.equal(decodeState(hash), undefined, hash.slice(0, 40));
});

test('a link that is cut short is told from one to another lab, and from a place in the page', () => {
  const whole = encodeState({ ...state, lab: 'L2.1-lab' });
  for (const hash of [whole.slice(0, -9), '#v2.L2.1-lab.', '#v2.L2.1-lab', '#v3.L2.1-lab.e30'])
    assert.ok(mayLink(hash, 'L2.1-lab') && !decodeState(hash), hash);
  for (const hash of [whole, `${whole}).`]) assert.ok(mayLink(hash, 'L2.1-lab') && decodeState(hash), hash);
  for (const hash of ['', '#L2.1-lab', '#v2.L2.10-lab.x', '#version.L2.1-lab'])
    assert.ok(!mayLink(hash, 'L2.1-lab'), hash);
  assert.deepEqual(decodeState(`${whole}).`), decodeState(whole));
});

test('a link sets no attribute but those that say how the source is run', () => {
  const attributes = { machine: 'sm_80', onclick: 'alert(1)', style: 'display:none' };
  assert.deepEqual(decodeState(encodeState({ ...state, attributes }))!.attributes, { machine: 'sm_80' });
});

test('columns in bytes become indices in UTF-16', () => {
  assert.equal(indexOfColumn('abc', 1), 0);
  assert.equal(indexOfColumn('abc', 3), 2);
  assert.equal(indexOfColumn('abc', 99), 3);
  assert.equal('äb'.slice(indexOfColumn('äb', 3)), 'b');
  assert.equal('🏦b'.slice(indexOfColumn('🏦b', 5)), 'b');
  assert.equal(offsetsIn('ab\ncde')(2, 2), 4);
  assert.equal(offsetsIn('ab\ncde')(9, 1), 6);
});

test('a diagnostic underlines the word at its place', () => {
  const source = 'int a;\nint b = foo + 1;';
  const [problem] = problemsOf(
    source,
    [
      {
        severity: 'error',
        line: 2,
        column: 9,
        end_line: 2,
        end_column: 12,
        message: 'unknown name',
        notes: [],
      },
    ],
    english,
  );
  assert.equal(source.slice(problem!.from, problem!.to), 'foo');
});

test('what a compiler may merge is said at each access that takes part, once', () => {
  const message =
    'as written 16 wavefronts; a compiler may merge these 4 adjacent loads into one 128-bit load';
  const place = (column: number) => ({ line: 1, column, end_line: 1, end_column: column + 4 });
  const report = (...merges: { with: object[]; message: string }[][]) =>
    ({ sites: merges.map((each, i) => ({ ...place(10 * i), merges: each })) }) as unknown as Report;
  const merged = report([{ with: [place(10), place(10)], message }], [], []);
  const said = 'As written 16 wavefronts; a compiler may merge these 4 adjacent loads into one 128-bit load.';
  assert.deepEqual(
    [0, 1, 2, 3].map(site => compiledNotes(merged, site)),
    [[said], [said], [], []],
  );
});

test('highlighted code is the same text, escaped', () => {
  const source = '#define N 32\n__shared__ float t[N < 3]; /* "a" & b */\n  return;';
  const text = highlight(source)
    .replace(/<\/?span[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  assert.equal(text, source);
  assert.match(highlight(source), /<span class="tok-keyword">__shared__<\/span>/);
});

/** The tokens of a theme, name → colour. */
function colours(theme: 'light' | 'dark'): Map<string, string> {
  const css = readFileSync('styles/tokens.css', 'utf8');
  const found = [...css.matchAll(/(--[\w-]+): var\(--light, (#\w+)\) var\(--dark, (#\w+)\);/g)];
  return new Map(found.map(([, name, light, dark]) => [name!, theme === 'light' ? light! : dark!]));
}

function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r, g, blue] = [1, 3, 5].map(i => {
      const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
      return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  };
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

for (const theme of ['light', 'dark'] as const) {
  test(`in the ${theme} theme text and lines stand out from their ground`, () => {
    const of = colours(theme);
    const pairs: [string, string, number][] = [];
    for (const ground of ['--ground', '--paper', '--code-ground']) {
      for (const ink of ['--ink', '--muted', '--accent', '--conflict', '--ok', '--warning'])
        pairs.push([ink, ground, 4.5]);
    }
    for (const token of ['keyword', 'type', 'number', 'string', 'comment', 'meta']) {
      pairs.push([`--code-${token}`, '--code-ground', 4.5]);
    }
    pairs.push(
      ['--accent-ink', '--accent', 4.5],
      ['--conflict', '--conflict-ground', 4.5],
      ['--ink', '--tray', 4.5],
    );
    pairs.push(['--muted', '--tray', 4.5], ['--ink', '--selection', 4.5], ['--ok', '--ok-ground', 4.5]);
    for (let wave = 0; wave < 8; wave++) {
      pairs.push([`--wave-${wave}-ink`, `--wave-${wave}`, 4.5], [`--wave-${wave}-line`, '--paper', 3]);
    }
    for (const [ink, ground, least] of pairs) {
      const found = contrast(of.get(ink)!, of.get(ground)!);
      assert.ok(found >= least, `${ink} on ${ground}: ${found.toFixed(2)}, wants ${least}`);
    }
  });

  test(`in the ${theme} theme neighbouring wavefronts differ in lightness`, () => {
    const of = colours(theme);
    for (let wave = 0; wave < 8; wave++) {
      const [a, b] = [of.get(`--wave-${wave}`)!, of.get(`--wave-${(wave + 1) % 8}`)!];
      assert.ok(contrast(a, b) >= 1.35, `waves ${wave} and ${(wave + 1) % 8}: ${contrast(a, b).toFixed(2)}`);
    }
  });
}
