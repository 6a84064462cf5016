// Address → word → bank: the bits of a byte address, and the place in the banks that they name.
import { box, type Grid, middle, path, svg, tall, text, wide } from './grid.ts';

const address = 180;
const word = Math.floor(address / 4);
const bank = word % 32;
const row = Math.floor(word / 32);
const rows = 3;

const bits = address.toString(2).padStart(8, '0');
const groups = [
  { bits: bits.slice(0, -7), name: `row ${row}`, className: 'row' },
  { bits: bits.slice(-7, -2), name: `bank ${bank}`, className: 'bank' },
  { bits: bits.slice(-2), name: `byte ${address % 4}`, className: 'byte' },
];

const words = `Byte address ${address} in binary is ${groups.map(group => group.bits).join(' ')}. The last two bits are the byte in the word, 0. The five before them are the bank, ${bank}. The rest is the row, ${row}. It is word ${word}: row ${row} of bank ${bank}.`;

function draw(grid: Grid): string {
  const bit = 26;
  const gap = 14;
  const length = bits.length * bit + 2 * gap;
  const bankX = middle(grid, bank)!;
  const startX = Math.max(8, Math.min(grid.width - length - 8, bankX - bit * 3.5 - gap));
  const top = 52;
  const banksTop = top + 118;
  const cell = 26;
  const shapes: string[] = [text(startX + length / 2, 16, `byte address ${address}`, 'strong')];

  let x = startX;
  const centres: Record<string, number> = {};
  for (const group of groups) {
    const size = group.bits.length * bit;
    for (const [i, digit] of [...group.bits].entries()) {
      shapes.push(box(x + i * bit + 1, top - 24, bit - 2, 30, `bit ${group.className}`));
      shapes.push(text(x + (i + 0.5) * bit, top - 4, digit, `digit ${group.className}`));
    }
    centres[group.className] = x + size / 2;
    shapes.push(text(x + size / 2, top + 24, group.name, `name ${group.className}`));
    x += size + gap;
  }

  const gridBottom = banksTop + 26 + rows * cell;
  const rowMiddle = banksTop + 26 + (row + 0.5) * cell;
  const bend = banksTop - 40;
  const railX = grid.left - 25;
  shapes.push(
    box(bankX - grid.pitch / 2, banksTop - 2, grid.pitch, gridBottom - banksTop + 4, 'column'),
    path(
      `M${centres.bank} ${top + 32}C${centres.bank} ${bend} ${bankX} ${bend - 10} ${bankX} ${banksTop - 4}`,
      'lead bank',
    ),
    path(
      `M${centres.row} ${top + 32}C${centres.row} ${bend} ${railX} ${bend - 20} ${railX} ${banksTop}V${rowMiddle - 6}q0 6 6 6h5`,
      'lead row',
    ),
  );
  shapes.push(text(grid.width / 2, gridBottom + 24, 'banks 0 to 31, and the words that lie in them', 'name'));
  grid.banks.forEach((each, column) => {
    const mid = grid.left + (column + 0.5) * grid.pitch;
    if (each === null) {
      shapes.push(text(mid, banksTop + 16, '…', 'number'));
      for (let r = 0; r < rows; r++)
        shapes.push(text(mid, banksTop + 26 + (r + 0.5) * cell + 3, '…', 'cell-number'));
      return;
    }
    const here = each === bank;
    shapes.push(text(mid, banksTop + 17, String(each), here ? 'number bank' : 'number'));
    for (let r = 0; r < rows; r++) {
      const target = here && r === row;
      const y = banksTop + 26 + r * cell;
      shapes.push(
        box(mid - grid.pitch / 2 + 1, y + 1, grid.pitch - 2, cell - 2, target ? 'cell target' : 'cell'),
      );
      shapes.push(
        text(mid, y + cell / 2 + 4.5, String(r * 32 + each), target ? 'cell-number target' : 'cell-number'),
      );
    }
  });
  for (let r = 0; r < rows; r++)
    shapes.push(
      text(grid.left - 8, banksTop + 26 + (r + 0.5) * cell + 4.5, String(r), r === row ? 'name row' : 'name'),
    );
  return svg(grid, gridBottom + 34, words, shapes.join(''));
}

const phone = tall([0, 1, 2, null, 12, 13, 14, null, 29, 30, 31]);

export const banks = () => `<figure class="plate">
${draw(wide)}
${draw(phone)}
<figcaption>Where byte ${address} lies. Its lowest two bits name the byte in the word, the next five the bank, and the rest the row. This is
<em>word ${word}</em>, in <em>bank ${bank}</em>.</figcaption>
</figure>
`;
