// embed.html: a page that is one lab, for frames in pages that allow no script. Its fragment holds the state, as a lab's
// link does; its query says how it is shown; it tells the page around it how high it is.
import { loadScript } from '../engine/sources.ts';
import { embed as english } from '../messages/en.ts';
import { spoken } from '../messages/index.ts';
import type { BankLab } from './bank-lab.ts';
import { decodeState, encodeState } from './link.ts';
import { knobsText } from './settings.ts';

/** What the query may say: attributes of the lab. */
const shown = ['theme', 'view', 'readonly', 'label'];

/** This script's own address, beside which those of languages lie. */
const script = { url: (document.currentScript as HTMLScriptElement).src, nonce: '' };
const language = spoken(new URLSearchParams(location.search).get('lang') ?? '');

const style = 'body{margin:0}bank-lab{margin:0}p{margin:1rem;font:1rem/1.5 system-ui,sans-serif}';

function show(): void {
  const state = decodeState(location.hash);
  if (!state) {
    void tellOfNothing();
    return;
  }
  // A name of the lab's own would have it take its state, and scroll to it, by itself.
  if (state.lab) history.replaceState(null, '', encodeState({ ...state, lab: '' }));
  const lab = document.createElement('bank-lab') as BankLab;
  const pre = document.createElement('pre');
  const code = document.createElement('code');
  code.textContent = state.source;
  pre.append(code);
  lab.append(pre);
  const query = new URLSearchParams(location.search);
  const attributes = {
    ...state.attributes,
    knobs: knobsText(state.knobs, state.ranges),
    loading: 'eager',
    theme: 'auto',
  };
  for (const [name, value] of Object.entries(attributes)) lab.setAttribute(name, value);
  for (const name of shown) if (query.has(name)) lab.setAttribute(name, query.get(name)!);
  document.body.replaceChildren(lab);
}

async function tellOfNothing(): Promise<void> {
  const known = (): boolean => language === 'en' || globalThis.bankLabMessages?.[language] !== undefined;
  if (!known()) await loadScript(script, `banklab.${language}.js`).catch(() => {});
  const message = document.createElement('p');
  message.textContent = (globalThis.bankLabMessages?.[language]?.embed ?? english).noLab;
  document.body.replaceChildren(message);
}

function tellHeight(): void {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  parent.postMessage({ type: 'banklab-height', height }, '*');
}

document.documentElement.lang = language;
const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
document.adoptedStyleSheets = [sheet];
// In a frame the ground is the page's around it; a scheme of its own would paint over that.
if (parent === window) document.documentElement.style.colorScheme = 'light dark';
else new ResizeObserver(tellHeight).observe(document.documentElement);
addEventListener('hashchange', show);
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.type !== 'banklab-theme' || typeof data.theme !== 'string') return;
  document.querySelector('bank-lab')?.setAttribute('theme', data.theme);
});
show();
