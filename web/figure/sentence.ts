// The sentence under the figure: first the verdict, then why, read from the accesses themselves.
import type { Report } from '../engine/report.ts';
import type { Clash } from '../messages/en.ts';
import {
  type Access,
  accessOf,
  type Lane,
  loops,
  type Pick,
  pairRule,
  tripsPerBank,
  worstPass,
} from './access.ts';
import { english, type Say } from './say.ts';
import { escapeHtml, gcd } from './text.ts';

/** What is picked → HTML: `<strong class="verdict …">8 wavefronts, ideal 1.</strong> Why. …` */
export function sentence(report: Report, pick: Pick, say: Say = english): string {
  const access = accessOf(report, pick);
  const { site, pattern } = access;
  if (!site.text) return told('ok', say.nothing);
  if (!site.predictable) return told('unknown', say.unpredictable);
  if (!access.active.length) return told('ok', say.noLane);
  const reasons =
    access.span > 1 && site.kind !== 'atomic' && pattern.wavefronts === pattern.ideal
      ? [passes(access, say), why(access, say)]
      : [why(access, say), passes(access, say)];
  return [verdictOf(access, say), ...reasons]
    .concat(mask(access, say), site.lower_bound ? say.bound : '', together(access, pick, say))
    .filter(part => part)
    .join(' ');
}

const verdict = (level: string, text: string): string =>
  `<strong class="verdict ${level}">${escapeHtml(text)}</strong>`;

const told = (level: string, [what, why]: readonly [string, string]): string =>
  `${verdict(level, what)} ${why}`;

const verdictOf = ({ site, pattern: { wavefronts, ideal } }: Access, say: Say): string =>
  verdict(wavefronts > ideal ? 'conflict' : 'ok', say.verdict(wavefronts, ideal, site.lower_bound));

/** How the request that is shown stands to all of its site's. */
function together({ site, pattern }: Access, pick: Pick, say: Say): string {
  const { requests, wavefronts, ideal, patterns } = site;
  if (requests < 2) return '';
  if (patterns.length === 1) return say.alike(requests, wavefronts, ideal);
  const alike = patterns.every(each => each.wavefronts === pattern.wavefronts);
  const rank = alike ? undefined : pick.pattern;
  return say.oneOf(pattern.count, rank, patterns.length, say.together(requests, wavefronts, ideal));
}

function why(access: Access, say: Say): string {
  if (access.site.kind === 'atomic') return whyAtomic(access, say);
  if (access.pattern.wavefronts > access.pattern.ideal) return whyConflict(access, say);
  return whyClean(access, say);
}

/** The bank with the most trips in the dearest pass, the first of equals, and of each trip the first lane there. */
function worstBank(access: Access): { bank: number; lanes: Lane[] } {
  const pass = worstPass(access);
  const trips = tripsPerBank(access, pass);
  const bank = trips.indexOf(Math.max(...trips));
  const lanes = access.waves
    .filter(wave => wave.pass === pass)
    .map(wave => wave.lanes.find(lane => access.lanes[lane]!.banks.includes(bank)))
    .filter(lane => lane !== undefined)
    .map(lane => access.lanes[lane]!);
  return { bank, lanes: [...new Set(lanes)] };
}

/** How many different banks the lanes that take part touch. */
const reached = ({ active }: Access): number => new Set(active.flatMap(lane => lane.banks)).size;

/** Words from one lane to the next, if that is the same for all lanes that take part, and whole bytes; else undefined. */
export function strideOf(access: Access): number | undefined {
  const [first, second] = access.active;
  if (!first || !second) return undefined;
  const step = (second.byte - first.byte) / (second.lane - first.lane);
  if (!Number.isInteger(step)) return undefined;
  const even = access.active.every(lane => lane.byte === first.byte + step * (lane.lane - first.lane));
  return even ? step / access.wordBytes : undefined;
}

function whyConflict(access: Access, say: Say): string {
  const { bank, lanes } = worstBank(access);
  const clash: Clash = {
    lanes: lanes.map(({ lane }) => lane),
    bank,
    pass: access.pattern.passes.length > 1 ? worstPass(access) + 1 : undefined,
  };
  const stride = strideOf(access);
  const { banks } = access;
  if (stride !== undefined && Number.isInteger(stride) && stride !== 0) {
    const step = Math.abs(stride);
    const factor = gcd(step, banks);
    if (step % banks === 0) return say.rounds(step, banks, clash);
    // Few lanes, or every other one, may reach fewer banks than the factor leaves.
    return access.span === 1 && factor > 1 && reached(access) === banks / factor
      ? say.factor(step, banks, factor, clash)
      : say.strided(step, clash);
  }
  const [a, b] = lanes as [Lane, Lane];
  const wordIn = (lane: Lane) => lane.words.find((_, i) => lane.banks[i] === bank)!;
  return say.clash([a.lane, b.lane], [wordIn(a), wordIn(b)], bank, lanes.length - 2);
}

function whyClean(access: Access, say: Say): string {
  const { active, banks, wordBytes, span } = access;
  const { kind } = access.site;
  const words = new Set(active.map(lane => lane.words[0]));
  const [first] = active as [Lane];
  if (active.length === 1) return say.alone(first.lane);
  if (words.size === 1)
    return say.broadcast(
      active.length,
      kind,
      span > 1 ? first.words : first.words.slice(0, 1),
      first.banks[0]!,
    );
  const stride = strideOf(access);
  const general = (): string => {
    const inPass = access.pattern.passes.length > 1;
    return words.size < active.length ? say.shared(kind, inPass) : say.apart(inPass);
  };
  if (span > 1 || stride === undefined) return general();
  const step = Math.abs(stride);
  if (step < 1) {
    const alike = active.filter(lane => lane.words[0] === first.words[0]).length;
    const each = words.size * alike === active.length && alike * step === 1;
    return each && reached(access) === words.size ? say.narrow(alike, wordBytes) : general();
  }
  if (reached(access) < active.length) return general();
  if (step === 1) return say.neighbours(kind);
  return Number.isInteger(step) && gcd(step, banks) === 1
    ? say.coprime(step, banks)
    : say.spread(step, active.length);
}

/** An update that the hardware has no instruction for; tests/hardware/README.md states the two rules. */
function whyLoop({ active, site, span }: Access, say: Say): string {
  const narrow = /f16$/.test(site.op);
  const perPlace = new Map<number, number>();
  for (const { words, banks } of active) {
    const place = narrow ? words[0]! : banks[0]!;
    perPlace.set(place, (perPlace.get(place) ?? 0) + 1);
  }
  const rounds = Math.max(...perPlace.values());
  if (narrow) return say.swapLoop(rounds);
  // Wider ones are served by half-warps that may undo each other's turns.
  return say.loop(span > 1 ? undefined : rounds);
}

function whyAtomic(access: Access, say: Say): string {
  const { site, pattern, active } = access;
  if (site.op.endsWith('.merged'))
    return pattern.wavefronts > pattern.ideal ? `${say.merged} ${whyConflict(access, say)}` : say.merged;
  if (loops(access)) return whyLoop(access, say);
  const swaps = site.op.includes('cas');
  const { bank, lanes } = worstBank(access);
  if (lanes.length < 2) return say.ownBanks(swaps, pattern.passes.length > 1);
  const words = new Set(lanes.map(lane => lane.words[0]));
  const word = words.size === 1 ? lanes[0]!.words[0] : undefined;
  const all = lanes.length === active.length && lanes.length > 2;
  return say.queue(
    lanes.map(({ lane }) => lane),
    all,
    word,
    bank,
    swaps,
  );
}

/** A wide access: its passes, or the rule that merged them. */
function passes(access: Access, say: Say): string {
  const { pattern, span, site, bytes } = access;
  const count = pattern.passes.length;
  const rule = pairRule(access);
  if (rule) return say.pairRule(count, rule.shared, rule.partner === 1, site.bytes_per_lane === 16);
  if (site.kind === 'matrix') return say.matrixRows(count);
  if (count < 2 || loops(access)) return '';
  const each = pattern.passes.every(pass => pass.wavefronts.length === 1);
  return say.passes(count, span > 1 ? bytes : undefined, groupOf(access), each);
}

/** What a pass is made of, where that has a name; a mask may leave holes in it. */
function groupOf({ bytes, lanes, pattern }: Access): 'halves' | 'quarters' | undefined {
  const groups: ['halves' | 'quarters', number][] = [
    ['halves', lanes.length / 2],
    ['quarters', lanes.length / 4],
  ];
  if (bytes >= 16) groups.reverse();
  const fits = groups.find(([, size]) => {
    const blocks = pattern.passes.map(pass => new Set(pass.lanes.map(lane => Math.floor(lane / size))));
    const own = blocks.every(block => block.size === 1);
    return own && new Set(blocks.flatMap(block => [...block])).size === blocks.length;
  });
  return fits?.[0];
}

function mask({ active, lanes, site }: Access, say: Say): string {
  if (active.length === lanes.length || active.length === 1 || site.kind === 'matrix') return '';
  return say.mask(
    active.map(({ lane }) => lane),
    lanes.length,
  );
}
