// One table of what was measured, with targets and peers: node table.mjs BUILD_FOLDER TESTS_FOLDER
//
// Runs the rates natively and as WebAssembly, takes what the page's benchmarks and the sizes left in
// BUILD_FOLDER/bench/ (files of { name, value, unit, target, higher_is_better, how }), prints the table, and
// writes BUILD_FOLDER/bench.json and BUILD_FOLDER/bench.svg, the curves of how a run's time grows.
import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';

const [build, tests] = process.argv.slice(2).map((path) => resolve(path));
const run = (command, ...words) => JSON.parse(execFileSync(command, words, {maxBuffer : 2 ** 24}));
const native = run(join(build, 'native/tests/bench_rates'), tests);
const wasm = run(process.execPath, join(build, 'wasm/tests/bench_rates.js'), tests);

/** Rows of the rates: [name, of which program, under which name there, target, how it was counted]. */
const requests = 'the 4,425 measured requests of all ops and masks, one core';
const product = 'the tiled matrix product of the corpus, 16 blocks, instructions times lanes';
const corpus = "the corpus' files through preprocessor and parser";
const rows = [
  [ 'bank.maps', native, 'bank.maps', null, `${requests}; by a map of banks to a map of words` ],
  [ 'bank.one_by_one', native, 'bank.one_by_one', null, `${requests}; one call each` ],
  [ 'bank.single', native, 'bank.single', 25e6, 'affine and broadcast requests, one call each' ],
  [ 'bank.native', native, 'bank.vectors', 50e6, `${requests}; in SSE2 vectors` ],
  [ 'bank.avx2', native, 'bank.avx2', 90e6, `${requests}; in AVX2 vectors` ],
  [ 'bank.wasm', wasm, 'bank.vectors', 45e6, `${requests}; in WebAssembly's vectors` ],
  [ 'warps.native', native, 'warps', 1e9, product ],
  [ 'warps.wasm', wasm, 'warps', 500e6, product ],
  [ 'front.native', native, 'front', 20e6, corpus ],
  [ 'front.wasm', wasm, 'front', null, corpus ],
  [ 'front.whole', native, 'front.whole', null, "the corpus' files to typed programs" ],
].flatMap(([ name, from, there, target, how ]) => {
  const rate = from.rates.find((each) => each.name === there);
  if (!rate) return []; // the processor has no such vectors
  const peer = from.rates.find((each) => each.name === rate.peer);
  return [
    {
      name,
      value : rate.value,
      unit : rate.unit,
      higher_is_better : true,
      target,
      peer : peer?.value ?? null,
      ratio : peer ? rate.value / peer.value : null,
      how : `${how}; median of 9 rounds`,
    },
  ];
});

// What strangers may send, at the size of the longest share link: the slowest is the row, all are printed below.
const hostile = run(join(build, 'native/tests/bench_hostile')).sort((a, b) => b.milliseconds - a.milliseconds);
rows.push({
  name : 'hostile.worst',
  value : hostile[0].milliseconds,
  unit : 'ms',
  higher_is_better : false,
  target : 200,
  peer : null,
  ratio : null,
  how : `${hostile.length} hostile inputs, the slowest (${hostile[0].name}); least of 3 runs each`,
});

const others = join(build, 'bench');
for (const file of existsSync(others) ? readdirSync(others).sort() : [])
  for (const row of JSON.parse(readFileSync(join(others, file), 'utf8')))
    rows.push({peer : null, ratio : null, ...row});

const shown = (value) => {
  if (value === null || value === undefined) return '';
  for (const [size, letter] of [[ 1e9, ' G' ], [ 1e6, ' M' ], [ 1e3, ' k' ]])
    if (value >= size * 10 || (value >= size && size > 1e3))
      return (value / size).toFixed(value >= 100 * size ? 0 : 1) + letter;
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
};
const table = [
  [ 'name', 'value', 'unit', 'target', 'peer', 'ratio', '' ],
  ...rows.map((row) => {
    const isMet =
        row.target === null || (row.higher_is_better ? row.value >= row.target : row.value <= row.target);
    const ratio = row.ratio === null ? '' : `${shown(row.ratio)} ×`;
    return [
      row.name, shown(row.value), row.unit, shown(row.target), shown(row.peer), ratio, isMet ? '' : 'not met'
    ];
  }),
];
const widths = table[0].map((_, i) => Math.max(...table.map((row) => row[i].length)));
for (const row of table) {
  const cells = row.map(
      (cell, i) => (i === 0 || i === 2 || i === 6 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])));
  console.log(cells.join('  ').trimEnd());
}
console.log(`\nhostile inputs, the slowest first (ms, bytes in, bytes out):`);
for (const { name, milliseconds, bytes, answer } of hostile)
  console.log(`${name.padEnd(36)} ${milliseconds.toFixed(1).padStart(8)} ${String(bytes).padStart(8)} ${String(answer).padStart(10)}`);
console.log('');
writeFileSync(join(build, 'bench.json'), `${JSON.stringify(rows, null, 2)}\n`);

// ---- curves: time over size, each in a panel of its own, from 0; linear growth is the dashed line through
// the last point

const panel = {
  width : 296,
  height : 200,
  left : 64,
  bottom : 34,
  top : 30,
  gap : 20
};
const panels = native.curves.map(({name, points}, i) => {
  const x0 = i * (panel.width + panel.gap) + panel.left;
  const y0 = panel.height - panel.bottom;
  const wide = panel.width - panel.left;
  const high = y0 - panel.top;
  const [most, longest] = points[points.length - 1];
  const at =
      ([ size, time ]) => [x0 + (size / most) * wide, y0 - (time / longest) * high].map((n) => n.toFixed(1));
  const path = points.map((point, j) => `${j ? 'L' : 'M'}${at(point).join(' ')}`).join('');
  const dots = points.map((point) => `<circle cx="${at(point)[0]}" cy="${at(point)[1]}" r="3"/>`).join('');
  const told = points.map(([ size, time ]) => `${size}: ${time} ms`).join(', ');
  return `<g><title>${name}: ${told}</title>
<text x="${x0}" y="16" font-weight="600">${name}</text>
<path d="M${x0} ${y0}H${x0 + wide}M${x0} ${y0}V${panel.top}" stroke="#888"/>
<path d="M${x0} ${y0}L${at([ most, longest ]).join(' ')}" stroke="#888" stroke-dasharray="3 4"/>
<path d="${path}" stroke="#0b62d6" stroke-width="2"/><g fill="#0b62d6" stroke="none">${dots}</g>
<text x="${x0 + wide}" y="${panel.height - 14}" text-anchor="end">${most}</text>
<text x="${x0 - 6}" y="${panel.top + 4}" text-anchor="end">${longest.toFixed(0)} ms</text></g>`;
});
const width = panels.length * (panel.width + panel.gap);
writeFileSync(
    join(build, 'bench.svg'),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${panel.height}" width="${
        width}" height="${panel.height}" role="img">
<title>How the time of a run grows; dashed: in proportion</title>
<rect width="100%" height="100%" fill="#fff"/>
<g font-family="system-ui, sans-serif" font-size="12" fill="#222">
${panels.map((each) => each.replace(/<path /g, '<path fill="none" ')).join('\n')}</g></svg>\n`,
);
console.log(`written: ${join(build, 'bench.json')}, ${join(build, 'bench.svg')}`);
