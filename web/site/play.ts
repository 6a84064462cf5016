// ::playground KERNEL — the playground's rooms. Without its script there is a lab with the kernel; the script shows the rest.
import { highlight } from '../lab/highlight.ts';
import type { Messages } from '../messages/index.ts';
import { ops } from '../play/ops.ts';
import { strideRequest } from '../play/request.ts';
import type { Directive } from './directives.ts';
import { lab } from './figures.ts';
import { type Context, escapeHtml } from './markup.ts';

type Words = Messages['play'];

function tabs(words: Words): string {
  const list = Object.entries(words.rooms).map(
    ([id, name], i) =>
      `<button type="button" role="tab" id="tab-${id}" aria-controls="${id}" aria-selected="${i === 0}"${i ? ' tabindex="-1"' : ''}>${name}</button>`,
  );
  return `<div class="tabs" role="tablist" aria-label="${words.roomsName}">${list.join('')}</div>`;
}

const room = (id: keyof Words['rooms'], isHidden: boolean, html: string): string =>
  `<section id="${id}" role="tabpanel" aria-labelledby="tab-${id}"${isHidden ? ' hidden' : ''}>\n${html}</section>`;

const field = (name: string, html: string, className = ''): string =>
  `<label${className && ` class="${className}"`}><span>${name}</span> ${html}</label>`;

const fileButton = (name: string, accept: string): string =>
  `<label class="file"><input type="file" accept="${accept}"><span>${name}</span></label>`;

const machine = (words: Words): string =>
  field(
    words.machine,
    '<select data-attribute="machine" data-default="sm_90"><option value="sm_90">sm_90</option></select>',
  );

function kernelTools(words: Words): string {
  const fills = Object.entries(words.fills).map(
    ([value, name]) => `<option value="${value}">${name}</option>`,
  );
  return `<div class="tools">
${fileButton(words.open, '.cu,.cuh,.h,.hpp,.cpp,.cc,.c,.txt,.csv')}<span class="hint">${words.openHint}</span>
${machine(words)}
${field(words.launch, `<input type="text" data-attribute="launch" placeholder="${words.launchHint}" spellcheck="false" autocomplete="off">`, 'launch')}
${field(words.blocks, '<input type="text" data-attribute="blocks" data-default="1" list="blocks-list" size="6" autocomplete="off">')}<datalist id="blocks-list"><option value="1">1</option><option value="all">all</option></datalist>
${field(words.fill, `<select data-attribute="fill" data-default="iota">${fills.join('')}</select>`)}
</div>
<div class="run idle" tabindex="-1"><progress aria-label="${words.progress}"></progress> <span class="run-text"></span> <button type="button">${words.stop}</button></div>
`;
}

function requestTools(words: Words): string {
  const groups = (Object.keys(ops) as (keyof typeof ops)[]).map(
    name =>
      `<optgroup label="${words.ops[name]}">${ops[name].map(op => `<option${op === 'ld.b32' ? ' selected' : ''}>${op}</option>`).join('')}</optgroup>`,
  );
  return `<div class="tools">
${field(words.op, `<select name="op">${groups.join('')}</select>`)}
${field(words.mask, `<input type="text" name="mask" value="0xffffffff" size="20" spellcheck="false" autocomplete="off" title="${words.maskHint}">`)}
${field(words.stride, '<input type="number" name="stride" value="8" min="0" max="65536">')}
<button type="button">${words.setOffsets}</button>
${machine(words)}
</div>
`;
}

const profileTools = (words: Words): string => `<div class="tools">
<p>${escapeHtml(words.profileIntro)}</p>
<pre class="code" tabindex="0"><code>${escapeHtml(words.profileCommand)}</code></pre>
${fileButton(words.openProfile, '.csv,text/csv')}<span class="hint">${words.openHint}</span>
<details open><summary>${words.paste}</summary><textarea rows="6" spellcheck="false" aria-label="${words.paste}"></textarea><button type="button" class="compare">${words.compare}</button></details>
<label class="choice" hidden><span>${words.section}</span> <select></select></label>
</div>
<div class="profile-notes" tabindex="-1"><p>${words.noProfile}</p></div>
<div class="profile-table table" tabindex="0" role="group" aria-label="${words.table}"></div>
`;

export function playground(directive: Directive, context: Context): string {
  const words = context.say.play;
  context.script('play');
  const request = highlight(strideRequest('ld.b32', '0xffffffff', 32, 8).trimEnd());
  return `<div class="playground">
${tabs(words)}
${room('kernel', false, `${kernelTools(words)}${lab(directive, context)}`)}
${room('request', true, `${requestTools(words)}<bank-lab id="request-lab" label="${words.requestCode}"><pre><code>${request}</code></pre></bank-lab>\n`)}
${room('profile', true, profileTools(words))}
<p class="not-kept"></p>
<p class="playground-said" role="status"></p>
<p class="dropzone" aria-hidden="true">${words.drop}</p>
</div>
`;
}
