// What one lane does, with the arithmetic spelled out.
import { type Access, loops } from './access.ts';
import { list } from './text.ts';

export interface LaneFacts {
  /** 'lane 5' */
  name: string;
  /** 'byte 160 → word 160 / 4 = 40 → bank 40 mod 32 = 8 → wavefront 2 of 8', or why there is nothing to say. */
  steps: string[];
  /** One line for a screen reader. */
  spoken: string;
}

/** Facts of a lane (a number of the warp). */
export function laneFacts(access: Access, number: number): LaneFacts {
  const name = `lane ${number}`;
  const lane = access.lanes[number];
  if (!lane?.active) {
    const idle = 'takes no part in this request';
    return { name, steps: [idle], spoken: `${name}, ${idle}` };
  }
  const { banks, wordBytes } = access;
  const [word] = lane.words as [number];
  const rest = lane.byte % wordBytes;
  const bank = word % banks;
  const last = lane.words.length - 1;

  const division = `${lane.byte} / ${wordBytes} = ${word}${rest ? `, rest ${rest}` : ''}`;
  const words = last ? `words ${division} … ${lane.words[last]}` : `word ${division}`;
  const modulo = `${word} mod ${banks} = ${bank}`;
  const inBanks = last ? `banks ${modulo} … ${lane.banks[last]}` : `bank ${modulo}`;
  const steps = [`byte ${lane.byte}`, words, inBanks];
  const spoken = [name, `byte ${lane.byte}`];
  spoken.push(last ? `words ${list(lane.words)}, banks ${list(lane.banks)}` : `word ${word}, bank ${bank}`);

  if (lane.wave >= 0) {
    const passes = access.pattern.passes.length;
    const pass = passes > 1 && !loops(access) ? `pass ${lane.pass + 1} of ${passes}, ` : '';
    const numbers = list(lane.waves.map(wave => wave + 1));
    const text = `${pass}${lane.waves.length > 1 ? 'wavefronts' : 'wavefront'} ${numbers} of ${access.waves.length}`;
    steps.push(text);
    spoken.push(text);
  }
  return { name, steps, spoken: spoken.join(', ') };
}
