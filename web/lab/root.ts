// An element's shadow tree. Until there is a lab it is room for one, with what the element holds.
import { trustedHtml } from '../engine/trusted.ts';
import { keepKeys } from './keys.ts';
import { waitingSheets } from './sheets.ts';

/** The tree, made if there is none yet. */
export function openRoot(element: HTMLElement): ShadowRoot {
  if (element.shadowRoot) return element.shadowRoot;
  const root = element.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = waitingSheets();
  keepKeys(root);
  root.innerHTML = trustedHtml('<div class="waiting" part="waiting"><slot></slot></div>');
  return root;
}
