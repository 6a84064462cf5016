// The script on another host than the page, which lets it in by a nonce, is in another encoding, and does not defer it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { siteFolder, visit } from './harness.ts';
import { stride } from './hosts.ts';

const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

/** Answers every address by `answer`; gives the port. */
async function serveBy(answer: (path: string) => { headers: Record<string, string>; body: Buffer | string }) {
  const server = createServer((request, response) => {
    const { headers, body } = answer(request.url ?? '/');
    response.writeHead(200, headers).end(body);
  });
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('the element works where its script lies on another host', async () => {
  const scripts = await serveBy(path => ({
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Content-Type': path.endsWith('.wasm') ? 'application/wasm' : 'text/javascript',
    },
    body: readFileSync(join(siteFolder, 'assets', basename(path))),
  }));
  const policy =
    "script-src 'nonce-abc' 'strict-dynamic' 'wasm-unsafe-eval'; worker-src blob:; style-src 'none'";
  const pages = await serveBy(() => ({
    headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': policy },
    body: `<!doctype html>
<html lang="en"><head><meta charset="windows-1252"><title>Notes</title><link rel="icon" href="data:,">
<script nonce="abc" src="http://127.0.0.1:${scripts}/banklab.js"></script></head>
<body><bank-lab><pre><code>${stride(8)}</code></pre></bank-lab></body></html>`,
  }));
  const { page, close } = await visit(`http://127.0.0.1:${pages}/`);
  try {
    const lab = page.locator('bank-lab');
    await lab.getByText('8 of 1 · 8-way', { exact: true }).waitFor();
    await lab.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(stride(4));
    await lab.getByText('4 of 1 · 4-way', { exact: true }).waitFor();
    assert.deepEqual(await page.evaluate(() => (window as unknown as { breaches: string[] }).breaches), []);
  } finally {
    await close();
  }
});
