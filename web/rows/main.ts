// The explorer of the measurements: rows with filters, all of them as a drawing, and the picked one as a figure that can be
// changed. The rows are loaded when the reader asks for them.
import { PatientEngine } from '../engine/patient.ts';
import { beside } from '../engine/sources.ts';
import { trustedHtml, trustedUrl } from '../engine/trusted.ts';
import type { BankLab } from '../lab/bank-lab.ts';
import { csvOf, hexOf, type MeasuredRow, type Packed, requestText, unpack } from './pack.ts';
import { scatter } from './scatter.ts';
import { words } from './words.ts';

declare global {
  /** What rows.data.js leaves in the page. */
  var bankLabRows: Packed | undefined;
}

const shownAtOnce = 12;

const script = { url: (document.currentScript as HTMLScriptElement | null)?.src ?? '', nonce: '' };
const { context } = globalThis.banklab!.BankLab;
const lab = document.getElementById('row-lab') as BankLab;
const patient = new PatientEngine(context.source, context.engine, {
  isRequest: () => true,
  onProgress: () => {},
  onMachines: () => {},
});
globalThis.banklab!.BankLab.context = {
  ...context,
  engine: {
    warmUp: () => context.engine.warmUp(),
    fix: (...given) => context.engine.fix(...given),
    analyze: (asker, source, options) =>
      (asker === lab ? patient : context.engine).analyze(asker, source, options),
  },
};

function loadRows(): Promise<Packed> {
  return new Promise((resolve, reject) => {
    const tag = document.createElement('script');
    tag.src = trustedUrl(beside(script, 'rows.data.js'));
    tag.charset = 'utf-8';
    tag.onload = () => (globalThis.bankLabRows ? resolve(globalThis.bankLabRows) : reject());
    tag.onerror = reject;
    document.head.append(tag);
  });
}

class Explorer {
  private rows_: MeasuredRow[] = [];
  private packed_: Packed | undefined;
  private numbers_ = new Map<MeasuredRow, number>();
  private found_: MeasuredRow[] = [];
  private from_ = 0;
  private picked_: MeasuredRow | undefined;

  constructor(private readonly room_: HTMLElement) {
    room_.hidden = false;
    const button = this.at_('.loader button');
    button.addEventListener('click', () => void this.load_());
    this.at_('.filters').addEventListener('change', () => this.filter_());
    this.at_('.check').addEventListener('click', () => void this.check_());
    this.at_('.previous').addEventListener('click', () => this.turn_(-shownAtOnce));
    this.at_('.next').addEventListener('click', () => this.turn_(shownAtOnce));
    this.at_('.rows').addEventListener('click', event => {
      const row = (event.target as Element).closest<HTMLElement>('tr[data-row]');
      if (row) this.pick_(this.found_[Number(row.dataset.row)]!);
    });
  }

  private at_<E extends HTMLElement = HTMLElement>(selector: string): E {
    return this.room_.querySelector<E>(selector)!;
  }

  private async load_(): Promise<void> {
    const status = this.at_('.loader [role="status"]');
    status.textContent = words.loading;
    try {
      this.packed_ = await loadRows();
    } catch {
      status.textContent = words.noData;
      return;
    }
    this.rows_ = unpack(this.packed_);
    const next: Record<number, number> = {};
    for (const row of this.rows_) {
      next[row.origin] = (next[row.origin] ?? 0) + 1;
      this.numbers_.set(row, next[row.origin]!);
    }
    const { ops } = this.packed_;
    this.at_<HTMLSelectElement>('[name="op"]').append(
      new Option(words.anyOp(ops.length), ''),
      ...ops.map(({ name }) => new Option(name, name)),
    );
    this.at_('.loader').hidden = true;
    this.at_('.explored').hidden = false;
    this.filter_();
    this.at_<HTMLSelectElement>('[name="op"]').focus();
  }

  private filter_(): void {
    const chosen = (name: string): string => this.at_<HTMLSelectElement>(`[name="${name}"]`).value;
    const op = chosen('op');
    const lanes = chosen('lanes');
    this.found_ = this.rows_.filter(
      row => (!op || row.op === op) && (lanes === 'any' || (lanes === 'full') === (row.mask === 0xffffffff)),
    );
    if (chosen('order') === 'dear') this.found_.sort((a, b) => b.measured - a.measured);
    this.from_ = 0;
    this.at_('.found').textContent = words.found(this.found_.length);
    const drawing = this.at_('.scatter');
    drawing.innerHTML = trustedHtml(scatter(this.found_, words, Math.min(704, drawing.clientWidth || 640)));
    this.turn_(0);
    if (this.found_[0]) this.pick_(this.found_[0]);
  }

  private turn_(by: number): void {
    const last = Math.max(0, Math.floor((this.found_.length - 1) / shownAtOnce) * shownAtOnce);
    this.from_ = Math.min(last, Math.max(0, this.from_ + by));
    const to = Math.min(this.found_.length, this.from_ + shownAtOnce);
    const rows = this.found_.slice(this.from_, to).map((row, i) => this.rowHtml_(row, this.from_ + i));
    const names = Object.entries(words.row).map(
      ([name, text]) => `<th scope="col"${/place|op|mask/.test(name) ? '' : ' class="right"'}>${text}</th>`,
    );
    this.at_('.rows').innerHTML = trustedHtml(
      `<table><thead><tr>${names.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`,
    );
    this.at_('.range').textContent = words.range(Math.min(to, this.from_ + 1), to, this.found_.length);
    this.at_<HTMLButtonElement>('.previous').disabled = this.from_ === 0;
    this.at_<HTMLButtonElement>('.next').disabled = to >= this.found_.length;
    this.mark_();
  }

  private rowHtml_(row: MeasuredRow, index: number): string {
    const place = `${this.packed_!.origins[row.origin]} ${this.numbers_.get(row)}`;
    return `<tr data-row="${index}"><th scope="row"><button type="button">${place}</button></th><td><code>${row.op}</code></td><td><code>${hexOf(row.mask)}</code></td><td class="right">${row.predicted}</td><td class="right">${row.measured}</td><td class="right">${row.conflicts ?? words.notRead}</td></tr>`;
  }

  private pick_(row: MeasuredRow): void {
    this.picked_ = row;
    lab.source = requestText(row);
    this.mark_();
  }

  private mark_(): void {
    for (const line of this.room_.querySelectorAll<HTMLElement>('tr[data-row]')) {
      const isPicked = this.found_[Number(line.dataset.row)] === this.picked_;
      line.classList.toggle('picked', isPicked);
      line.querySelector('button')!.setAttribute('aria-pressed', `${isPicked}`);
    }
  }

  private async check_(): Promise<void> {
    const status = this.at_('.found');
    status.textContent = words.checking;
    const start = performance.now();
    const outcome = await patient.replay(csvOf(this.found_)).catch(() => undefined);
    status.textContent = outcome
      ? words.checked(outcome.agreed, outcome.rows, performance.now() - start)
      : words.notChecked;
  }
}

const room = document.querySelector<HTMLElement>('.explorer');
if (room) new Explorer(room);
