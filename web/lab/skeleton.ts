// The shadow tree of a lab: all its rooms, empty. Nothing here changes size when it is filled, if that can be helped.
import { trustedHtml } from '../engine/trusted.ts';
import type { LabMessages } from './language.ts';

// In a line of text a space in here would be one of the line's: there is none around the badge.
const html = ({
  language,
  lab: say,
}: LabMessages): string => `<div class="lab" lang="${language}"><button type="button" class="badge" part="badge" aria-expanded="false" hidden></button><div class="card" part="lab">
  <slot name="title"></slot>
  <p class="notice" hidden></p>
  <div class="source">
    <p class="marks-name" aria-hidden="true">${say.marks}</p>
    <div class="code" part="code"></div>
    <p class="leave" hidden>${say.leave}</p>
  </div>
  <ul class="diagnostics" part="diagnostics" hidden></ul>
  <div class="veil" hidden>
    <p>${say.veiled}</p>
    <button type="button" class="quiet unveil">${say.unveil}</button>
  </div>
  <div class="answer">
    <div class="choices">
      <label class="launches" hidden><span>${say.launch}</span> <select></select></label>
      <div class="knobs" hidden></div>
      <div class="sites" role="tablist" aria-label="${say.accesses}" hidden></div>
    </div>
    <div class="stage" part="figure">
      <div class="bank-figures"></div>
      <p class="lane-detail"></p>
    </div>
    <div class="strip" hidden></div>
    <p class="sentence" part="sentence"></p>
    <p class="compiled" lang="en" hidden></p>
    <div class="remedy">
      <details class="why idle" part="why"><summary>${say.why}</summary><p lang="en"></p></details>
      <button type="button" class="quiet show-mend idle" aria-expanded="false">${say.mend}</button>
    </div>
    <slot name="note"></slot>
    <p class="trouble" hidden></p>
    <details class="assumed" hidden><summary></summary><ul lang="en" tabindex="0"></ul></details>
  </div>
  <div class="bar" part="controls">
    <div class="stepper" role="group" aria-label="${say.steps}">
      <button type="button" class="icon back" aria-label="${say.back}" title="${say.back}">
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M10.5 3.5v9L4.5 8z"/></svg></button>
      <div class="track" role="slider" tabindex="0" aria-label="${say.shown}" aria-valuemin="0" aria-valuemax="0" aria-valuenow="0"></div>
      <button type="button" class="icon forth" aria-label="${say.forth}" title="${say.forth}">
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M5.5 3.5v9l6-4.5z"/></svg></button>
      <button type="button" class="quiet play">${say.play}</button>
      <span class="step"></span>
    </div>
    <div class="actions">
      <button type="button" class="quiet show-table" aria-expanded="false">${say.table}</button>
      <button type="button" class="quiet show-share" aria-expanded="false">${say.share}</button>
      <button type="button" class="quiet reset" disabled>${say.reset}</button>
    </div>
  </div>
  <div class="mend" part="mend" role="group" aria-label="${say.mend}" hidden></div>
  <div class="table" hidden tabindex="0" role="group" aria-label="${say.tableName}"></div>
  <div class="share" hidden role="group" aria-label="${say.share}">
    <button type="button" class="quiet copy-link">${say.copyLink}</button>
    <button type="button" class="quiet" data-share="copy frame">${say.copyFrame}</button>
    <button type="button" class="quiet" data-share="copy svg">${say.copySvg}</button>
    <button type="button" class="quiet" data-share="save svg">${say.saveSvg}</button>
    <button type="button" class="quiet" data-share="copy png">${say.copyPng}</button>
    <button type="button" class="quiet" data-share="save png">${say.savePng}</button>
    <button type="button" class="quiet" data-share="copy text">${say.copyText}</button>
    <span class="shared"></span>
  </div>
  <p class="said" role="status"></p>
</div></div>`;

/** Fills a shadow root and gives back its rooms by class name. */
export function buildSkeleton(root: ShadowRoot, messages: LabMessages) {
  const template = document.createElement('template');
  template.innerHTML = trustedHtml(html(messages));
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
    compiled: room('.compiled'),
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
