// node tools/test.mjs DIR [NAME…]: bundles DIR/**/*.test.ts (those whose path holds a NAME) and runs them with
// Node's test runner. Prints the spec report and leaves TAP in ../build/tests/NAME-OF-DIR.tap for totals.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { bundleForNode, webDir } from './node.mjs';

function testsBelow(dir) {
  return readdirSync(dir)
    .sort()
    .flatMap(name => {
      const path = join(dir, name);
      if (statSync(path).isDirectory()) return testsBelow(path);
      return name.endsWith('.test.ts') ? [path] : [];
    });
}

const [dir, ...names] = process.argv.slice(2);
process.chdir(webDir);
const tests = testsBelow(resolve(dir)).filter(
  path => !names.length || names.some(name => path.includes(name)),
);
if (!tests.length) {
  console.error(`no test in ${dir}`);
  process.exit(1);
}
const files = await bundleForNode(tests);
const results = join(webDir, '..', 'build', 'tests');
mkdirSync(results, { recursive: true });
const { status } = spawnSync(
  process.execPath,
  [
    '--enable-source-maps',
    '--test',
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[
      '--test-reporter=tap',
      `--test-reporter-destination=${join(results, `${basename(resolve(dir))}.tap`)}`,
    ],
    ...files,
  ],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
