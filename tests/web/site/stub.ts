// A stand-in for the engine that knows one access, `shared[tid * N]` with N a number or the knob s, so that the
// generator's tests need no module. Distinct words are counted per bank by the plain rule.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import type { Fixes, FixOptions } from '../../../web/engine/fixes.ts';
import type { Analysis, Multiprocessor, Options, Report } from '../../../web/engine/report.ts';
import { bookPages } from '../../../web/site/book.ts';
import { Problems } from '../../../web/site/problems.ts';
import { Shelves } from '../../../web/site/shelves.ts';

function report(stride: number, options: Options, knob: boolean): Report {
  const words = Array.from({ length: 32 }, (_, lane) => lane * stride);
  const perBank = new Map<number, number[]>();
  const wavefronts: number[][] = [];
  words.forEach((word, lane) => {
    const bank = perBank.get(word % 32) ?? [];
    if (!bank.includes(word)) bank.push(word);
    perBank.set(word % 32, bank);
    const at = bank.indexOf(word);
    wavefronts[at] = [...(wavefronts[at] ?? []), lane];
  });
  const totals = { requests: 1, wavefronts: wavefronts.length, ideal: 1, excessive: wavefronts.length - 1 };
  const pattern = {
    count: 1,
    wavefronts: wavefronts.length,
    ideal: 1,
    degree: wavefronts.length,
    op: 'ld.b32',
    paired: false,
    block: [0, 0, 0] as [number, number, number],
    warp: 0,
    execution: 0,
    active_mask: '0xffffffff',
    byte_offsets: words.map(word => 4 * word),
    passes: [{ degree: wavefronts.length, lanes: words.map((_, lane) => lane), wavefronts }],
  };
  return {
    machine: options.machine ?? 'sm_90',
    lanes: 32,
    banks: 32,
    word_bytes: 4,
    bank_bytes: 4,
    launch: { text: '', kernel: '', grid: [1, 1, 1], block: [32, 1, 1], dynamic_shared_bytes: 0 },
    blocks_run: 1,
    warps_run: 1,
    sites: [
      {
        line: 1,
        column: 11,
        end_line: 1,
        end_column: 26,
        text: `shared[tid * ${knob ? 's' : stride}]`,
        array: 'shared',
        kind: 'load',
        op: 'ld.b32',
        bytes_per_lane: 4,
        predictable: true,
        lower_bound: false,
        ...totals,
        max_degree: wavefronts.length,
        patterns: [pattern],
        merges: [],
      },
    ],
    totals,
    shared_bytes: 0,
    knobs: knob ? [{ name: 's', value: stride, min: 0, max: 64, is_float: false }] : [],
    assumptions: [],
    diagnostics: [],
    truncated: false,
    as_compiled: false,
    global_sites: [],
    branches: [],
  };
}

export function analyze(source: string, options: Options): Analysis {
  const index = /shared\[tid \* (\d+|s)\]/.exec(source)?.[1];
  const analysis: Analysis = {
    schema: 'banklab.report/1',
    file: options.file ?? '',
    diagnostics: [],
    reports: [],
  };
  if (index === undefined) {
    const line = source.split('\n').length;
    analysis.diagnostics.push({
      severity: 'error',
      line,
      column: 1,
      end_line: line,
      end_column: 1,
      message: 'expected an access',
      notes: [],
    });
    return analysis;
  }
  const knob = index === 's';
  analysis.reports.push(report(knob ? (options.set?.s ?? 8) : Number(index), options, knob));
  return analysis;
}

/** Two that no maker has built. */
export const multiprocessors: Multiprocessor[] = [
  {
    id: 'sm_10',
    threads: 512,
    blocks: 8,
    sharedBytes: 16_384,
    sharedBytesOfBlock: 16_384,
    reservedBytes: 0,
    unitBytes: 512,
  },
  {
    id: 'sm_100',
    threads: 1024,
    blocks: 16,
    sharedBytes: 32_768,
    sharedBytesOfBlock: 31_744,
    reservedBytes: 1024,
    unitBytes: 128,
  },
];

/** A search that finds no better than 64 wavefronts; an answer takes as many as the number in it. */
function fix(source: string, { answer = source }: FixOptions): Fixes {
  return {
    schema: 'banklab.fix/1',
    file: '',
    diagnostics: [],
    arrays: [],
    together: [],
    answer: {
      verdict: 'same',
      problem: '',
      wavefronts: Number(/\d+/.exec(answer)),
      excessive: 0,
      best_wavefronts: 64,
      sectors: 4,
      sectors_before: 4,
      shared_bytes: 128,
      shared_bytes_before: 128,
    },
    complete: true,
  };
}

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A folder with these files, by their paths. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'banklab-content-'));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/**
 * Builds a book of one page with this text; further files by their path in the content folder, and those of a course, which stand in
 * front of it.
 */
export function build(text: string, files: Record<string, string> = {}, course?: Record<string, string>) {
  const content = folderOf({
    'book.yaml': 'title: A book\nfront: [page]\n',
    'page.md': `---\ntitle: A page\nlede: What it is.\ndescription: What it is about.\n---\n${text}`,
    'snippets/eight.cu': 'float v = shared[tid * 8];\n',
    'snippets/any.cu': 'float v = shared[tid * s];\n',
    'snippets/broken.cu': '// one\nfloat v = ;\n',
    ...files,
  });
  const shelf = { folder: content, shown: 'content' };
  const shelves = new Shelves(course ? [{ folder: folderOf(course), shown: 'course' }, shelf] : [shelf]);
  const problems = new Problems();
  const engine = { analyze: Object.assign(analyze, { fix }), multiprocessors };
  const pages = bookPages(shelves, engine, problems);
  const html = pages.get('page.html') ?? '';
  const main = /<main[^>]*>[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  return { html, main, pages, problems: problems.lines() };
}

/** Like assert.match, without printing a whole page. */
export function has(html: string, pattern: RegExp) {
  assert.ok(pattern.test(html), `no ${pattern} in the page`);
}

export function hasNot(html: string, pattern: RegExp) {
  const found = pattern.exec(html);
  assert.ok(!found, `${pattern} in the page: ${found?.[0].slice(0, 80)}`);
}
