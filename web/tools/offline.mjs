// node tools/offline.mjs [SITE]: writes the service worker of the built site, sw.js, with the list of what the site
// consists of. The last step of a build: a file that changes later would never be taken.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { scriptOf } from './bundle.mjs';
import { webDir } from './node.mjs';

/** Never asked for where a worker is: the worker itself, and what only pages from a disk load. */
const left = ['sw.js', 'assets/banklab.inline.js', 'assets/banklab.inline.fix.js'];

const hash = (method, content) => createHash(method).update(content);

const site = resolve(process.argv[2] ?? join(webDir, '../build/site'));
const paths = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter(path => statSync(join(site, path)).isFile())
  .map(path => path.split(sep).join('/'))
  .filter(path => !left.includes(path))
  .sort();
const files = Object.fromEntries(
  paths.map(path => [
    encodeURI(path),
    `sha256-${hash('sha256', readFileSync(join(site, path))).digest('base64')}`,
  ]),
);
const script = await scriptOf('offline/worker.ts');
// A worker of another kind makes another edition too: what it keeps may look otherwise.
const name = hash('sha256', JSON.stringify(files) + script)
  .digest('hex')
  .slice(0, 16);
writeFileSync(join(site, 'sw.js'), `const bankLabEdition = ${JSON.stringify({ name, files })};\n${script}`);
const bytes = paths.reduce((sum, path) => sum + statSync(join(site, path)).size, 0);
console.log(`offline: ${paths.length} files, ${(bytes / 1000).toFixed(0)} kB, edition ${name}`);
