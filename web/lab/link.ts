// A state as the address's hash: '#v2.NAME.DATA'. NAME is the lab's, empty in embed.html; DATA is JSON, deflated with the
// dictionary below, in base64url: `s` the source, `k` the knobs, `a` the attributes, and `r` the knobs' ranges where there are any.
// Links of version 1, plain JSON of source and knobs, are still read. What an old link was made with must never change: another
// dictionary or another meaning is another version; what an older reader may pass over, as it does `r`, is not.
import { deflateSync, Inflate } from 'fflate';
import { knownRanges } from './settings.ts';
import { linkAttributes, type State } from './state.ts';

export type { State } from './state.ts';

/** Longer ones are no links, and none unfolds to more bytes: a few can hold a great many. */
const longest = 100_000;
const longestUnfolded = 1 << 18;

const dictionary = new TextEncoder().encode(
  '"machine":"sm_"launch":"kernel":"blocks":"input":"site":"fill":"words' +
    '#define TILE 32\n#include <cuda_fp16.h>\ntemplate <int N>\nconstexpr unsigned long long double ' +
    'for (int i = 0; i < N; i += blockDim.x) {\n    if (tid < s) {\n  while (true) const uint32_t half2 __half2 float2 ' +
    'float4 reinterpret_cast<float4*>(&)__restrict__ atomicAdd(&__shfl_xor_sync(0xffffffff, __syncwarp();\n  ' +
    '// launch: kernel<<<dim3(4, 4), dim3(32, 8)>>>(out, in, 1024)\n' +
    '__global__ void kernel(float* out, const float* in, int n) {\n  extern __shared__ float tile[32][33];\n  ' +
    'int x = blockIdx.x * 32 + threadIdx.x;\n  int y = threadIdx.y;\n  __syncthreads();\n  out[y * n + x] = ' +
    'tile[threadIdx.x][threadIdx.y];\n}\n__shared__ float shared[256];\nfloat v = shared[tid * 32];\n' +
    '","k":{},"a":{}}{"s":"',
);

export function encodeState({ lab, source, knobs, ranges = {}, attributes }: State): string {
  const some = Object.keys(ranges).length ? { r: ranges } : {};
  const json = new TextEncoder().encode(JSON.stringify({ s: source, k: knobs, a: attributes, ...some }));
  const bytes = deflateSync(json, { level: 9, dictionary });
  return `#v2.${encodeURIComponent(lab)}.${toBase64(bytes)}`;
}

/** A hash → the state it holds, or undefined if it holds none. */
export function decodeState(hash: string): State | undefined {
  // A full stop or a bracket behind it is the sentence's that the link stood in.
  const match = /^#v([12])\.([^/]*)\.([\w-]+)[^\w-]*$/.exec(hash);
  if (!match || hash.length > longest) return undefined;
  try {
    const data = fromBase64(match[3]!);
    const bytes = match[1] === '1' ? data : unfold(data);
    const { s, k, a, r } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    if (typeof s !== 'string') return undefined;
    const knobs = entriesOf(k).filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
    const attributes = entriesOf(a).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && (linkAttributes as readonly string[]).includes(entry[0]),
    );
    const ranges = knownRanges(entriesOf(r));
    return {
      lab: decodeURIComponent(match[2]!),
      source: s,
      knobs: Object.fromEntries(knobs),
      ...(Object.keys(ranges).length ? { ranges } : {}),
      attributes: Object.fromEntries(attributes),
    };
  } catch {
    return undefined;
  }
}

/** Throws where the data is broken, or soon after it has come to too many bytes. */
function unfold(data: Uint8Array): Uint8Array {
  const all = new Uint8Array(longestUnfolded);
  let size = 0;
  const inflate = new Inflate({ dictionary }, part => {
    all.set(part, size);
    size += part.length;
  });
  const step = 512; // which come to half a megabyte at most
  for (let at = 0; at < data.length; at += step)
    inflate.push(data.subarray(at, at + step), at + step >= data.length);
  return all.subarray(0, size);
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value ? Object.entries(value) : [];

function toBase64(bytes: Uint8Array): string {
  const binary = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
}
