// A profile beside the kernel: the table of lines, and what has to be said about it.
import type { Analysis } from '../engine/report.ts';
import type { BankLab } from '../lab/bank-lab.ts';
import { type ComparedLine, compare, plain, reportFor } from './compare.ts';
import { type Profile, profileOf, type Section, sourceOf } from './csv.ts';
import { words } from './words.ts';

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
  className = '',
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
};

export class ProfileRoom {
  private sections_: Section[] = [];
  private at_ = 0;
  private readonly choice_: HTMLSelectElement;
  private readonly notes_: HTMLElement;
  private readonly table_: HTMLElement;

  /** `onCode` hears that the reader wants the profile's own text in the lab. */
  constructor(
    private readonly room_: HTMLElement,
    private readonly lab_: BankLab,
    private readonly say_: (text: string) => void,
  ) {
    this.choice_ = room_.querySelector('select')!;
    this.notes_ = room_.querySelector('.profile-notes')!;
    this.table_ = room_.querySelector('.profile-table')!;
    const area = room_.querySelector('textarea')!;
    room_.querySelector('.compare')!.addEventListener('click', () => this.take(area.value));
    this.choice_.addEventListener('change', () => {
      this.at_ = Number(this.choice_.value);
      this.show();
    });
    lab_.addEventListener('banklab-report', () => this.show());
  }

  /** Reads an exported Source page. */
  take(text: string): void {
    const profile: Profile = text.trim() ? profileOf(text) : { sections: [] };
    this.sections_ = 'sections' in profile ? profile.sections : [];
    const { analysis, source } = this.lab_;
    const fits = (section: Section, i: number): boolean =>
      Boolean(analysis && reportFor(analysis, this.sections_, i)) && agreement(section, source) > 0.5;
    this.at_ = Math.max(0, this.sections_.findIndex(fits));
    this.choice_.replaceChildren(
      ...this.sections_.map(({ kernel, file }, i) => {
        const several = this.sections_.some(other => other.file !== file);
        const name = kernel || words.unnamed(i + 1);
        return new Option(several && file ? `${name} · ${file.replace(/^.*[\\/]/, '')}` : name, `${i}`);
      }),
    );
    this.choice_.value = `${this.at_}`;
    this.choice_.closest('label')!.hidden = this.sections_.length < 2;
    this.show();
    if ('fault' in profile) this.notes_.replaceChildren(element('p', words[profile.fault], 'fault'));
    this.say_(this.notes_.textContent ?? '');
  }

  /** Shows the comparison as lab and profile are now. */
  show(): void {
    const section = this.sections_[this.at_];
    this.table_.replaceChildren();
    if (!section) {
      this.notes_.replaceChildren(element('p', words.noProfile));
      return;
    }
    const { analysis } = this.lab_;
    const source = this.lab_.source;
    const report = analysis && reportFor(analysis, this.sections_, this.at_);
    const notes: HTMLElement[] = [];
    if (report) {
      const lines = compare(source, report, section);
      this.table_.append(tableOf(lines));
      const same = lines.filter(({ state }) => state === 'same').length;
      const other = lines.filter(({ state }) => state === 'other').length;
      notes.push(element('p', words.summary(same, lines.length), 'summary'));
      if (other) notes.push(element('p', words.noFit(other)));
      notes.push(...this.blocksNote_(analysis, report));
    } else {
      notes.push(element('p', words.noReport));
    }
    const own = sourceOf(section);
    if (own !== undefined && agreement(section, source) < 1) notes.push(this.takeCode_(own));
    this.notes_.replaceChildren(...notes);
  }

  private blocksNote_(_: Analysis, { launch, blocks_run: ran }: Analysis['reports'][number]): HTMLElement[] {
    const all = launch.grid.reduce((product, n) => product * n, 1);
    if (ran >= all) return [];
    const note = element('p', `${words.fewBlocks(ran, all)} `);
    note.append(this.button_(words.runAll(all), () => this.lab_.setAttribute('blocks', 'all')));
    return [note];
  }

  private takeCode_(source: string): HTMLElement {
    const note = element('p', '');
    note.append(
      this.button_(words.takeCode, () => {
        this.lab_.source = source;
        this.say_(words.tookCode);
      }),
    );
    return note;
  }

  private button_(text: string, act: () => void): HTMLButtonElement {
    const button = element('button', text);
    button.type = 'button';
    button.addEventListener('click', () => {
      act();
      this.room_.querySelector<HTMLElement>('.profile-notes')!.focus();
    });
    return button;
  }
}

/** Which part of a section's lines, those without text aside, reads as the source does. */
function agreement({ lines }: Section, source: string): number {
  const texts = source.split('\n').map(plain);
  const told = lines.filter(({ text }) => text.trim());
  return told.length
    ? told.filter(({ number, text }) => texts[number - 1] === plain(text)).length / told.length
    : 0;
}

function tableOf(lines: readonly ComparedLine[]): HTMLTableElement {
  const table = document.createElement('table');
  table.append(element('caption', words.table));
  const head = table.createTHead().insertRow();
  for (const [name, text] of Object.entries(words.columns)) {
    const cell = element('th', text, /line|wave|ideal/i.test(name) ? 'right' : '');
    cell.scope = 'col';
    head.append(cell);
  }
  const body = table.createTBody();
  for (const { line, text, predicted, atLeast, measured, state } of lines) {
    const row = body.insertRow();
    row.className = state;
    const number = element('th', `${line}`, 'right');
    number.scope = 'row';
    const code = element('td', '');
    code.append(element('code', text));
    row.append(
      number,
      code,
      element('td', shown(predicted?.wavefronts, atLeast), 'right'),
      element('td', shown(measured?.wavefronts), 'right'),
      element('td', shown(predicted?.ideal, atLeast), 'right'),
      element('td', shown(measured?.ideal), 'right'),
      element('td', words.states[state], 'state'),
    );
  }
  return table;
}

const shown = (n: number | undefined, atLeast = false): string =>
  n === undefined ? '–' : `${atLeast ? '≥ ' : ''}${n.toLocaleString('en-US')}`;
