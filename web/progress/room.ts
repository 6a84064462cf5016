// The reader's progress as a room of the page: what is kept, written to a file, read from one, cleared.
import { words as all } from '../practice/words.ts';
import { keeps } from '../reader/storage.ts';
import { type FileFault, fileText, mostBytes, readFile } from './file.ts';
import { merged } from './shape.ts';
import { changed, clear, all as progressNow, putAll } from './store.ts';

const words = all.progress;

function button(text: string, press: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.addEventListener('click', press);
  return element;
}

const faultText = (fault: FileFault): string =>
  typeof fault === 'string' ? words[fault] : words.damaged(fault.damaged);

/** YYYY-MM-DD, the reader's own day. */
function dayText(now: Date): string {
  const two = (n: number): string => `${n}`.padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export class ProgressRoom {
  private readonly list_ = document.createElement('ul');
  private readonly said_ = document.createElement('p');
  private readonly dialog_ = document.createElement('dialog');

  constructor(room: HTMLElement) {
    this.said_.className = 'status';
    this.said_.setAttribute('role', 'status');
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,application/json';
    input.hidden = true;
    input.setAttribute('aria-label', words.import);
    input.addEventListener('change', () => void this.import_(input));
    const actions = document.createElement('div');
    actions.className = 'actions';
    const clearing = button(words.clear, () => this.dialog_.showModal());
    actions.append(
      button(words.export, () => this.export_()),
      button(words.import, () => input.click()),
      clearing,
    );
    this.makeDialog_();
    room.replaceChildren(this.list_, actions, input, this.said_, this.dialog_);
    if (!keeps()) {
      const line = document.createElement('p');
      line.className = 'note';
      line.textContent = words.notKept;
      room.prepend(line);
    }
    addEventListener(changed, () => this.show());
    addEventListener('storage', () => this.show()); // another tab
    this.show();
  }

  private makeDialog_(): void {
    const text = document.createElement('p');
    text.id = 'clear-question';
    text.textContent = words.ask;
    this.dialog_.setAttribute('aria-labelledby', text.id);
    const actions = document.createElement('div');
    actions.className = 'actions';
    actions.append(
      button(words.no, () => this.dialog_.close()),
      button(words.yes, () => {
        this.dialog_.close();
        clear();
        this.said_.textContent = words.cleared;
      }),
    );
    this.dialog_.append(text, actions);
  }

  show(): void {
    const { exercises, practice, cards } = progressNow();
    const states = Object.values(exercises);
    const solved = states.filter(state => state === 'solved').length;
    const inBoxes = Object.keys(cards).length;
    const lines = [
      states.length ? words.exercises(solved, states.length - solved) : '',
      practice.answered ? words.practice(practice.answered, practice.right) : '',
      inBoxes ? words.cards(inBoxes) : '',
    ].filter(Boolean);
    this.list_.replaceChildren(
      ...(lines.length ? lines : [words.none]).map(line => {
        const item = document.createElement('li');
        item.textContent = line;
        return item;
      }),
    );
  }

  private export_(): void {
    const day = dayText(new Date());
    const name = `banklab-progress-${day}.json`;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([fileText(progressNow(), day)], { type: 'application/json' }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    this.said_.textContent = words.exported(name);
  }

  private async import_(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    input.value = ''; // the same file may come again
    if (!file) return;
    if (file.size > mostBytes) {
      this.said_.textContent = words.tooLarge;
      return;
    }
    try {
      const found = readFile(await file.text());
      if ('fault' in found) {
        this.said_.textContent = faultText(found.fault);
        return;
      }
      putAll(merged(progressNow(), found));
      this.said_.textContent = words.imported;
    } catch {
      this.said_.textContent = words.notRead;
    }
  }
}
