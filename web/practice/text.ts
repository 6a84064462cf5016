// An exercise in words, as HTML: its question, three hints, each nearer, and its solution, step by step from its own numbers. Pure: the
// book's generator and the page call the same functions.
import { escapeHtml } from '../figure/text.ts';
import type { Messages } from '../messages/index.ts';
import { type Access, bankOf, type Cost, costOf, type Pass, wordsOf } from './access.ts';
import type { Instance } from './instance.ts';
import type { Choice, Reason } from './task.ts';

export type Say = Pick<Messages, 'practice' | 'figure'>;

export function questionOf({ kind, ask, choice }: Instance, { practice }: Say): string {
  const plain = !choice && ask.length === 1;
  return plain && kind === 'struct' ? practice.onlyWavefronts : practice.questions[kind];
}

function reasonText(reason: Reason, { practice: say }: Say): string {
  switch (reason.of) {
    case 'stride':
      return say.stride(Math.abs(reason.words));
    case 'groups':
      return say.groups(reason.group, reason.inner, reason.outer);
    case 'wrap':
      return say.wrap(reason.words, reason.length);
    case 'struct':
      return say.struct(reason.name, reason.members, reason.alignment, reason.size, reason.elements);
    case 'inner':
      return say.inner(reason.name, reason.length, reason.size);
    case 'block': {
      const [x, y, z] = reason.block;
      const high = Math.min(y, Math.ceil(32 / x));
      return say.block([Math.min(x, 32), high, Math.min(z, Math.ceil(32 / x / y))], reason.words);
    }
    case 'padding':
      return say.padding(reason.rows, reason.elementBytes);
    case 'width':
      if (reason.bytes < 4) return say.narrow(reason.type, reason.bytes);
      return reason.bytes > 4 ? say.wide(reason.type, reason.bytes, reason.isStore) : say.word(reason.type);
    case 'mask':
      return say.mask(escapeHtml(reason.condition), reason.lanes);
    case 'swizzle':
      return say.swizzle(reason.columns.slice(0, 8), new Set(reason.columns).size);
    case 'xor':
      return say.xor(reason.first.slice(0, 5), reason.second.slice(0, 5));
  }
}

/** Two lanes of a pass that want different words of one bank: of all such pairs the one whose later lane comes first. */
export function firstMeeting(
  access: Access,
  { passes }: Cost,
): { a: number; b: number; bank: number } | undefined {
  for (const { lanes } of passes) {
    const first = new Map<number, { lane: number; word: number }>();
    for (const lane of lanes)
      for (const word of wordsOf(access, lane)) {
        const bank = bankOf(word);
        const other = first.get(bank);
        if (other && other.word !== word) return { a: other.lane, b: lane, bank };
        if (!other) first.set(bank, { lane, word });
      }
  }
  return undefined;
}

const totalOf = (accesses: readonly Access[]): number =>
  accesses.reduce((sum, access) => sum + costOf(access).wavefronts, 0);

const bestOf = ({ options }: Choice): Choice['options'][number] =>
  options.reduce((best, each) => (totalOf(each.accesses) < totalOf(best.accesses) ? each : best));

function lastHint({ accesses, choice }: Instance, { practice: say }: Say): string {
  if (choice) {
    const best = bestOf(choice);
    for (const option of choice.options) {
      if (option === best) continue;
      for (const access of option.accesses) {
        const met = firstMeeting(access, costOf(access));
        if (met) return say.meetWith(say.option(choice.knob, option.value), met.a, met.b, met.bank);
      }
    }
  }
  const access = accesses[0]!;
  const cost = costOf(access);
  const met = firstMeeting(access, cost);
  const several = cost.passes.length > 1;
  return met ? say.meet(met.a, met.b, met.bank, several) : say.noMeet(several);
}

/** From the thought behind its kind, over its own numbers, to the lanes that meet. */
export function hintsOf(instance: Instance, say: Say): string[] {
  const [reason] = instance.reasons;
  return [say.practice.ideas[instance.kind], reasonText(reason!, say), lastHint(instance, say)];
}

/** The first two lanes, the first with other addresses, and those that meet in the busiest bank. */
function lanesToShow({ lanes, offsets }: Access, { passes }: Cost): number[] {
  const worst = passes.reduce((most, pass) => (pass.degree > most.degree ? pass : most));
  const others = lanes.filter((lane, i) => lanes.findIndex(each => offsets[each] === offsets[lane]) === i);
  const chosen = new Set([...lanes.slice(0, 2), ...others.slice(0, 4), ...worst.wantedBy.slice(0, 4)]);
  return [...chosen].sort((a, b) => a - b);
}

function lanesTable(access: Access, cost: Cost, { practice, figure }: Say): string {
  const span = (numbers: number[]): string =>
    numbers.length > 1 ? `${numbers[0]}–${numbers[numbers.length - 1]}` : `${numbers[0]}`;
  const heads = [
    figure.lane,
    figure.byte,
    access.bytes > 4 ? figure.words : figure.word,
    access.bytes > 4 ? figure.banks : figure.bank,
  ];
  const rows = lanesToShow(access, cost).map(lane => {
    const words = wordsOf(access, lane);
    const cells = [`${access.offsets[lane]!}`, span(words), span(words.map(bankOf))];
    return `<tr><th scope="row">${lane}</th>${cells.map(cell => `<td class="right">${cell}</td>`).join('')}</tr>`;
  });
  const head = heads.map((name, i) => `<th scope="col"${i ? ' class="right"' : ''}>${name}</th>`).join('');
  return `<div class="table" tabindex="0" role="group" aria-label="${practice.tableName}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function passesText(access: Access, { passes, paired }: Cost, { figure }: Say): string[] {
  if (access.bytes < 8) return [];
  const quarters = access.bytes === 16;
  if (!paired) {
    const each = passes.every(({ degree }) => degree === 1);
    return [figure.passes(passes.length, access.bytes, quarters ? 'quarters' : 'halves', each)];
  }
  const partnerOf = (x: number): boolean =>
    access.lanes.every(
      lane => !access.lanes.includes(lane ^ x) || access.offsets[lane] === access.offsets[lane ^ x],
    );
  const near = partnerOf(1);
  const shares = access.lanes.some(lane => access.lanes.includes(lane ^ (near ? 1 : 2)));
  return [figure.pairRule(passes.length, shares, near, quarters)];
}

const sharesWords = (access: Access, { lanes }: Pass): boolean =>
  new Set(lanes.map(lane => wordsOf(access, lane)[0])).size < lanes.length;

/** What one access costs, from its addresses to its wavefronts. */
function derivation(access: Access, say: Say): string[] {
  const cost = costOf(access);
  const { passes } = cost;
  const several = passes.length > 1;
  // Passes without a conflict are alike; of others two show how it goes.
  const clean = passes.every(({ degree }) => degree === 1);
  const shown = passes.slice(0, clean ? 1 : 2);
  return [
    `${say.practice.table}${lanesTable(access, cost, say)}`,
    ...passesText(access, cost, say),
    [
      ...shown.map(({ bank, words, wantedBy }, i) =>
        say.practice.busiest(bank, words, wantedBy, several && !clean ? i + 1 : undefined),
      ),
      ...(passes.some(pass => sharesWords(access, pass)) ? [say.practice.shared] : []),
    ].join(' '),
    say.practice.total(
      passes.map(({ degree }) => degree),
      cost.wavefronts,
      cost.ideal,
    ),
  ];
}

function optionsList({ kind, choice }: Instance, { practice: say }: Say): string {
  const lines = choice!.options.map(({ value, accesses }) => {
    const access = accesses[accesses.length - 1]!; // the walk down the column
    const row = (access.offsets[1]! - access.offsets[0]!) / 4;
    return `<li>${say.paddingCost(say.option(choice!.knob, value), row, totalOf(accesses))}</li>`;
  });
  return `<ul class="${kind}">${lines.join('')}</ul>`;
}

/** A list of steps. */
export function solutionOf(instance: Instance, say: Say): string {
  const { accesses, choice, reasons } = instance;
  const steps = reasons.map(reason => reasonText(reason, say));
  if (choice) {
    const best = bestOf(choice);
    steps[0] += optionsList(instance, say);
    steps.push(say.practice.best(say.practice.option(choice.knob, best.value), totalOf(best.accesses)));
  }
  accesses.forEach((access, i) => {
    const [first, ...rest] = derivation(access, say);
    steps.push(instance.names ? `<code>${instance.names[i]}</code>: ${first}` : first!, ...rest);
  });
  return `<ol class="steps">${steps.map(step => `<li>${step}</li>`).join('')}</ol>`;
}

type Mistake = keyof Messages['practice']['mistakes'];

/** What a wrong number may have meant. */
export function mistakeOf(instance: Instance, value: number, ask: string): Mistake | undefined {
  const access = instance.accesses[0]!;
  const cost = costOf(access);
  const [a, b] = [access.offsets[access.lanes[0]!]!, access.offsets[access.lanes[1] ?? access.lanes[0]!]!];
  const used = new Set(access.lanes.flatMap(lane => wordsOf(access, lane).map(bankOf)));
  const candidates: [Mistake, number][] =
    ask === 'excessive'
      ? [['wavefronts', cost.wavefronts]]
      : ask === 'wavefronts'
        ? [
            ['ideal', cost.ideal],
            ['degree', Math.max(...cost.passes.map(({ degree }) => degree))],
            ['banks', used.size],
            ['step', Math.abs(b - a) / 4],
            ['lanes', access.lanes.length],
            ['bytes', Math.abs(b - a)],
          ]
        : [];
  return candidates.find(([, number]) => number === value)?.[0];
}
