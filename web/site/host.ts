// What a running host makes of the book: types, compression, caching, policy, missing files, each fault with its way out.
import { createHash } from 'node:crypto';
import type { Edition } from '../offline/edition.ts';

export interface Finding {
  /** A fault breaks something for readers; advice makes it better. */
  kind: 'fault' | 'advice';
  text: string;
}

const types: [RegExp, RegExp, string][] = [
  [/\.html$/, /^text\/html\b/, 'text/html; charset=utf-8'],
  [/\.js$/, /^(text|application)\/(x-)?javascript\b/, 'text/javascript; charset=utf-8'],
  [/\.css$/, /^text\/css\b/, 'text/css; charset=utf-8'],
  [/\.svg$/, /^image\/svg\+xml\b/, 'image/svg+xml'],
  [/\.png$/, /^image\/png\b/, 'image/png'],
  [/\.wasm$/, /^application\/wasm\b/, 'application/wasm'],
  [/\.webmanifest$/, /^application\/(manifest\+)?json\b/, 'application/manifest+json'],
];
const compressible = /\.(html|js|css|svg|wasm)$/;
/** Bytes; what is smaller travels in one packet anyway. */
const worthCompressing = 1400;
/** Seconds that a file without a hash in its name may be used unasked. */
const longestAge = 3600;

/** What the book needs a policy to allow: for each directive its sources, any one of each list. */
const needs: Record<string, string[][]> = {
  'script-src': [["'self'"], ["'wasm-unsafe-eval'", "'unsafe-eval'"]],
  'style-src': [["'self'"]],
  'connect-src': [["'self'"]],
  'worker-src': [["'self'"]],
  'manifest-src': [["'self'"]],
  'img-src': [["'self'"], ['data:']],
};
/** Where a directive is missing, these stand in for it, in this order. */
const standIns: Record<string, string[]> = { 'worker-src': ['child-src', 'script-src'] };

/** Checks the book at an address, that of its folder or of its first page. Rejects if the host cannot be reached. */
export async function checkHost(address: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const fault = (text: string) => findings.push({ kind: 'fault', text });
  const advise = (text: string) => findings.push({ kind: 'advice', text });
  const base = new URL('.', address);
  const get = (file: string) => fetch(new URL(file, base), { headers: { 'Accept-Encoding': 'br, gzip' } });

  if (base.protocol === 'http:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(base.hostname))
    advise('the host speaks http; only with https can readers keep the book for reading offline');

  const edition = await editionAt(get, fault);
  const packed: string[] = [];
  for (const [file, integrity] of Object.entries(edition?.files ?? { 'index.html': undefined })) {
    const response = await get(file);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) {
      fault(`${file} is missing (${response.status}); copy the whole folder, as it was built`);
      continue;
    }
    const hash = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
    if (integrity && hash !== integrity)
      fault(
        `${file} is not as it was built; turn off what rewrites files on their way, or copy the whole folder again`,
      );
    checkType(file, response.headers, fault, advise);
    checkCaching(file, response.headers, fault, advise);
    if (
      compressible.test(file) &&
      bytes.length > worthCompressing &&
      !response.headers.get('content-encoding')
    )
      packed.push(file);
    if (file === 'index.html') checkPolicy(response.headers, fault, advise);
  }
  if (packed.length) advise(`turn on compression, brotli or gzip, for ${packed.join(', ')}`);

  const nowhere = await get('no-such-page-of-the-book');
  await nowhere.arrayBuffer();
  if (nowhere.ok)
    fault('an address that does not exist gives a page; it must give 404, or broken links are never seen');
  return merged(findings);
}

type Say = (text: string) => void;

async function editionAt(get: (file: string) => Promise<Response>, fault: Say): Promise<Edition | undefined> {
  const response = await get('sw.js');
  const text = await response.text();
  const list = /^const bankLabEdition = (\{.*?\}\});/.exec(text)?.[1];
  if (response.ok && list) {
    checkType('sw.js', response.headers, fault, fault);
    return JSON.parse(list) as Edition;
  }
  fault(
    'sw.js is missing, so the book is not kept for reading offline; copy the whole folder, as it was built',
  );
  return undefined;
}

function checkType(file: string, headers: Headers, fault: Say, advise: Say): void {
  const found = headers.get('content-type') ?? 'nothing';
  const [, right, wanted] = types.find(([name]) => name.test(file)) ?? [];
  if (!right || right.test(found)) return;
  // The engine is fetched as bytes, and runs whatever it is called.
  const say = file.endsWith('.wasm') || file.endsWith('.webmanifest') ? advise : fault;
  say(`*${/\.\w+$/.exec(file)![0]} is sent as ${found}; set its type to ${wanted}`);
}

function checkCaching(file: string, headers: Headers, fault: Say, advise: Say): void {
  const control = headers.get('cache-control') ?? '';
  const age = Number(/\bmax-age=(\d+)/.exec(control)?.[1] ?? 0);
  const asks = /\bno-cache\b|\bno-store\b/.test(control);
  const kind = `*${/\.\w+$/.exec(file)?.[0] ?? file}`;
  if (!asks && (age > longestAge || /\bimmutable\b/.test(control)))
    fault(
      `${kind} may be used for ${age} s without asking (Cache-Control: ${control}), and no name changes with its content; send Cache-Control: no-cache`,
    );
  else if (/\bno-store\b/.test(control))
    advise(
      `${kind} may not be stored (Cache-Control: ${control}); Cache-Control: no-cache lets browsers keep what has not changed`,
    );
  else if (!headers.get('etag') && !headers.get('last-modified'))
    advise(`${kind} has neither ETag nor Last-Modified, so it is sent anew each time; turn one of them on`);
}

function checkPolicy(headers: Headers, fault: Say, advise: Say): void {
  const policies = headers.get('content-security-policy');
  if (!policies) {
    advise(
      'there is no Content-Security-Policy; docs/hosting.md has the strictest one that the book works under',
    );
    return;
  }
  // Several policies come with commas between; each must allow what is needed.
  for (const policy of policies.split(',')) {
    const directives = new Map(
      policy
        .split(';')
        .map(each => each.trim().split(/\s+/))
        .map(([name = '', ...sources]) => [name.toLowerCase(), sources]),
    );
    for (const [name, wanted] of Object.entries(needs)) {
      const ruling = [name, ...(standIns[name] ?? []), 'default-src'].find(each => directives.has(each));
      if (ruling === undefined) continue;
      const sources = directives.get(ruling)!;
      const allowed = (source: string) =>
        sources.includes(source) || (source === "'self'" && sources.includes('*'));
      for (const any of wanted)
        if (!any.some(allowed)) fault(`the Content-Security-Policy stops the book: add ${any[0]} to ${name}`);
    }
  }
}

/** Faults first, each once. */
const merged = (findings: Finding[]): Finding[] => {
  const texts = new Map(findings.map(finding => [finding.text, finding]));
  return [...texts.values()].sort((a, b) => Number(b.kind === 'fault') - Number(a.kind === 'fault'));
};
