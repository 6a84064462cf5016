// node tools/run.mjs ../tests/fuzz/links/main.ts SECONDS [SEED]: decodes hostile links for so long. Ends badly at the first
// whose answer is wrong, takes too long, or for the memory that is kept.
import { fuzzLinks } from './hold.ts';

const [seconds = '60', seed = '1'] = process.argv.slice(2);
const start = performance.now();
const { links, states, worst } = fuzzLinks(Number(seed), Infinity, start + 1000 * Number(seconds));
const kept = process.memoryUsage().rss / 2 ** 20;
console.log(
  `links: ${links} in ${((performance.now() - start) / 1000).toFixed(0)} s, ${states} of them states; the slowest took ${worst.toFixed(1)} ms; ${kept.toFixed(0)} MiB`,
);
if (kept > 1024) throw new Error('more than 1 GiB is kept');
