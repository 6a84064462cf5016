// One candidate: a line that says what it does and what that costs; opened, the change itself, the figure, and what to do with it.
import type { Fix } from '../engine/fixes.ts';
import type { Analysis } from '../engine/report.ts';
import { changesOf, withChanges } from '../lab/changes.ts';
import { after, before } from './compare.ts';
import { linesOf } from './diff.ts';
import { button, element, engineProse, folded, prose } from './dom.ts';
import { Figures } from './figures.ts';
import type { MendHost } from './host.ts';
import { asSentence, factsOf, proofOf, type Say } from './words.ts';

const signs = { add: '+', remove: '−', keep: ' ', place: '' };

/** The change; signs and words say what colour says. */
function diffView(diff: string, say: Say): HTMLElement {
  const spoken = { add: say.added, remove: say.removed, keep: '', place: '' };
  const lines = linesOf(diff, say.line).map(({ kind, text }) => {
    const said = spoken[kind] ? element('span', { class: 'unseen' }, spoken[kind]) : undefined;
    const sign = element('span', { class: 'sign', 'aria-hidden': 'true' }, signs[kind]);
    const tag = ({ add: 'ins', remove: 'del', keep: 'span', place: 'span' } as const)[kind];
    return element(tag, { class: `diff-line ${kind}` }, said, sign, `${text}\n`);
  });
  return element('pre', { class: 'diff', tabindex: '0', role: 'group', 'aria-label': say.change }, ...lines);
}

function blocksTable(fix: Fix, say: Say): HTMLElement {
  const row = (tag: 'th' | 'td', ...cells: string[]) =>
    element('tr', {}, ...cells.map(text => element(tag, tag === 'th' ? { scope: 'col' } : {}, text)));
  return element(
    'table',
    { class: 'blocks' },
    element('thead', {}, row('th', say.chip, say.blocksBefore, say.blocksAfter)),
    element(
      'tbody',
      {},
      ...fix.occupancy.map(({ id, blocks_before, blocks_after }) =>
        row('td', id, `${blocks_before}`, `${blocks_after}`),
      ),
    ),
  );
}

export class Candidate {
  readonly element: HTMLLIElement;
  private readonly head_: HTMLButtonElement;
  private readonly body_ = element('div', { class: 'fix-body', hidden: '' });
  private figures_: Figures | undefined;
  private drawn_ = false;

  /** `onOpen` hears that this one is picked, before it opens. */
  constructor(
    private readonly host_: MendHost,
    private readonly fix_: Fix,
    private readonly original_: Promise<Analysis | undefined>,
    machine: string,
    private readonly say_: Say,
    private readonly onOpen_: () => void,
  ) {
    this.head_ = button('', () => (this.body_.hidden ? this.open_() : this.close()), 'fix');
    this.head_.setAttribute('aria-expanded', 'false');
    this.head_.append(
      element('span', { class: 'summary', lang: 'en' }, ...prose(asSentence(fix_.summary))),
      element('span', { class: 'facts' }, factsOf(fix_, machine, say_).join(' · ')),
    );
    this.element = element('li', {}, this.head_, this.body_);
  }

  close(): void {
    this.figures_?.end();
    this.body_.hidden = true;
    this.head_.setAttribute('aria-expanded', 'false');
  }

  private open_(): void {
    this.onOpen_();
    this.body_.hidden = false;
    this.head_.setAttribute('aria-expanded', 'true');
    if (!this.drawn_) this.fill_();
    this.figures_?.play();
  }

  private fill_(): void {
    this.drawn_ = true;
    const { fix_: fix, host_: host, say_: say } = this;
    const changes = changesOf(host.source, fix.edits);
    const mended = withChanges(host.source, changes);
    const copied = element('span', { class: 'shared' });
    const copy = async (): Promise<void> => {
      const text = await navigator.clipboard.writeText(fix.diff).then(
        () => say.copied,
        () => say.noClipboard,
      );
      copied.textContent = text;
      host.say(text);
    };
    const apply = async (): Promise<void> => {
      const { wavefronts_after: now, wavefronts_before: before } = fix;
      await host.apply(changes, mended, { fix, array: say.all(fix.arrays) });
      host.say(say.applied(fix.arrays, before, now));
    };
    const figure = element('div');
    this.body_.replaceChildren(
      diffView(fix.diff, say),
      element(
        'p',
        { class: 'do' },
        button(say.apply, () => void apply(), 'quiet chief'),
        button(say.copy, () => void copy()),
        copied,
      ),
      figure,
      ...(fix.note ? [engineProse('p', asSentence(fix.note))] : []),
      folded(say.proved, element('p', {}, proofOf(fix, say))),
      ...(fix.occupancy.length ? [folded(say.allBlocks, blocksTable(fix, say))] : []),
    );
    void this.drawFigures_(figure, mended);
  }

  private async drawFigures_(room: HTMLElement, mended: string): Promise<void> {
    const { host_: host, fix_: fix, say_: say } = this;
    const array = fix.arrays[0] ?? '';
    const [old, changed] = await Promise.all([this.original_, host.analyze(mended)]);
    const was = old && before(old, fix, array, host.launch);
    const is = was && changed && after(changed, was, old.reports.indexOf(was.report), array);
    if (!was || !is || !room.isConnected) return;
    this.figures_ = new Figures(host, say, { before: was, after: is });
    room.replaceWith(this.figures_.element);
    if (!this.body_.hidden) this.figures_.play();
  }
}
