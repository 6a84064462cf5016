import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Server, startServer, strictPolicy } from '../../web/site/server.ts';

let folder: string;
let plain: Server;
let deep: Server;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'banklab-server-'));
  await mkdir(join(folder, 'site/chapter'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'site/index.html'), '<p>home</p>');
  await writeFile(join(folder, 'site/chapter/index.html'), '<p>chapter</p>');
  await writeFile(join(folder, 'site/a b.txt'), 'spaced');
  await writeFile(join(folder, 'site/engine.wasm'), '\0asm');
  await symlink(join(folder, 'secret.txt'), join(folder, 'site/link.txt'));
  plain = await startServer({ root: join(folder, 'site') });
  deep = await startServer({ root: join(folder, 'site'), base: '/some/path/', policy: strictPolicy });
});

after(async () => {
  await Promise.all([plain.close(), deep.close()]);
  await rm(folder, { recursive: true });
});

type Reply = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

// Asks for a path as it stands; fetch would tidy it up first.
function ask(server: Server, path: string, method = 'GET'): Promise<Reply> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method }, response => {
      let body = '';
      response.on('data', chunk => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('the server of static files', () => {
  it('serves a file with its type and length, uncached', async () => {
    const { status, headers, body } = await ask(plain, '/engine.wasm');
    assert.equal(status, 200);
    assert.equal(body, '\0asm');
    assert.equal(headers['content-type'], 'application/wasm');
    assert.equal(headers['content-length'], '4');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['content-security-policy'], undefined);
  });

  it('serves the index of a folder, with or without a query', async () => {
    assert.equal((await ask(plain, '/')).body, '<p>home</p>');
    assert.equal((await ask(plain, '/chapter/?a=b')).body, '<p>chapter</p>');
    assert.equal((await ask(plain, '/a%20b.txt')).body, 'spaced');
  });

  it('sends a folder without its slash to the one with it', async () => {
    const { status, headers } = await ask(plain, '/chapter?a=b');
    assert.equal(status, 301);
    assert.equal(headers.location, '/chapter/?a=b');
  });

  it('answers HEAD with the headers alone, and refuses other methods', async () => {
    const head = await ask(plain, '/', 'HEAD');
    assert.deepEqual([head.status, head.headers['content-length'], head.body], [200, '11', '']);
    const post = await ask(plain, '/', 'POST');
    assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD']);
  });

  for (const path of [
    '/../secret.txt',
    '/chapter/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
    '/link.txt',
    '/index.html%00.txt',
    '/%ff',
    '/missing',
    '*',
  ]) {
    it(`gives nothing for ${path}`, async () => {
      const { status, body } = await ask(plain, path);
      assert.ok(status === 400 || status === 404, `status ${status}`);
      assert.equal(body, `${status}\n`);
    });
  }

  it('serves under a base path only, with the policy asked for', async () => {
    assert.match(deep.url, /^http:\/\/127\.0\.0\.1:\d+\/some\/path\/$/);
    const home = await ask(deep, '/some/path/');
    assert.equal(home.body, '<p>home</p>');
    assert.equal(home.headers['content-security-policy'], strictPolicy);
    assert.equal((await ask(deep, '/some/path')).headers.location, '/some/path/');
    assert.equal((await ask(deep, '/some/path/chapter')).headers.location, '/some/path/chapter/');
    assert.equal((await ask(deep, '/')).status, 404);
  });

  it('takes the next port when one is taken', async () => {
    const port = Number(new URL(plain.url).port);
    const next = await startServer({ root: join(folder, 'site'), port });
    assert.ok(Number(new URL(next.url).port) > port);
    await next.close();
  });

  it('rejects a folder that is not there and a base without slashes', async () => {
    await assert.rejects(startServer({ root: join(folder, 'nowhere') }));
    await assert.rejects(startServer({ root: folder, base: 'book' }), /slash/);
  });
});

describe('with packing', () => {
  it('packs for those who accept it, and for no one else', async () => {
    const packed = await startServer({ root: join(folder, 'site'), pack: true });
    const got = async (accept: string) => {
      const reply = await fetch(`${packed.url}engine.wasm`, { headers: { 'Accept-Encoding': accept } });
      return [reply.headers.get('content-encoding'), await reply.text()];
    };
    assert.deepEqual(await got('br, gzip'), ['gzip', '\0asm']);
    assert.deepEqual(await got('identity'), [null, '\0asm']);
    await packed.close();
  });
});
