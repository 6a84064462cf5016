// One request by its numbers: the fields write into the lab's text, which stays what counts.
import type { BankLab } from '../lab/bank-lab.ts';

/** The text 'op mask offsets…' of a request whose lanes lie `stride` bytes apart. */
export const strideRequest = (op: string, mask: string, lanes: number, stride: number): string =>
  `${op} ${mask}\n${offsetLines(Array.from({ length: lanes }, (_, lane) => lane * stride))}\n`;

/** Eight to a line. */
function offsetLines(offsets: readonly number[]): string {
  const lines: string[] = [];
  for (let i = 0; i < offsets.length; i += 8) lines.push(offsets.slice(i, i + 8).join(' '));
  return lines.join('\n');
}

const wordAt = (text: string, index: number): string => text.trim().split(/[\s,;"]+/)[index] ?? '';

/** The text with another word at the place of the first or second. */
function withWord(text: string, index: 0 | 1, word: string): string {
  let seen = 0;
  return text.replace(/[^\s,;"]+/g, old => (seen++ === index ? word : old));
}

export function requestFields(room: HTMLElement, lab: BankLab): void {
  const op = room.querySelector<HTMLSelectElement>('[name="op"]')!;
  const mask = room.querySelector<HTMLInputElement>('[name="mask"]')!;
  const stride = room.querySelector<HTMLInputElement>('[name="stride"]')!;
  const follow = (): void => {
    const name = wordAt(lab.source, 0);
    if ([...op.options].some(({ value }) => value === name)) op.value = name;
    mask.value = wordAt(lab.source, 1);
  };
  lab.addEventListener('banklab-change', follow);
  op.addEventListener('change', () => {
    lab.source = withWord(lab.source, 0, op.value);
  });
  mask.addEventListener('change', () => {
    const value = mask.value.trim();
    const hex = /^[0-9a-f]+$/i.test(value) && /[a-f]/i.test(value) ? `0x${value}` : value;
    lab.source = withWord(lab.source, 1, hex || '0');
  });
  const lanes = (): number => lab.analysis?.reports[0]?.lanes ?? (lab.machine.startsWith('gfx9') ? 64 : 32);
  const write = (): void => {
    const bytes = Math.abs(Math.trunc(Number(stride.value)));
    if (Number.isFinite(bytes)) lab.source = strideRequest(op.value, mask.value || '0', lanes(), bytes);
  };
  room.querySelector('button')!.addEventListener('click', write);
  stride.addEventListener('keydown', event => {
    if (event.key === 'Enter') write();
  });
  follow();
}
