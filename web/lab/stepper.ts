// Plays a request's wavefronts one by one: two buttons, and a track with a segment for each wavefront that is also a
// slider for the keyboard. Step 0 shows all of them.
import type { accessOf } from '../figure/index.ts';
import { waveClass } from '../figure/svg.ts';
import type { Messages } from '../messages/index.ts';

type Access = ReturnType<typeof accessOf>;
type Say = Messages['lab'];

export class Stepper {
  private readonly track_: HTMLElement;
  private readonly step_: HTMLElement;
  private readonly play_: HTMLButtonElement;
  private timer_: ReturnType<typeof setInterval> | undefined;
  private access_: Access | undefined;
  private wave_: number | undefined;
  private readonly onStep_: (wave: number | undefined) => void;

  /** `onStep` hears the index of the wavefront among all of the request's, or undefined for all of them. */
  constructor(
    room: HTMLElement,
    private readonly say_: Say,
    onStep: (wave: number | undefined) => void,
  ) {
    this.onStep_ = onStep;
    this.play_ = room.querySelector<HTMLButtonElement>('.play')!;
    this.play_.addEventListener('click', () => (this.timer_ === undefined ? this.start_() : this.stop_()));
    this.track_ = room.querySelector<HTMLElement>('.track')!;
    this.step_ = room.querySelector<HTMLElement>('.step')!;
    room.querySelector('.back')!.addEventListener('click', () => this.byHand_(-1));
    room.querySelector('.forth')!.addEventListener('click', () => this.byHand_(1));
    this.track_.addEventListener('keydown', event => this.key_(event));
    this.track_.addEventListener('click', event => {
      const segment = (event.target as Element).closest<HTMLElement>('[data-wave]');
      if (!segment) return;
      this.stop_();
      this.onStep_(Number(segment.dataset.wave));
    });
  }

  show(access: Access, wave: number | undefined): void {
    const shape = (of: Access | undefined) => of?.waves.map(wave => wave.pass).join();
    if (shape(access) !== shape(this.access_)) {
      this.stop_();
      this.build_(access);
    }
    this.play_.disabled = access.waves.length < 2;
    this.access_ = access;
    this.wave_ = wave;
    for (const [i, segment] of [...this.track_.children].entries())
      segment.classList.toggle('on', i === wave);
    const text = describe(access, wave, this.say_);
    this.step_.textContent = text;
    this.track_.setAttribute('aria-valuemax', `${access.waves.length}`);
    this.track_.setAttribute('aria-valuenow', `${wave === undefined ? 0 : wave + 1}`);
    this.track_.setAttribute('aria-valuetext', text);
  }

  private build_(access: Access): void {
    const segments = access.waves.map(({ pass }, wave) => {
      const segment = document.createElement('span');
      const opens = wave > 0 && access.waves[wave - 1]!.pass !== pass;
      segment.className = `${waveClass(wave)}${opens ? ' opens' : ''}`;
      segment.dataset.wave = `${wave}`;
      return segment;
    });
    this.track_.replaceChildren(...segments);
    this.track_.classList.toggle('many', access.waves.length > 16);
    this.track_.classList.toggle('crowd', access.waves.length > 64);
  }

  private start_(): void {
    const pause = (this.access_?.waves.length ?? 0) > 16 ? 350 : 900;
    if (this.wave_ === undefined) this.by_(1);
    this.timer_ = setInterval(() => {
      this.by_(1);
      if (this.wave_ === undefined) this.stop_();
    }, pause);
    this.play_.textContent = this.say_.pause;
  }

  private stop_(): void {
    clearInterval(this.timer_);
    this.timer_ = undefined;
    this.play_.textContent = this.say_.play;
  }

  private byHand_(step: number): void {
    this.stop_();
    this.by_(step);
  }

  /** From all to the first, and past the last to all again. */
  private by_(step: number): void {
    const count = this.access_?.waves.length ?? 0;
    if (!count) return;
    const position = this.wave_ === undefined ? 0 : this.wave_ + 1;
    const next = (position + step + count + 1) % (count + 1);
    this.onStep_(next === 0 ? undefined : next - 1);
  }

  private key_(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
    const step = steps[event.key];
    const count = this.access_?.waves.length ?? 0;
    if (step !== undefined) this.byHand_(step);
    else if (event.key === 'Home') this.onStep_(undefined);
    else if (event.key === 'End' && count) this.onStep_(count - 1);
    else return;
    event.preventDefault();
  }
}

/** 'all 8 wavefronts'; 'wavefront 3 of 8 · lanes 8–11'; with passes, 'pass 2, wavefront 3 of 4 · …'. */
export function describe(access: Access, index: number | undefined, say: Say): string {
  const count = access.waves.length;
  const wave = index === undefined ? undefined : access.waves[index];
  if (!wave) return say.allWaves(count);
  const pass = access.pattern.passes.length > 1 ? wave.pass + 1 : undefined;
  const lanes = [...wave.lanes].sort((a, b) => a - b);
  return say.wave(pass, index! + 1, count, lanes);
}

/** What a screen reader hears when a step is taken. */
export const spokenStep = (access: Access, index: number | undefined, say: Say): string =>
  index === undefined ? say.allShown(access.waves.length) : describe(access, index, say);
