// What both shapes of the figure share: writing SVG, and what makes it speak to a screen reader.
import { type Access, type Pick, pickedWave } from './access.ts';
import { type Drawing, type Layer, layer } from './drawing.ts';
import { english, type Say } from './say.ts';
import { escapeHtml } from './text.ts';

export interface Look {
  /** 'wide' from 640 px on: lanes above, banks below. 'tall' for phones: banks as rows, wavefronts as columns. */
  shape: 'wide' | 'tall';
  /** Makes ids unique in the page. */
  idPrefix: string;
  /** The accessible name; by default what the access is and costs. */
  title?: string;
  /** In the page, not in a static picture: the lanes can be focused. */
  live?: boolean;
  /** In which words; English by default. */
  say?: Say;
}

export const sayOf = (look: Look): Say => look.say ?? english;

/** A coordinate, short. */
export const at = (x: number): string => `${Math.round(x * 10) / 10}`;

/** The class that colours a wavefront; its number is always written as well. */
export const waveClass = (wave: number): string => (wave < 0 ? 'w-none' : `w${wave % 8}`);

/** ' faded' for what is not in the picked wavefront, '' for what is, and for all if none is picked. */
export interface Strength {
  lane(lane: number): '' | ' faded';
  wave(wave: number): '' | ' faded';
}

export function strengthOf(access: Access, pick: Pick): Strength {
  const picked = pickedWave(access, pick);
  if (picked === undefined) return { lane: () => '', wave: () => '' };
  const lanes = new Set(access.waves[picked]!.lanes);
  return {
    lane: lane => (lanes.has(lane) ? '' : ' faded'),
    wave: wave => (wave === picked ? '' : ' faded'),
  };
}

/** <text> with its middle at x; squeezed to `fit` units if it would be wider. */
export function label(x: number, y: number, text: string, className: string, fit = 0): string {
  const tooWide = fit > 0 && text.length * 7.9 > fit;
  const squeeze = tooWide ? ` textLength="${fit}" lengthAdjust="spacingAndGlyphs"` : '';
  return `<text class="${className}" x="${at(x)}" y="${at(y)}"${squeeze}>${escapeHtml(text)}</text>`;
}

/**
 * In a live figure, over each lane's chip a button; arrow keys walk among them, Tab reaches one. They are the same for
 * every request; whoever shows the figure names them by laneFacts.
 */
export function laneButtons(
  access: Access,
  look: Look,
  box: (lane: number) => { x: number; y: number; width: number; height: number },
): Layer {
  if (!look.live) return layer([]);
  const say = sayOf(look);
  const first = access.active[0]?.lane ?? 0;
  const parts = access.lanes.map(({ lane }) => {
    const { x, y, width, height } = box(lane);
    const place = `x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" rx="4"`;
    return `<rect class="hit" data-lane="${lane}" role="button" tabindex="${lane === first ? 0 : -1}" aria-label="${say.laneName(lane)}" ${place}/>`;
  });
  return layer(parts, ` class="hits" role="toolbar" aria-label="${say.lanes}"`);
}

/** A drawing of the given size in units. */
export function drawingOf(
  access: Access,
  look: Look,
  { width, height, kind = '' }: { width: number; height: number; kind?: string },
  layers: Layer[],
): Drawing {
  const titleId = `${look.idPrefix}-${look.shape}-title`;
  const role = look.live ? 'group' : 'img';
  const head =
    `<svg class="bank-figure ${look.shape}${kind}" viewBox="0 0 ${at(width)} ${at(height)}" role="${role}" ` +
    `aria-labelledby="${escapeHtml(titleId)}" xmlns="http://www.w3.org/2000/svg">`;
  return { head, titleId, title: look.title ?? titleOf(access, sayOf(look)), layers };
}

function titleOf({ site, pattern, banks, active }: Access, say: Say): string {
  return pattern.passes.length
    ? say.title(site.text, active.length, banks, pattern.wavefronts, pattern.ideal)
    : say.noAccessTitle(banks);
}
