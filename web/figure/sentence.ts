// The sentence under the figure: first the verdict, then why, read from the accesses themselves.
import type { Report } from '../engine/report.ts';
import { type Access, accessOf, type Lane, type Pick, pairRule, worstPass } from './access.ts';
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
  return [verdictOf(access), why(access), passes(access)]
    .concat(mask(access), bound(access))
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

const verbs = { load: 'read', store: 'write', atomic: 'update', matrix: 'name', async: 'write' } as const;

function why(access: Access): string {
  if (access.site.kind === 'atomic') return whyAtomic(access);
  if (access.pattern.wavefronts > access.pattern.ideal) return whyConflict(access);
  return whyClean(access);
}

/** The lanes of the dearest pass: those that the explanation speaks of. */
function lanesOfWorstPass(access: Access): Lane[] {
  const pass = worstPass(access);
  return access.active.filter(lane => lane.pass === pass);
}

/** The bank that most distinct words of one pass fall into, and the first lane at each of those words. */
function worstBank(lanes: Lane[]): { bank: number; lanes: Lane[] } {
  const wanted = new Map<number, Map<number, Lane>>();
  for (const lane of lanes) {
    lane.words.forEach((word, i) => {
      const words = wanted.get(lane.banks[i]!) ?? new Map<number, Lane>();
      wanted.set(lane.banks[i]!, words);
      if (!words.has(word)) words.set(word, lane);
    });
  }
  let worst = { bank: 0, lanes: [] as Lane[] };
  for (const [bank, words] of [...wanted].sort((a, b) => a[0] - b[0])) {
    if (words.size > worst.lanes.length) worst = { bank, lanes: [...words.values()] };
  }
  return worst;
}

/** Words from one lane to the next, if that is the same for all lanes that take part; undefined otherwise. */
export function strideOf(access: Access): number | undefined {
  const [first, second] = access.active;
  if (!first || !second) return undefined;
  const step = (second.byte - first.byte) / (second.lane - first.lane);
  const even = access.active.every(lane => lane.byte === first.byte + step * (lane.lane - first.lane));
  return even ? step / access.geometry.wordBytes : undefined;
}

function whyConflict(access: Access): string {
  const lanes = lanesOfWorstPass(access);
  const worst = worstBank(lanes);
  const inPass = access.pattern.passes.length > 1 ? ` of pass ${worstPass(access) + 1}` : '';
  const who = `lanes ${list(worst.lanes.map(lane => lane.lane))}${inPass}`;
  const all = worst.lanes.length > 2 ? 'all want' : 'both want';
  const stride = strideOf(access);
  const { banks } = access.geometry;
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
  const { active, geometry, span } = access;
  const verb = verbs[access.site.kind];
  const words = new Set(active.map(lane => lane.words[0]));
  const [first] = active as [Lane];
  if (active.length === 1) return `Only lane ${first.lane} takes part, so nothing can clash.`;
  if (words.size === 1) {
    const what = span > 1 ? `words ${list(first.words)}` : `word ${first.words[0]} of bank ${first.banks[0]}`;
    const how =
      access.site.kind === 'store' ? 'the bank takes it once' : 'which is fetched once and broadcast';
    return `All ${active.length} lanes ${verb} ${what}, ${how}.`;
  }
  const { banks, wordBytes } = geometry;
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

function whyAtomic(access: Access): string {
  const { pattern, active } = access;
  const pass = worstPass(access);
  const lanes = lanesOfWorstPass(access);
  const perBank = new Map<number, Lane[]>();
  for (const lane of lanes) perBank.set(lane.banks[0]!, [...(perBank.get(lane.banks[0]!) ?? []), lane]);
  const [bank, crowd] = [...perBank].reduce((a, b) => (b[1].length > a[1].length ? b : a));
  const twice = access.site.op.includes('cas') ? ' A compare-and-swap takes two trips for each.' : '';
  if (pattern.passes[pass]!.wavefronts.length <= 1 && crowd.length > 1) {
    return `Adding a constant 1 with the result unused merges the lanes at one word.`;
  }
  if (crowd.length === 1) return `Every lane meets a bank of its own.${twice}`;
  const words = new Set(crowd.map(lane => lane.words[0]));
  const where = words.size === 1 ? `word ${crowd[0]!.words[0]} in bank ${bank}` : `bank ${bank}`;
  const all =
    crowd.length === active.length ? `All ${active.length} lanes` : `Lanes ${list(crowd.map(l => l.lane))}`;
  return `Atomics are not merged: ${all.replace('All', 'all').replace('Lanes', 'lanes')} want ${where}, and the bank takes them one after another.${twice}`;
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
  if (pattern.passes.length < 2) return '';
  const groups = groupName(access);
  const each = pattern.wavefronts > pattern.ideal ? '' : ', one wavefront each';
  const because = span > 1 ? `With ${bytes} bytes for each lane the` : 'The';
  return `${because} warp is served in ${count}${groups}${each}.`;
}

/** What a pass is made of, where that has a name; a mask may leave holes in it. */
function groupName({ geometry, bytes, lanes, pattern }: Access): string {
  const groups = geometry.pairRule ? (bytes >= 16 ? 4 : 2) : pattern.passes.length;
  const size = lanes.length / groups;
  const aligned = pattern.passes.every(
    ({ lanes: own }) => new Set(own.map(lane => Math.floor(lane / size))).size === 1,
  );
  if (!aligned || groups > 4 || groups === 3) return '';
  return groups === 2 ? ', half-warps' : ', quarters of the warp';
}

function mask(access: Access): string {
  const { active, lanes, site } = access;
  if (active.length === lanes.length || active.length === 1 || site.kind === 'matrix') return '';
  return `Only ${active.length} of ${lanes.length} lanes take part (${list(active.map(lane => lane.lane))}).`;
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const spell = (n: number): string => ({ 2: 'two', 4: 'four', 8: 'eight' })[n] ?? `${n}`;
