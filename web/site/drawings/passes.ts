// Which lanes go together: one pass for 4 bytes, half-warps for 8, quarter-warps for 16; a pass of neighbours fills the 32
// banks once.
import { box, svg, text } from './grid.ts';

interface Shape {
  shape: 'wide' | 'tall';
  width: number;
}

const widths = [
  { bytes: 4, type: 'float' },
  { bytes: 8, type: 'float2, double' },
  { bytes: 16, type: 'float4' },
];

const words =
  'Lanes that read neighbouring elements, and the 32 banks that each pass fills. Elements of 4 bytes: one pass with lanes 0 to 31, one bank each. Elements of 8 bytes: two passes, lanes 0 to 15 and 16 to 31, two banks each. Elements of 16 bytes: four passes of eight lanes, four banks each.';

function draw(shape: Shape): string {
  const edge = shape.shape === 'wide' ? 60 : 8;
  const row = 26;
  const pitch = (shape.width - 2 * edge) / 32;
  const parts: string[] = [];
  let top = 8;
  for (const { bytes, type } of widths) {
    const span = bytes / 4;
    const lanes = 32 / span;
    parts.push(
      text(
        edge,
        top + 14,
        `${bytes} bytes a lane (${type}): ${span === 1 ? '1 pass' : `${span} passes`}`,
        'start strong',
      ),
    );
    top += 26;
    for (let pass = 0; pass < span; pass++, top += row) {
      if (shape.shape === 'wide') parts.push(text(edge - 10, top + 17, `pass ${pass + 1}`, 'name end'));
      const crowded = pitch * span < 18;
      for (let i = 0; i < lanes; i++) {
        const x = edge + i * span * pitch;
        parts.push(box(x + 0.75, top + 1, span * pitch - 1.5, row - 4, `cell pass-${pass}`));
        if (!crowded)
          parts.push(text(x + (span * pitch) / 2, top + 16.5, String(pass * lanes + i), `p-${pass}`));
      }
      if (crowded) parts.push(text(shape.width / 2, top + row + 12, 'lanes 0 to 31, a bank each', 'name'));
      if (crowded) top += 18;
    }
    top += 22;
  }
  parts.push(
    text(edge, top - 4, 'bank 0', 'start name'),
    text(shape.width - edge, top - 4, 'bank 31', 'name end'),
  );
  return svg(shape, top + 6, words, parts.join(''));
}

export const passes = () => `<figure class="plate">
${draw({ shape: 'wide', width: 800 })}
${draw({ shape: 'tall', width: 360 })}
<figcaption>Lanes that read neighbouring elements. The numbers are lanes, and each lies across the banks that it uses. Every pass fills the 32
banks once, so none of these has a conflict.</figcaption>
</figure>
`;
