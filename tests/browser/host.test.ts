// The check of a running host, against a good one and one that does everything wrong. (It needs the built book, not a browser.)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { checkHost } from '../../web/site/host.ts';
import { startServer, strictPolicy } from '../../web/site/server.ts';
import { siteFolder } from './harness.ts';

const ends: (() => unknown)[] = [];
after(() => Promise.all(ends.map(end => end())));

const texts = async (url: string, kind: string) =>
  (await checkHost(url)).filter(finding => finding.kind === kind).map(({ text }) => text);

test('under the strict policy nothing is wrong; what could be better is advice', async () => {
  const server = await startServer({ root: siteFolder, base: '/a/', policy: strictPolicy });
  ends.push(() => server.close());
  assert.deepEqual(await texts(`${server.url}index.html`, 'fault'), []);
  const advice = await texts(server.url, 'advice');
  assert.ok(
    advice.some(text => /^turn on compression.*banklab\.js.*exercises\.html/.test(text)),
    advice.join('\n'),
  );
  assert.ok(
    advice.some(text => text.startsWith('*.html may not be stored')),
    advice.join('\n'),
  );
});

test('each fault of a host is told with its way out', async () => {
  const policy = "default-src 'none'; script-src 'self'; style-src *; img-src 'self'";
  const server = createServer((request, response) => {
    const path = request.url!.slice(1);
    const headers: Record<string, string> = {
      'Content-Type': path.endsWith('.js') ? 'text/plain' : path.endsWith('.css') ? 'text/css' : 'text/html',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': policy,
    };
    if (path === 'assets/page.css') response.writeHead(404, headers).end();
    else if (path === 'index.html')
      response
        .writeHead(200, headers)
        .end(`${readFileSync(join(siteFolder, path))}<script src="//ads.example"></script>`);
    else if (/^(sw\.js|exercises\.html|assets\/.*)$/.test(path))
      response.writeHead(200, headers).end(readFileSync(join(siteFolder, path)));
    else response.writeHead(200, headers).end('<h1>Welcome</h1>');
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  ends.push(() => server.close());
  const faults = await texts(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, 'fault');
  const said = (pattern: RegExp) =>
    assert.ok(
      faults.some(text => pattern.test(text)),
      `${pattern} in\n${faults.join('\n')}`,
    );
  said(/^assets\/page\.css is missing \(404\)/);
  said(/^index\.html is not as it was built/);
  said(/^\*\.js is sent as text\/plain; set its type to text\/javascript/);
  said(/^\*\.svg is sent as text\/html/);
  said(/^\*\.html may be used for 31536000 s without asking/);
  for (const need of [
    "'wasm-unsafe-eval' to script-src",
    "'self' to connect-src",
    'data: to img-src',
    "'self' to manifest-src",
  ])
    said(new RegExp(`stops the book: add ${need}$`));
  assert.ok(!faults.some(text => /style-src|worker-src/.test(text)), faults.join('\n'));
  said(/^an address that does not exist gives a page/);
  assert.equal(new Set(faults).size, faults.length);
});

test('docs/hosting.md has the policy that the book is tested under', () => {
  const text = readFileSync('../docs/hosting.md', 'utf8');
  const written = [...text.matchAll(/default-src 'none';[^"\n]*/g)].map(([policy]) => policy.trim());
  assert.ok(written.length >= 4);
  for (const policy of written) assert.equal(policy, strictPolicy);
});

test('a folder that is no book is told of', async () => {
  const server = await startServer({ root: join(siteFolder, 'assets') });
  ends.push(() => server.close());
  const faults = await texts(server.url, 'fault');
  assert.deepEqual(
    faults.map(text => text.split(' ').slice(0, 3).join(' ')),
    ['sw.js is missing,', 'index.html is missing'],
  );
});
