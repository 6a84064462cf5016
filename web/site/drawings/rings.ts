// Strides as walks round a ring of 32 banks: one that shares a factor with 32 comes home early, one that does not
// visits every bank.
import { gcd } from '../../figure/text.ts';
import { path, svg, text } from './grid.ts';

const banks = 32;
const strides = [12, 11];

const visited = (stride: number): number => banks / gcd(stride, banks);

const words = `Two walks round a ring of 32 banks. With a stride of 12 a walk comes back to bank 0 after ${visited(12)} steps and has visited every fourth bank; 32 lanes go round ${gcd(12, banks)} times. With a stride of 11 it visits all 32 banks before it comes back.`;

function ring(x: number, y: number, radius: number, stride: number): string {
  const at = (bank: number, r = radius) => {
    const angle = (2 * Math.PI * bank) / banks;
    return `${(x + r * Math.sin(angle)).toFixed(1)} ${(y - r * Math.cos(angle)).toFixed(1)}`;
  };
  const dot = (bank: number, used: boolean) => {
    const [cx, cy] = at(bank).split(' ');
    return `<circle cx="${cx}" cy="${cy}" r="${used ? 6 : 4}" class="${used ? 'dot used' : 'dot'}"/>`;
  };
  const stops = Array.from({ length: visited(stride) }, (_, step) => (step * stride) % banks);
  const parts = [path(`M${stops.map(bank => at(bank)).join('L')}Z`, 'lead bank walk')];
  for (let bank = 0; bank < banks; bank++) {
    parts.push(dot(bank, stops.includes(bank)));
    if (bank % 4 === 0) {
      const [tx, ty] = at(bank, radius + 18)
        .split(' ')
        .map(Number) as [number, number];
      parts.push(text(tx, ty + 4.5, String(bank), stops.includes(bank) ? 'number bank' : 'number'));
    }
  }
  const turns = gcd(stride, banks);
  parts.push(
    text(x, y + radius + 48, `stride ${stride}`, 'strong'),
    text(
      x,
      y + radius + 68,
      turns > 1 ? `${stops.length} banks, each visited ${turns} times` : `all ${banks} banks, each once`,
      'name',
    ),
  );
  return parts.join('');
}

const wide = () =>
  svg({ shape: 'wide', width: 800 }, 376, words, ring(210, 152, 118, 12) + ring(590, 152, 118, 11));
const tall = () =>
  svg({ shape: 'tall', width: 360 }, 732, words, ring(180, 152, 118, 12) + ring(180, 152 + 364, 118, 11));

export const rings = () => `<figure class="plate">
${wide()}
${tall()}
<figcaption>Each step is one lane. With a stride of ${strides[0]} the walk is home after ${visited(12)} steps, and 32 lanes go round
${gcd(12, banks)} times: ${gcd(12, banks)} lanes in every bank that is used, and none in the others. With ${strides[1]} it is home after 32.</figcaption>
</figure>
`;
