// What one lane does, with the arithmetic spelled out.
import { type Access, loops } from './access.ts';
import { english, type Say } from './say.ts';

export interface LaneFacts {
  /** 'lane 5' */
  name: string;
  /** 'byte 160 → word 160 / 4 = 40 → bank 40 mod 32 = 8 → wavefront 2 of 8', or why there is nothing to say. */
  steps: string[];
  /** One line for a screen reader. */
  spoken: string;
}

/** Facts of a lane (a number of the warp). */
export function laneFacts(access: Access, number: number, say: Say = english): LaneFacts {
  const name = say.laneName(number);
  const lane = access.lanes[number];
  if (!lane?.active) return { name, steps: [say.idleLane], spoken: `${name}, ${say.idleLane}` };
  const { banks, wordBytes } = access;
  const [word] = lane.words as [number];
  const rest = lane.byte % wordBytes;
  const bank = word % banks;
  const last = lane.words.length - 1;
  const several = last > 0;

  const division = `${lane.byte} / ${wordBytes} = ${word}${rest ? say.rest(rest) : ''}`;
  const modulo = `${word} mod ${banks} = ${bank}`;
  const steps = [
    say.atByte(lane.byte),
    say.inWords(several ? `${division} … ${lane.words[last]}` : division, several),
    say.inBanks(several ? `${modulo} … ${lane.banks[last]}` : modulo, several),
  ];
  const spoken = [
    name,
    say.atByte(lane.byte),
    say.inWords(say.list(lane.words), several),
    say.inBanks(say.list(lane.banks), several),
  ];

  if (lane.wave >= 0) {
    const passes = access.pattern.passes.length;
    const pass = passes > 1 && !loops(access) ? say.inPass(lane.pass + 1, passes) : '';
    const text =
      pass +
      say.inWaves(
        lane.waves.map(wave => wave + 1),
        access.waves.length,
      );
    steps.push(text);
    spoken.push(text);
  }
  return { name, steps, spoken: spoken.join(', ') };
}
