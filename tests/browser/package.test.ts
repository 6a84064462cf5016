// The npm package as its users get it: packed, installed into an empty project, then used in Node, by the type checker,
// and as modules in a page.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { strictPolicy } from '../../web/site/server.ts';
import { on, serve } from './harness.ts';

const project = resolve('../build/tests/project');

/** Runs a program in a folder; gives what it prints, and fails with that if it fails. */
function run(program: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

before(() => {
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  run(process.execPath, ['tools/package.mjs', join(project, 'package')], '.');
  run('npm', ['pack', '--silent', './package'], project);
  const [pack] = readdirSync(project).filter(file => file.endsWith('.tgz'));
  writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "type": "module", "private": true }\n');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', `./${pack}`], project);
  rmSync(join(project, 'package'), { recursive: true });
});

test('in Node a source is analyzed', () => {
  writeFileSync(
    join(project, 'use.js'),
    `import { analyze, machines, version } from 'banklab';
const { reports } = await analyze('float v = shared[tid * 8];', { machine: 'sm_80' });
const { diagnostics } = await analyze('float v = ;');
console.log(JSON.stringify([reports[0].machine, reports[0].totals, diagnostics[0].severity, (await machines()).length > 3, await version()]));
`,
  );
  const [machine, totals, severity, some, version] = JSON.parse(run(process.execPath, ['use.js'], project));
  assert.deepEqual([machine, severity, some], ['sm_80', 'error', true]);
  assert.deepEqual(totals, { requests: 1, wavefronts: 8, ideal: 1, excessive: 7 });
  assert.match(version, /^\d+\.\d+/);
});

test('where there is no document, as on a server that renders pages, the element can be imported', () => {
  writeFileSync(
    join(project, 'server.js'),
    `import 'banklab/define';
import { BankLab } from 'banklab/element';
console.log(BankLab.observedAttributes.includes('launch'));
`,
  );
  assert.equal(run(process.execPath, ['server.js'], project), 'true\n');
});

for (const resolution of ['bundler', 'nodenext'])
  test(`the types are found and say what is there (${resolution})`, () => {
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const check = (text: string) => {
      writeFileSync(join(project, 'use.ts'), text);
      const module = resolution === 'nodenext' ? 'nodenext' : 'esnext';
      const flags = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'];
      const { status, stdout } = spawnSync(
        process.execPath,
        [tsc, ...flags, '--module', module, '--moduleResolution', resolution, 'use.ts'],
        { cwd: project, encoding: 'utf8' },
      );
      return { status, stdout };
    };
    const right = check(`import { analyze, type Report } from 'banklab';
import 'banklab/define';
import { BankLab } from 'banklab/element';
const { reports } = await analyze('float v;', { machine: 'sm_90' });
const report: Report | undefined = reports[0];
const lab = document.createElement('bank-lab');
lab.view = 'badge';
const made: Promise<Blob> = lab.figure('png');
const same: BankLab = lab;
export { made, report, same };
`);
    assert.equal(right.status, 0, right.stdout);
    const wrong = check(`import 'banklab/define';
document.createElement('bank-lab').view = 'sideways';
`);
    assert.match(wrong.stdout, /use\.ts\(2,\d+\): error TS2322/);
  });

test('as modules in a page, under the strict policy, the element works, editor and all', async () => {
  writeFileSync(
    join(project, 'page.html'),
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Modules</title><link rel="icon" href="data:,">
<script type="module" src="node_modules/banklab/define.js"></script></head>
<body><bank-lab><pre><code>float v = shared[tid * 8];</code></pre></bank-lab></body></html>
`,
  );
  const url = await serve({ root: project, policy: strictPolicy });
  await on(`${url}page.html`, async page => {
    const lab = page.locator('bank-lab');
    await lab.getByText('8 of 1 · 8-way', { exact: true }).waitFor();
    await lab.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('float v = shared[tid * 4];');
    await lab.getByText('4 of 1 · 4-way', { exact: true }).waitFor();
  });
});
