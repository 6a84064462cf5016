// The book's service worker: reads from its cache what its edition holds, and asks the network for all else. An edition is
// fetched whole into a cache of its own before it may be used, each file held to its hash, so that a host in the middle of
// an update gives no mixture; while that fails, the edition before it stays. A new edition takes over when the old one's
// pages are gone, or when the only one left asks for it.
import { type Edition, fileAt, othersOpen, takeOver } from './edition.ts';

declare const bankLabEdition: Edition;

/** As much of a service worker's scope as is used here. */
interface Scope {
  registration: { scope: string };
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<{ url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', hear: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', hear: (event: Fetching) => void): void;
  addEventListener(type: 'message', hear: (event: Waiting & MessageEvent) => void): void;
}
interface Waiting {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

const worker = self as unknown as Scope;
const { name, files } = bankLabEdition;
const { scope } = worker.registration;
/** Of this book alone: others may lie on the same host. */
const family = `banklab ${new URL(scope).pathname} `;
const cacheName = family + name;

worker.addEventListener('install', event => event.waitUntil(fetchAll()));
worker.addEventListener('activate', event =>
  event.waitUntil(removeOthers().then(() => worker.clients.claim())),
);
worker.addEventListener('fetch', event => {
  const file = event.request.method === 'GET' ? fileAt(event.request.url, scope, files) : undefined;
  if (file !== undefined) event.respondWith(answer(file, event.request));
});
worker.addEventListener('message', event => {
  if (event.data === takeOver) event.waitUntil(takeOverIfAlone(event.source));
});

async function fetchAll(): Promise<void> {
  const cache = await caches.open(cacheName);
  try {
    await Promise.all(
      Object.entries(files).map(async ([file, integrity]) => {
        const response = await fetch(new URL(file, scope), { integrity, cache: 'no-cache' });
        if (!response.ok) throw new Error(`${file}: ${response.status}`);
        await cache.put(keyOf(file), await plain(response));
      }),
    );
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
}

/** The same answer, without the way by which it came: a redirected one may not be given to a page. */
async function plain(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const header of ['Content-Encoding', 'Content-Length']) headers.delete(header);
  return new Response(await response.arrayBuffer(), { headers });
}

const keyOf = (file: string): string => new URL(file, scope).href;

async function answer(file: string, request: Request): Promise<Response> {
  const cached = await (await caches.open(cacheName)).match(keyOf(file));
  return cached ?? fetch(request); // the browser has let go of it
}

async function removeOthers(): Promise<void> {
  for (const each of await caches.keys())
    if (each.startsWith(family) && each !== cacheName) await caches.delete(each);
}

async function takeOverIfAlone(asking: MessageEventSource | null): Promise<void> {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.filter(({ url }) => url.startsWith(scope)).length <= 1) await worker.skipWaiting();
  else (asking as { postMessage(message: string): void } | null)?.postMessage(othersOpen);
}
