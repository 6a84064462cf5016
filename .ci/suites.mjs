// suites.mjs NAME…: runs `make NAME` for each suite, all of them even when one fails, and adds up what they
// counted. The last line is `N passed, N failed` (and `, N skipped`); the status is 0 only if nothing failed.
// A suite's make target says how its tests are counted:
//   test-native …  CTest's JUnit file, build/NAME.xml; of a program that is one test there, GoogleTest's own file
//                  in build/NAME/gtest
//   test-web …     the summary that Node's test runner prints
//   lint …         a check: one passed or one failed
// A suite that ran no test has failed, and so has one that ended badly without counting a failure.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const suites = {
  lint: { target: 'lint', count: countCheck },
  reference: { target: 'reference', count: countCheck },
  tidy: { target: 'tidy', count: countCheck },
  'tidy-smoke': { target: 'tidy-smoke', count: countCheck },
  native: { target: 'test-native', count: countCTest },
  wasm: { target: 'test-wasm', count: countCTest },
  sanitize: { target: 'test-sanitize', count: countCTest },
  fuzz: { target: 'fuzz-smoke', count: countCheck },
  fixes: { target: 'fuzz-fix', count: countCheck },
  web: { target: 'test-web', count: countNode },
  site: { target: 'test-site', count: countCheck },
  browser: { target: 'test-browser', count: countNode },
  hosts: { target: 'test-hosts', count: countNode },
  browsers: { target: 'test-browsers', count: countNode },
};

function countCheck(_name, status) {
  return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

function countCTest(name) {
  let xml;
  try {
    xml = readFileSync(`build/${name}.xml`, 'utf8');
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
  const result = countJUnit(xml, /<testsuite\b[^>]*>/);
  const programs = `build/${name}/gtest`;
  for (const file of existsSync(programs) ? readdirSync(programs) : []) {
    const program = countJUnit(readFileSync(`${programs}/${file}`, 'utf8'), /<testsuites\b[^>]*>/);
    // Until now it was counted as one test, which failed if any of its own did.
    result[program.failed > 0 ? 'failed' : 'passed'] -= 1;
    for (const key of Object.keys(result)) result[key] += program[key];
  }
  return result;
}

function countJUnit(xml, element) {
  const suite = xml.match(element)?.[0] ?? '';
  const attribute = key => Number(suite.match(new RegExp(`\\b${key}="(\\d+)"`))?.[1] ?? 0);
  const failed = attribute('failures');
  const skipped = attribute('skipped') + attribute('disabled');
  return { passed: attribute('tests') - failed - skipped, failed, skipped };
}

// Node prints `# pass 3` (TAP) or `ℹ pass 3` (spec), once for each run of the test runner.
function countNode(_name, _status, output) {
  const sum = (...keys) => {
    let total = 0;
    for (const [, key, number] of output.matchAll(/^(?:#|ℹ) (\w+) (\d+)$/gmu)) {
      if (keys.includes(key)) total += Number(number);
    }
    return total;
  };
  return { passed: sum('pass'), failed: sum('fail', 'cancelled'), skipped: sum('skipped', 'todo') };
}

// Runs make and shows its output as it comes; gives the status and the output without colours.
function make(target) {
  return new Promise(resolve => {
    const child = spawn('make', ['--no-print-directory', target], { stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks = [];
    child.stdout.on('data', chunk => {
      chunks.push(chunk);
      process.stdout.write(chunk);
    });
    child.on('close', status => {
      const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
      resolve({ status: status ?? 1, output: Buffer.concat(chunks).toString('utf8').replace(colours, '') });
    });
  });
}

async function run(name) {
  const { target, count } = suites[name];
  console.log(`\ntest: ${name}`);
  rmSync(`build/${name}.xml`, { force: true });
  rmSync(`build/${name}/gtest`, { recursive: true, force: true });
  const start = performance.now();
  const { status, output } = await make(target);
  const counted = count(name, status, output);
  const ran = counted.passed + counted.failed;
  if (counted.failed === 0 && (status !== 0 || ran === 0)) counted.failed = 1;
  return { name, ...counted, seconds: (performance.now() - start) / 1000 };
}

const names = process.argv.slice(2);
const unknown = names.filter(name => !Object.hasOwn(suites, name));
if (names.length === 0 || unknown.length > 0) {
  console.error(`usage: suites.mjs ${Object.keys(suites).join(' ')}`);
  process.exit(2);
}

mkdirSync('build', { recursive: true });
const results = [];
for (const name of names) results.push(await run(name));

console.log('');
for (const { name, passed, failed, skipped, seconds } of results) {
  const columns = [passed, failed, skipped].map(number => String(number).padStart(6));
  console.log(
    `${name.padEnd(9)}${columns[0]} passed${columns[1]} failed${columns[2]} skipped ${seconds.toFixed(0).padStart(5)} s`,
  );
}
const total = key => results.reduce((sum, result) => sum + result[key], 0);
const totals =
  `${total('passed')} passed, ${total('failed')} failed` +
  (total('skipped') ? `, ${total('skipped')} skipped` : '');
writeFileSync('build/totals.txt', `${totals}\n`);
console.log(totals);
process.exitCode = total('failed') === 0 ? 0 : 1;
