// What the playground makes of files: exported Source pages as versions and spreadsheets write them, and the comparison with
// a prediction; and its engine, with a worker that only pretends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineSource, WorkerLike } from '../../web/engine/client.ts';
import { PatientEngine, type RunProgress } from '../../web/engine/patient.ts';
import type { ToWorker } from '../../web/engine/protocol.ts';
import type { Analysis, Report, Site } from '../../web/engine/report.ts';
import type { LabEngine } from '../../web/lab/context.ts';
import { compare, reportFor } from '../../web/play/compare.ts';
import { countOf, profileOf, rowsOf, type Section, sourceOf } from '../../web/play/csv.ts';
import { strideRequest } from '../../web/play/request.ts';

const sections = (text: string): Section[] => {
  const profile = profileOf(text);
  assert.ok('sections' in profile, JSON.stringify(profile));
  return profile.sections;
};

test('cells may be quoted, hold separators, quotes and line ends; lines may end as they like', () => {
  assert.deepEqual(rowsOf('a,"b,""c""\n d" ,\r\n"",e', ','), [
    ['a', 'b,"c"\n d ', ''],
    ['', 'e'],
  ]);
});

test('counts are read with the separators of thousands that people use', () => {
  for (const text of ['12345', '12,345', "12'345", '12.345', '12 345', ' 12345 ', '12345.0'])
    assert.equal(countOf(text), 12345, text);
  assert.equal(countOf('1,234,567'), 1234567);
  for (const text of [undefined, '', '-', 'n/a', '1,23', '0x10', '1.5'])
    assert.equal(countOf(text), undefined);
});

const csv = `==PROF== Disconnected
"Kernel Name","void transpose<32>(float *, const float *)"
"#","Source","# Samples","Instructions Executed","L1 Wavefronts Shared","L1 Wavefronts Shared Excessive","L1 Wavefronts Shared Ideal"
"1","__shared__ float tile[32][32];","0","0","0","0","0"
"2","tile[y][x] = in[0];  // a, b","12","1,024","1,024","0","1,024"
"3","","","","","",""
"4","out[0] = tile[x][y];","7","2,048","32,768","31,744","1,024"
"Kernel Name","copy(float *)"
"Line No","Source","L1 Wavefronts Shared [wavefront]"
"4","out[0] = 1;","5"
`;

test('a Source page becomes one table for each launch, its columns found by their names', () => {
  const [transpose, copy] = sections(csv);
  assert.equal(transpose!.kernel, 'void transpose<32>(float *, const float *)');
  assert.deepEqual(transpose!.lines[3], {
    number: 4,
    text: 'out[0] = tile[x][y];',
    wavefronts: 32768,
    ideal: 1024,
    excessive: 31744,
    instructions: 2048,
  });
  assert.equal(transpose!.lines.length, 4);
  assert.deepEqual(
    [copy!.kernel, copy!.lines[0]!.wavefronts, copy!.lines[0]!.ideal],
    ['copy(float *)', 5, undefined],
  );
  assert.equal(
    sourceOf(transpose!),
    '__shared__ float tile[32][32];\ntile[y][x] = in[0];  // a, b\n\nout[0] = tile[x][y];\n',
  );
});

test('other separators, a mark at the beginning, another order, and no column of ideals', () => {
  const [section] = sections(
    '\uFEFFSource;L1 Wavefronts Shared Excessive;#;L1 Wavefronts Shared\r\na[tid] = 0;1.000;7;1.064\r\n',
  );
  assert.deepEqual([section!.lines[0]!.number, section!.lines[0]!.ideal], [7, 64]);
  assert.equal(sections('#\tSource\tL1 Wavefronts Shared\n1\tx\t3\n')[0]!.lines[0]!.wavefronts, 3);
});

test('what is no Source page says what it is', () => {
  assert.deepEqual(profileOf('a,b\n1,2\n'), { fault: 'noHeader' });
  assert.deepEqual(profileOf('#,Address,Source,L1 Wavefronts Shared\n1,0x10,LDS R0,4\n'), {
    fault: 'onlySass',
  });
  assert.deepEqual(profileOf('#,Source\n1,a[tid] = 0;\n'), { fault: 'noCounts' });
});

const site = (line: number, wavefronts: number, ideal: number, more: Partial<Site> = {}): Site =>
  ({ line, wavefronts, ideal, predictable: true, lower_bound: false, ...more }) as Site;
const report = (kernel: string, ...sites: Site[]): Report =>
  ({ launch: { kernel }, sites }) as unknown as Report;

test('each line stands beside its measurement, by number and text, and says how they agree', () => {
  const source = [
    'int x;',
    'a = s[1];',
    's[2] = b;',
    'c = s[3];',
    'd = s[4];',
    'e = s[5];',
    'f = s[6];',
    'g = s[7];',
  ];
  const line = (number: number, wavefronts: number, ideal: number, text = `  ${source[number - 1]}`) => ({
    number,
    text,
    wavefronts,
    ideal,
    excessive: wavefronts - ideal,
    instructions: 1,
  });
  const lines = compare(
    source.join('\n'),
    report(
      'k',
      ...[site(2, 4, 2), site(2, 4, 2), site(3, 9, 3), site(4, 1, 1), site(5, 7, 7), site(6, 3, 3)],
      site(8, 5, 5, { lower_bound: true }),
      site(3, 1, 1, { file: 'other.cuh' }),
    ),
    {
      kernel: 'k(int)',
      file: '',
      lines: [
        line(2, 8, 4),
        line(3, 3, 3),
        line(4, 1, 1, 'c = s[9];'),
        line(6, 0, 0),
        line(7, 2, 2),
        line(8, 6, 5),
      ],
    },
  );
  assert.deepEqual(
    lines.map(each => [each.line, each.state]),
    [
      [2, 'same'],
      [3, 'differs'],
      [4, 'other'],
      [5, 'unmeasured'],
      [6, 'unmeasured'],
      [7, 'unpredicted'],
      [8, 'same'],
    ],
  );
});

test('a table belongs to the launch of its kernel that stands at its place', () => {
  const analysis = { reports: [report('copy'), report('transpose'), report('copy')] } as Analysis;
  const tables = ['copy(int)', 'void transpose<4>(int)', 'copy(int)', 'other(int)', ''].map(kernel => ({
    kernel,
    file: '',
    lines: [],
  }));
  const at = tables.map((_, i) => analysis.reports.indexOf(reportFor(analysis, tables, i)!));
  assert.deepEqual(at, [0, 1, 2, -1, 2]);
});

test('a template’s kernel is found by its values, whatever its types and scopes are called', () => {
  const analysis = {
    reports: ['k<float, 16, 1>', 'k<float, 32, 0>', 'other<4>'].map(name => report(name)),
  } as Analysis;
  const at = (...kernels: string[]) => {
    const tables = kernels.map(kernel => ({ kernel, file: 'a.cu', lines: [] }));
    return tables.map((_, i) => analysis.reports.indexOf(reportFor(analysis, tables, i)!));
  };
  assert.deepEqual(at('void k<float, (int)32, (bool)0>(T1 *, int)'), [1]);
  assert.deepEqual(
    at('void ns::k<Pair<float, 2>, (unsigned int)16, true>(T1 *)', 'k<float, 8, 1>'),
    [-1, -1],
  );
  assert.deepEqual(
    at('void (anonymous namespace)::k<std::float32, (int)16, (bool)1>(int)', 'k2(int)'),
    [0, -1],
  );
  assert.deepEqual(at('void other<(int)4>(void (*)(int))', 'other<(int)5>()', 'another<4>()'), [2, -1, -1]);
});

test('a kernel’s lines in another file are a table of their own', () => {
  const head = '"Line No","Source","Address","Source","L1 Wavefronts Shared"';
  const [main, header] = sections(
    `"File Path","/a/k.cu"\n"Function Name","k(int)"\n${head}\n"3","x","-","-","7"\n"","","0x1","LDS","7"\n\n` +
      `"File Path","/a/h.cuh"\n"Function Name","k(int)"\n${head}\n"9","y","-","-","5"\n`,
  );
  assert.deepEqual([main!.file, main!.lines.length, main!.lines[0]!.text], ['/a/k.cu', 1, 'x']);
  assert.deepEqual([header!.file, header!.lines[0]!.wavefronts], ['/a/h.cuh', 5]);
  const analysis = { reports: [report('k'), report('k')] } as Analysis;
  assert.equal(reportFor(analysis, [main!, header!], 1), analysis.reports[0]);
  assert.equal(sourceOf(main!), undefined);
});

test('a request of a stride is eight offsets to a line', () => {
  assert.equal(strideRequest('ld.b32', '0xff', 10, 4), 'ld.b32 0xff\n0 4 8 12 16 20 24 28\n32 36\n');
});

class StubWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  heard: ToWorker[] = [];
  isAlive = true;
  postMessage(message: ToWorker): void {
    this.heard.push(message);
    if (message.kind === 'start')
      queueMicrotask(() => this.onmessage!({ data: { kind: 'ready', version: '1', machines: '[]' } }));
  }
  terminate(): void {
    this.isAlive = false;
  }
}

function engineWith() {
  const workers: StubWorker[] = [];
  const source: EngineSource = {
    spawn: async () => {
      workers.push(new StubWorker());
      return workers.at(-1)!;
    },
    parts: async () => ({ wasm: new ArrayBuffer(0) }),
    near: async () => ({ analyze: () => '' }),
  };
  const progress: (RunProgress | undefined)[] = [];
  const request = {};
  const engine = new PatientEngine(source, {} as LabEngine, {
    isRequest: lab => lab === request,
    onProgress: each => progress.push(each),
    onMachines: () => {},
  });
  return { engine, workers, progress, request };
}

const settled = () => new Promise(resolve => setTimeout(resolve, 5));

test('a run tells how far it is, and what it found until it is stopped is its answer', async () => {
  const { engine, workers, progress, request } = engineWith();
  const lab = {};
  const old = engine.analyze(lab, 'old', {});
  const run = engine.analyze(lab, 'k', { blocks: 'all' });
  const one = engine.analyze(request, 'ld.b32 1 0', { machine: 'gfx942' });
  assert.deepEqual(await old, { status: 'superseded' });
  await settled();
  const [worker] = workers;
  const [, study, asked] = worker!.heard;
  assert.ok(study?.kind === 'study' && asked?.kind === 'request');
  assert.deepEqual([study.source, asked.options], ['k', 'gfx942']);
  assert.equal(JSON.parse(study.options).blocks, 'all');
  worker!.onmessage!({ data: { kind: 'done', id: asked.id, json: '{"reports":[1]}', ms: 1 } });
  assert.deepEqual(await one, { status: 'done', analysis: { reports: [1] } });
  worker!.onmessage!({ data: { kind: 'progress', id: study.id, done: 3, total: 8, steps: 70 } });
  assert.equal(progress.at(-1)?.done, 3);
  engine.stop();
  assert.deepEqual(worker!.heard.at(-1), { kind: 'cancel', id: study.id });
  worker!.onmessage!({ data: { kind: 'ended', id: study.id, json: '{"reports":[]}' } });
  assert.deepEqual(await run, { status: 'done', analysis: { reports: [] } });
  assert.equal(progress.at(-1), undefined);
});

test('a worker that breaks fails its runs, and the next run gets another one', async () => {
  const { engine, workers } = engineWith();
  const run = engine.analyze({}, 'k', {});
  await settled();
  workers[0]!.onmessage!({ data: { kind: 'broken', message: 'out of memory' } });
  assert.deepEqual(await run, { status: 'failed', message: 'out of memory' });
  assert.equal(workers[0]!.isAlive, false);
  void engine.analyze({}, 'k', {});
  await settled();
  assert.equal(workers.length, 2);
});
