// node tools/hosts.mjs [NAME…]: builds the example sites of hosts/, each by its own generator, into ../build/hosts/NAME, with the
// element's files where their author would have put them. ../.ci/setup hosts installs the generators.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { webDir } from './node.mjs';
import { writePackage } from './package.mjs';

/** For each host the commands that build it, run in a copy of its folder, and where the element's files lie in that. */
const hosts = {
  html: {
    files: 'banklab',
    build: ['cp /usr/share/javascript/highlight.js/highlight.min.js .', 'cp -r . "$OUT"'],
  },
  markdown: {
    files: 'banklab',
    build: [
      'mkdir "$OUT" && cp -r banklab "$OUT"',
      'for page in *.md; do cmark --unsafe "$page" >"$OUT/$(basename "$page" .md).html"; done',
    ],
  },
  sphinx: { files: '_static/banklab', build: ['sphinx-build -q -W -b html . "$OUT"'] },
  mkdocs: { files: 'docs/banklab', build: ['mkdocs build -q -s -d "$OUT"'] },
  'mkdocs-material': {
    folder: 'mkdocs',
    files: 'docs/banklab',
    build: ['mkdocs build -q -s -f material.yml -d "$OUT"'],
  },
  hugo: { files: 'static/banklab', build: ['hugo --quiet -d "$OUT"'] },
  jekyll: { files: 'banklab', build: ['jekyll build -q -d "$OUT"'] },
  vitepress: {
    package: '../package',
    build: ['npm ci --silent --ignore-scripts --no-audit --no-fund', 'npx vitepress build --outDir "$OUT"'],
  },
  jupyter: {
    files: 'banklab',
    build: [
      // What the exported page would otherwise ask of another host.
      'urls="--HTMLExporter.require_js_url=require.js --HTMLExporter.mathjax_url="; ' +
        'jupyter nbconvert --execute --to html --log-level WARN $urls --output-dir "$OUT" *.ipynb',
      'cp -r banklab "$OUT"',
      'cp /usr/share/javascript/requirejs/require.min.js "$OUT/require.js"',
    ],
  },
};

const site = join(webDir, '../build/site/assets');
const wasm = join(webDir, '../build/wasm');
const outDir = join(webDir, '../build/hosts');
const workDir = join(outDir, 'work');

/** The folder of a host, copied to where generators may write. */
function copyOf(name) {
  const folder = join(workDir, name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(webDir, 'hosts', hosts[name].folder ?? name), folder, { recursive: true });
  return folder;
}

async function make(name) {
  const host = hosts[name];
  if (!host) throw new Error(`hosts: there is no ${name}; there are ${Object.keys(hosts).join(', ')}`);
  const folder = copyOf(name);
  const out = join(outDir, name);
  rmSync(out, { recursive: true, force: true });
  if (host.package) await writePackage(join(folder, host.package), wasm);
  else {
    const files = join(folder, host.files);
    mkdirSync(files, { recursive: true });
    for (const file of readdirSync(site).filter(each => /^(banklab\.|embed\.html$)/.test(each)))
      copyFileSync(join(site, file), join(files, file));
  }
  for (const command of host.build) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: folder,
      env: { ...process.env, OUT: out },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`hosts: ${name}: ${command}\n${stdout}${stderr}`);
  }
  console.log(`hosts: ${out}`);
}

const names = process.argv.slice(2);
mkdirSync(workDir, { recursive: true });
for (const name of names.length ? names : Object.keys(hosts)) await make(name);
