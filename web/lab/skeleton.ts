// The shadow tree of a lab: all its rooms, empty. Nothing here changes size when it is filled, if that can be helped.
import { trustedHtml } from '../engine/trusted.ts';

// In a line of text a space in here would be one of the line's: there is none around the badge.
const html = `<div class="lab" lang="en"><button type="button" class="badge" part="badge" aria-expanded="false" hidden></button><div class="card" part="lab">
  <slot name="title"></slot>
  <p class="notice" hidden></p>
  <div class="source">
    <div class="code" part="code"></div>
    <p class="leave" hidden>Press Esc, then Tab, to leave the editor.</p>
  </div>
  <ul class="diagnostics" part="diagnostics" hidden></ul>
  <div class="veil" hidden>
    <p>The marks and the figure wait for your answer.</p>
    <button type="button" class="quiet unveil">Show me</button>
  </div>
  <div class="answer">
    <div class="choices">
      <label class="launches" hidden><span>launch</span> <select></select></label>
      <div class="knobs" hidden></div>
      <div class="sites" role="tablist" aria-label="shared-memory accesses" hidden></div>
    </div>
    <div class="stage" part="figure">
      <div class="bank-figures"></div>
      <p class="lane-detail"></p>
    </div>
    <div class="strip" hidden></div>
    <p class="sentence" part="sentence"></p>
    <div class="remedy">
      <details class="why idle" part="why"><summary>Why</summary><p></p></details>
      <button type="button" class="quiet show-mend idle" aria-expanded="false">Mend it</button>
    </div>
    <slot name="note"></slot>
    <p class="trouble" hidden></p>
    <details class="assumed" hidden><summary></summary><ul></ul></details>
  </div>
  <div class="bar" part="controls">
    <div class="stepper" role="group" aria-label="wavefronts">
      <button type="button" class="icon back" aria-label="previous wavefront" title="previous wavefront">
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M10.5 3.5v9L4.5 8z"/></svg></button>
      <div class="track" role="slider" tabindex="0" aria-label="wavefront shown" aria-valuemin="0" aria-valuemax="0" aria-valuenow="0"></div>
      <button type="button" class="icon forth" aria-label="next wavefront" title="next wavefront">
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M5.5 3.5v9l6-4.5z"/></svg></button>
      <button type="button" class="quiet play">Play</button>
      <span class="step"></span>
    </div>
    <div class="actions">
      <button type="button" class="quiet show-table" aria-expanded="false">Table</button>
      <button type="button" class="quiet show-share" aria-expanded="false">Share</button>
      <button type="button" class="quiet reset" disabled>Reset</button>
    </div>
  </div>
  <div class="mend" part="mend" role="group" aria-label="Mend it" hidden></div>
  <div class="table" hidden tabindex="0" role="group" aria-label="the figure as a table"></div>
  <div class="share" hidden role="group" aria-label="share">
    <button type="button" class="quiet copy-link">Copy link</button>
    <button type="button" class="quiet" data-share="copy frame">Copy frame</button>
    <button type="button" class="quiet" data-share="copy svg">Copy SVG</button>
    <button type="button" class="quiet" data-share="save svg">Save SVG</button>
    <button type="button" class="quiet" data-share="copy png">Copy PNG</button>
    <button type="button" class="quiet" data-share="save png">Save PNG</button>
    <button type="button" class="quiet" data-share="copy text">Copy sentence</button>
    <span class="shared"></span>
  </div>
  <p class="said" role="status"></p>
</div></div>`;

/** Fills a shadow root and gives back its rooms by class name. */
export function buildSkeleton(root: ShadowRoot) {
  const template = document.createElement('template');
  template.innerHTML = trustedHtml(html);
  root.append(template.content);
  const room = <T extends Element = HTMLElement>(selector: string): T => root.querySelector<T>(selector)!;
  return {
    lab: room('.lab'),
    badge: room<HTMLButtonElement>('.badge'),
    card: room('.card'),
    notice: room('.notice'),
    code: room('.code'),
    leave: room('.leave'),
    diagnostics: room('.diagnostics'),
    veil: room('.veil'),
    unveil: room<HTMLButtonElement>('.unveil'),
    answer: room('.answer'),
    launches: room('.launches'),
    knobs: room('.knobs'),
    sites: room('.sites'),
    figures: room('.bank-figures'),
    laneDetail: room('.lane-detail'),
    strip: room('.strip'),
    sentence: room('.sentence'),
    why: room<HTMLDetailsElement>('.why'),
    trouble: room('.trouble'),
    assumed: room<HTMLDetailsElement>('.assumed'),
    bar: room('.bar'),
    stepper: room('.stepper'),
    showMend: room<HTMLButtonElement>('.show-mend'),
    mend: room('.mend'),
    showShare: room<HTMLButtonElement>('.show-share'),
    share: room('.share'),
    shared: room('.shared'),
    showTable: room<HTMLButtonElement>('.show-table'),
    copyLink: room<HTMLButtonElement>('.copy-link'),
    reset: room<HTMLButtonElement>('.reset'),
    table: room('.table'),
    said: room('.said'),
  };
}

export type Rooms = ReturnType<typeof buildSkeleton>;
