// The sentence under the figure: first the verdict, then why, read from the accesses themselves.
import type { Report } from '../engine/report.ts';
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
import { escapeHtml, gcd, list, plural } from './text.ts';

/** What is picked → HTML: `<strong class="verdict …">8 wavefronts, ideal 1.</strong> Why. …` */
export function sentence(report: Report, pick: Pick): string {
  const access = accessOf(report, pick);
  const { site } = access;
  if (!site.text) return `${verdict('ok', 'No access to shared memory.')} Nothing meets the banks yet.`;
  if (!site.predictable) {
    return (
      verdict('unknown', 'Not predictable.') +
      ' A cp.async writes as its global data arrive, and no rule for its wavefronts is known.'
    );
  }
  if (!access.active.length) return `${verdict('ok', '0 wavefronts.')} No lane takes part.`;
  const reasons =
    access.span > 1 && access.site.kind !== 'atomic' && access.pattern.wavefronts === access.pattern.ideal
      ? [passes(access), why(access)]
      : [why(access), passes(access)];
  return [verdictOf(access), ...reasons]
    .concat(mask(access), bound(access), together(access, pick))
    .filter(part => part)
    .join(' ');
}

const verdict = (level: string, text: string): string =>
  `<strong class="verdict ${level}">${escapeHtml(text)}</strong>`;

function verdictOf({ site, pattern }: Access): string {
  const cost = `${site.lower_bound ? 'At least ' : ''}${plural(pattern.wavefronts, 'wavefront')}`;
  return pattern.wavefronts > pattern.ideal
    ? verdict('conflict', `${cost}, ideal ${pattern.ideal}.`)
    : verdict('ok', `${cost}, as few as can be.`);
}

const bound = ({ site }: Access): string =>
  site.lower_bound ? 'Other warps at the same address may add more rounds.' : '';

/** How the request that is shown stands to all of its site's. */
function together({ site, pattern }: Access, pick: Pick): string {
  if (site.requests < 2) return '';
  const cost = `${plural(site.wavefronts, 'wavefront')}, ideal ${site.ideal}`;
  if (site.patterns.length === 1)
    return `All ${site.requests} requests of this access are alike: ${cost} together.`;
  const times = pattern.count === 1 ? 'once' : `${pattern.count} times`;
  const others = `of ${site.patterns.length} different ones`;
  const alike = site.patterns.every(({ wavefronts }) => wavefronts === pattern.wavefronts);
  const place = alike
    ? `one ${others} of the same cost`
    : `${pick.pattern ? `number ${pick.pattern + 1}` : 'the dearest'} ${others}`;
  return `This request came ${times} and is ${place}; all ${site.requests} together take ${cost}.`;
}

const verbs = { load: 'read', store: 'write', atomic: 'update', matrix: 'name', async: 'write' } as const;

function why(access: Access): string {
  if (access.site.kind === 'atomic') return whyAtomic(access);
  if (access.pattern.wavefronts > access.pattern.ideal) return whyConflict(access);
  return whyClean(access);
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

/** Words from one lane to the next, if that is the same for all lanes that take part; undefined otherwise. */
export function strideOf(access: Access): number | undefined {
  const [first, second] = access.active;
  if (!first || !second) return undefined;
  const step = (second.byte - first.byte) / (second.lane - first.lane);
  const even = access.active.every(lane => lane.byte === first.byte + step * (lane.lane - first.lane));
  return even ? step / access.wordBytes : undefined;
}

function whyConflict(access: Access): string {
  const worst = worstBank(access);
  const inPass = access.pattern.passes.length > 1 ? ` of pass ${worstPass(access) + 1}` : '';
  const who = `lanes ${list(worst.lanes.map(lane => lane.lane))}${inPass}`;
  const all = worst.lanes.length > 2 ? 'all want' : 'both want';
  const stride = strideOf(access);
  const { banks } = access;
  if (stride !== undefined && Number.isInteger(stride) && stride !== 0) {
    const step = Math.abs(stride);
    const apart = `Neighbouring lanes are ${plural(step, 'word')} apart`;
    if (step % banks === 0) {
      const rows =
        step === banks ? `once round all ${banks} banks` : `${step / banks} times round all ${banks} banks`;
      return `${apart}, ${rows}, so ${who} ${all} bank ${worst.bank}, each a different word.`;
    }
    if (access.span === 1) {
      const g = gcd(step, banks);
      const used = `gcd(${step}, ${banks}) = ${g}, so they reach only ${banks / g} of the ${banks} banks`;
      if (g > 1) return `${apart}: ${used}. ${upper(who)} ${all} bank ${worst.bank}, each a different word.`;
    }
    return `${apart}, so ${who} ${all} bank ${worst.bank}, each a different word.`;
  }
  const [a, b] = worst.lanes as [Lane, Lane];
  const wordIn = (lane: Lane) => lane.words.find((_, i) => lane.banks[i] === worst.bank)!;
  const clash = `words ${wordIn(a)} and ${wordIn(b)} both lie in bank ${worst.bank}`;
  const pair = `Lanes ${a.lane} and ${b.lane} clash: ${clash}`;
  const more = worst.lanes.length > 2 ? `, and ${worst.lanes.length - 2} more different words with them` : '';
  return `${pair}${more}.`;
}

function whyClean(access: Access): string {
  const { active, banks, wordBytes, span } = access;
  const verb = verbs[access.site.kind];
  const words = new Set(active.map(lane => lane.words[0]));
  const [first] = active as [Lane];
  if (active.length === 1) return `Only lane ${first.lane} takes part, so nothing can clash.`;
  if (words.size === 1) {
    const what = span > 1 ? `words ${list(first.words)}` : `word ${first.words[0]} of bank ${first.banks[0]}`;
    const how =
      access.site.kind === 'store' ? 'and the bank takes it once' : 'which is fetched once and broadcast';
    return `All ${active.length} lanes ${verb} ${what}, ${how}.`;
  }
  const stride = strideOf(access);
  if (span > 1 || stride === undefined) {
    const perPass = access.pattern.passes.length > 1 ? ' within a pass' : '';
    return words.size < active.length
      ? `Lanes that ${verb} the same word share its trip, and no two different words${perPass} lie in one bank.`
      : `No two lanes${perPass} want different words of one bank.`;
  }
  const step = Math.abs(stride);
  if (step === 1)
    return `Neighbouring lanes ${verb} neighbouring words, so every lane has a bank of its own.`;
  if (step < 1) {
    const share = Math.round(1 / step);
    return `${upper(spell(share))} neighbouring lanes share each ${wordBytes}-byte word, and each word lies in another bank.`;
  }
  const g = gcd(step, banks);
  if (g === 1) {
    return `Neighbouring lanes are ${step} words apart; ${step} and ${banks} share no factor, so every lane meets a bank of its own.`;
  }
  return `Neighbouring lanes are ${step} words apart, and the ${active.length} lanes that take part meet different banks.`;
}

/** An update that the hardware has no instruction for; tests/hardware/README.md states the two rules. */
function whyLoop({ active, site, span }: Access): string {
  const narrow = /f16$/.test(site.op);
  const perPlace = new Map<number, number>();
  for (const { words, banks } of active) {
    const place = narrow ? words[0]! : banks[0]!;
    perPlace.set(place, (perPlace.get(place) ?? 0) + 1);
  }
  const rounds = plural(Math.max(...perPlace.values()), 'round');
  if (narrow) {
    return `No single instruction does this: it is a load and then compare-and-swaps of 4-byte words, ${rounds}, in each of which one lane of every word gets through.`;
  }
  const many = span > 1 ? '' : `, ${rounds}`; // wider ones are served by half-warps that may undo each other's turns
  return `No single instruction does this: it is a loop of a load and a compare-and-swap${many}. In each round a bank serves one of the lanes that wait for it.`;
}

function whyAtomic(access: Access): string {
  if (access.site.op.endsWith('.merged')) {
    const merged = 'Adding 1 with the result unused is counted for all lanes of a word at once';
    return access.pattern.wavefronts > access.pattern.ideal
      ? `${merged}. ${whyConflict(access)}`
      : `${merged}.`;
  }
  if (loops(access)) {
    return whyLoop(access);
  }
  const swap = access.site.op.includes('cas')
    ? ' Each lane’s compare-and-swap takes two trips of its bank.'
    : '';
  const { bank, lanes } = worstBank(access);
  if (lanes.length < 2) return `Every lane meets a bank of its own.${swap}`;
  const words = new Set(lanes.map(lane => lane.words[0]));
  const where = words.size === 1 ? `word ${lanes[0]!.words[0]} in bank ${bank}` : `bank ${bank}`;
  const who =
    lanes.length === access.active.length && lanes.length > 2
      ? `all ${lanes.length} lanes`
      : `lanes ${list(lanes.map(lane => lane.lane))}`;
  return `Atomics are not merged: ${who} want ${where}, and the bank takes them one after another.${swap}`;
}

/** A wide access: its passes, or the rule that merged them. */
function passes(access: Access): string {
  const { pattern, span, site, bytes } = access;
  const count = plural(pattern.passes.length, 'pass', 'passes');
  const rule = pairRule(access);
  if (rule) {
    const groups = site.bytes_per_lane === 16 ? 'quarters of the warp' : 'half-warps';
    const near = rule.partner === 1;
    const cause = rule.shared
      ? `Each lane reads the same address as ${near ? 'its neighbour' : 'the lane two places away'}`
      : `No lane’s ${near ? 'neighbour' : 'counterpart two places away'} takes part`;
    return `${cause}, so ${groups} are served in pairs (the pair rule): ${count}.`;
  }
  if (site.kind === 'matrix') return `Eight lanes at a time name a row of 16 bytes: ${count}.`;
  if (pattern.passes.length < 2 || loops(access)) return '';
  const groups = groupName(access);
  const each = pattern.wavefronts > pattern.ideal ? '' : ', one wavefront each';
  const because = span > 1 ? `With ${bytes} bytes for each lane the` : 'The';
  return `${because} warp is served in ${count}${groups}${each}.`;
}

/** What a pass is made of, where that has a name; a mask may leave holes in it. */
function groupName({ bytes, lanes, pattern }: Access): string {
  const names: [name: string, size: number][] = [
    [', half-warps', lanes.length / 2],
    [', quarters of the warp', lanes.length / 4],
  ];
  if (bytes >= 16) names.reverse();
  const fits = names.find(([, size]) => {
    const blocks = pattern.passes.map(pass => new Set(pass.lanes.map(lane => Math.floor(lane / size))));
    const own = blocks.every(block => block.size === 1);
    return own && new Set(blocks.flatMap(block => [...block])).size === blocks.length;
  });
  return fits?.[0] ?? '';
}

function mask(access: Access): string {
  const { active, lanes, site } = access;
  if (active.length === lanes.length || active.length === 1 || site.kind === 'matrix') return '';
  return `Only ${active.length} of ${lanes.length} lanes take part (${list(active.map(lane => lane.lane))}).`;
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const spell = (n: number): string => ({ 2: 'two', 4: 'four', 8: 'eight' })[n] ?? `${n}`;
