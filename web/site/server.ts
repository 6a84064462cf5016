// A server of static files for reading the built book at home and for the browser tests. It serves one folder,
// to this machine only, and nothing that lies outside of it.
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** The strictest policy under which every page of the book works. */
export const strictPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
].join('; ');

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.cu': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

export interface ServerOptions {
  /** The folder to serve. */
  root: string;
  /** The first port to try, the next ones after it while they are taken; 0, the default, is any free one. */
  port?: number;
  /** The path under which the folder appears, `/` by default; it starts and ends with a slash. */
  base?: string;
  /** A Content-Security-Policy to send with every answer. */
  policy?: string;
  /** Pack what is text, and the module, for those who accept gzip, as hosts do. */
  pack?: boolean;
}

export interface Server {
  /** The address of the folder, with a slash at its end. */
  url: string;
  close(): Promise<void>;
}

type Answer = { status: number; headers: Record<string, string>; file?: string };

/** Starts to serve; rejects if no port is free or the folder is not there. */
export async function startServer({
  root,
  port = 0,
  base = '/',
  policy,
  pack = false,
}: ServerOptions): Promise<Server> {
  if (!/^\/(.*\/)?$/.test(base)) throw new Error(`a base path starts and ends with a slash: ${base}`);
  const folder = await realpath(resolve(root));
  const server = createServer((request, response) => {
    answer(request, folder, base)
      .then(result => send(request, response, result, { policy, pack }))
      .catch(() => response.destroy());
  });
  const last = port === 0 ? 0 : port + 20;
  for (let next = port; ; next++) {
    const taken = await new Promise<NodeJS.ErrnoException | undefined>(done => {
      server.once('error', done);
      server.listen(next, '127.0.0.1', () => {
        server.off('error', done);
        done(undefined);
      });
    });
    if (!taken) break;
    if (taken.code !== 'EADDRINUSE' || next >= last) throw taken;
  }
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}${base}`,
    close: () =>
      new Promise(done => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const refuse = (status: number, headers: Record<string, string> = {}): Answer => ({ status, headers });

async function answer(request: IncomingMessage, root: string, base: string): Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, { Allow: 'GET, HEAD' });
  const [rawPath = '', query] = (request.url ?? '').split('?', 2);
  const redirect = () => refuse(301, { Location: `${rawPath}/${query === undefined ? '' : `?${query}`}` });
  if (`${rawPath}/` === base) return redirect();
  if (!rawPath.startsWith(base)) return refuse(404);

  let path: string;
  try {
    path = decodeURIComponent(rawPath.slice(base.length));
  } catch {
    return refuse(400);
  }
  // A path goes down only: no '..', no second root, no name that the file system would read otherwise.
  const parts = path.split('/');
  const climbs = parts.some(
    (part, i) => part === '.' || part === '..' || (part === '' && i + 1 < parts.length),
  );
  if (climbs && path !== '') return refuse(400);
  if (/[\0\\]/.test(path)) return refuse(400);

  const wanted = join(root, path, path === '' || path.endsWith('/') ? 'index.html' : '');
  try {
    const file = await realpath(wanted);
    if (!file.startsWith(root + sep)) return refuse(404);
    const info = await stat(file);
    if (info.isDirectory()) return redirect();
    if (!info.isFile()) return refuse(404);
    const type = contentTypes[extname(file).toLowerCase()] ?? 'application/octet-stream';
    return { status: 200, headers: { 'Content-Type': type, 'Content-Length': String(info.size) }, file };
  } catch {
    return refuse(404);
  }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, file }: Answer,
  { policy, pack }: Pick<ServerOptions, 'policy'> & { pack: boolean },
): Promise<void> {
  const shared = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
  };
  if (file === undefined) {
    const text = `${status}\n`;
    response.writeHead(status, {
      ...shared,
      ...headers,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': text.length,
    });
    response.end(request.method === 'HEAD' ? undefined : text);
    return;
  }
  if (pack && /\bgzip\b/.test(`${request.headers['accept-encoding']}`) && !/\.(png|woff2)$/.test(file)) {
    const { 'Content-Length': _, ...others } = headers;
    response.writeHead(status, { ...shared, ...others, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
    if (request.method === 'HEAD') response.end();
    else await pipeline(createReadStream(file), createGzip(), response);
    return;
  }
  response.writeHead(status, { ...shared, ...headers });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(file), response);
}
