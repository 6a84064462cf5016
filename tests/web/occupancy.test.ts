// The calculator's arithmetic is the engine's: blocks for many launches on every compute capability, as the search for mends
// reports them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { before, test } from 'node:test';
import type { BankLabModule, CreateBankLab } from '../../web/engine/banklab.d.ts';
import type { Fixes } from '../../web/engine/fixes.ts';
import type { Multiprocessor } from '../../web/engine/report.ts';
import { allMessages } from '../../web/messages/all.ts';
import { steps } from '../../web/occupancy/chart.ts';
import { capability, occupancy } from '../../web/occupancy/occupancy.ts';
import { sentence, table } from '../../web/occupancy/table.ts';

const say = allMessages.en.occupancy;
const folder = resolve('../build/wasm');
let engine: BankLabModule;
let all: Multiprocessor[];

before(async () => {
  const create = createRequire(import.meta.url)(`${folder}/banklab.js`) as CreateBankLab;
  engine = await create({ wasmBinary: readFileSync(`${folder}/banklab.wasm`) });
  all = JSON.parse(engine.multiprocessors()) as Multiprocessor[];
});

const of = (id: string) => all.find(each => each.id === id)!;

/** A block of so many threads that reads down a column of a tile, beside which it has some more bytes. */
const kernel = (threads: number, more: number) => `// launch: k<<<1, ${threads}>>>(out)
__global__ void k(float* out) {
  __shared__ float tile[32][32];
  __shared__ char more[${more}];
  int t = threadIdx.x % 32;
  tile[threadIdx.x / 32 % 32][t] = t;
  __syncthreads();
  more[0] = 0;
  out[threadIdx.x] = tile[t][0];
}
`;

test('it gives what the engine gives, for launches small and large, on every compute capability', () => {
  let compared = 0;
  for (const threads of [1, 32, 33, 96, 256, 1000, 1024])
    for (const more of [1, 2000, 9000, 20_000, 44_000]) {
      const { arrays } = JSON.parse(engine.fix(kernel(threads, more), '{}')) as Fixes;
      const [fix] = arrays.flatMap(array => array.candidates);
      if (!fix) continue;
      for (const { id, blocks_before, blocks_after } of fix.occupancy) {
        const blocks = (bytes: number) => occupancy(of(id), threads, bytes).blocks;
        assert.equal(blocks(fix.shared_bytes_before), blocks_before, `${id}, ${threads} threads, ${more}`);
        assert.equal(blocks(fix.shared_bytes_after), blocks_after, `${id}, ${threads} threads, ${more}`);
        compared++;
      }
    }
  assert.ok(compared >= 25 * all.length, `${compared} compared`);
});

test('it says which limit ends first, and a block that is too large finds no room', () => {
  assert.equal(occupancy(of('sm_86'), 256, 0).limit, 'threads');
  assert.equal(occupancy(of('sm_86'), 32, 0).limit, 'blocks');
  assert.equal(occupancy(of('sm_86'), 256, 24_832).limit, 'shared memory');
  assert.deepEqual(occupancy(of('sm_86'), 256, 99 * 1024 + 1).blocks, 0);
});

test('the steps go down, from the threads’ limit to the largest block, and each ends where one block fewer fits', () => {
  for (const one of all)
    for (const threads of [32, 256, 1024]) {
      const found = steps(one, threads);
      assert.equal(found[0]!.blocks, occupancy(one, threads, 0).blocks);
      assert.equal(found.at(-1)!.upTo, one.sharedBytesOfBlock);
      for (const { blocks, upTo } of found.slice(0, -1)) {
        assert.equal(occupancy(one, threads, upTo).blocks, blocks);
        assert.ok(occupancy(one, threads, upTo + 1).blocks < blocks, `${one.id} ${threads} ${upTo}`);
      }
    }
});

test('the table has a row for each, the limit marked; the sentence says what a padding takes', () => {
  const launch = { threads: 256, bytes: 24_576, padding: 256 };
  const html = table(all, launch, 'sm_86', say);
  assert.equal(html.match(/<tr/g)!.length, all.length + 1);
  const row = html.match(/<tr class="picked">.*<\/tr>/)![0];
  assert.match(row, />8\.6</);
  assert.match(row, /right limit">4</);
  assert.match(row, /fewer">3 \(−1\)</);
  assert.match(row, />24 of 48</);
  assert.equal(
    sentence(of('sm_86'), launch, say),
    'On 8.6, blocks of 256 threads and 24,576 bytes: 4 blocks at once, 32 of 48 warps, limited by shared memory. With 256 bytes more it is 3 blocks, 24 warps.',
  );
  assert.match(
    sentence(of('sm_90'), launch, say),
    /limited by threads\. With 256 bytes more it is the same\.$/,
  );
  assert.equal(capability(of('sm_100')), '10.0');
});
