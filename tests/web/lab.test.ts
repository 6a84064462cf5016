// The lab's parts that need no page: links, places in the source, the highlighter, the colours.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { problemsOf } from '../../web/lab/diagnostics.ts';
import { highlight } from '../../web/lab/highlight.ts';
import { decodeEdit, encodeEdit } from '../../web/lab/link.ts';
import { indexOfColumn, offsetOf } from '../../web/lab/positions.ts';

test('a link holds an edit, whatever its text', () => {
  const edit = { lab: 'L2.1-lab', source: 'float v = s[tid * 8]; // größer 🏦\n"\\"', knobs: { col: 3 } };
  const hash = encodeEdit(edit);
  assert.match(hash, /^#v1\.[\w.%-]+\.[\w-]+$/);
  assert.deepEqual(decodeEdit(hash), edit);
});

test('what is no link of this version is none', () => {
  for (const hash of ['', '#L2.1', '#v2.lab.e30', '#v1.lab.e30', '#v1.lab.!!', '#v1.lab.bm90anNvbg']) {
    assert.equal(decodeEdit(hash), undefined, hash);
  }
});

test('columns in bytes become indices in UTF-16', () => {
  assert.equal(indexOfColumn('abc', 1), 0);
  assert.equal(indexOfColumn('abc', 3), 2);
  assert.equal(indexOfColumn('abc', 99), 3);
  assert.equal('äb'.slice(indexOfColumn('äb', 3)), 'b');
  assert.equal('🏦b'.slice(indexOfColumn('🏦b', 5)), 'b');
  assert.equal(offsetOf(['ab', 'cde'], 2, 2), 4);
  assert.equal(offsetOf(['ab', 'cde'], 9, 1), 6);
});

test('a diagnostic underlines the word at its place', () => {
  const source = 'int a;\nint b = foo + 1;';
  const [problem] = problemsOf(source, [
    {
      severity: 'error',
      line: 2,
      column: 9,
      end_line: 2,
      end_column: 12,
      message: 'unknown name',
      notes: [],
    },
  ]);
  assert.equal(source.slice(problem!.from, problem!.to), 'foo');
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
