// A lab's link: the state as it stands, in the address's hash.

import type { Messages } from '../messages/index.ts';
import type { LabMessages } from './language.ts';
import type { Rooms } from './skeleton.ts';
import { linkAttributes, mayLink, type State } from './state.ts';
import type { Taking } from './taking.ts';

/** The name of a lab in links: its id, or else its place among the labs of the page. */
export function linkName(lab: Element): string {
  return lab.id || `~${[...document.querySelectorAll(lab.localName)].indexOf(lab) + 1}`;
}

/** The page's address may be a link to the lab. */
export const mayBeLinked = (lab: Element): boolean => mayLink(location.hash, linkName(lab));

/** The state that the page's address holds for a lab; 'damaged' where it is a link to the lab, and cannot be read. */
export async function linkedState(
  lab: Element,
  loadTaking: () => Promise<Taking>,
): Promise<State | 'damaged' | undefined> {
  if (!mayBeLinked(lab)) return undefined;
  const { decodeState } = await loadTaking();
  const state = decodeState(location.hash);
  if (!state) return mayBeLinked(lab) ? 'damaged' : undefined;
  return state.lab === linkName(lab) ? state : undefined;
}

/** Takes the lab's state out of the page's address. */
export async function forgetLink(lab: Element, loadTaking: () => Promise<Taking>): Promise<void> {
  const state = await linkedState(lab, loadTaking).catch(() => undefined);
  if (typeof state === 'object') replaceHash(location.pathname + location.search);
}

/** What of a lab's state is not in its attributes, or may no longer be as they say. */
type Changeable = Pick<State, 'source' | 'knobs' | 'ranges'>;

/** The attributes of a lab that a link to it holds. */
export const attributesFor = (lab: Element): Record<string, string> =>
  Object.fromEntries(
    linkAttributes.flatMap(name => (lab.hasAttribute(name) ? [[name, lab.getAttribute(name)!]] : [])),
  );

/**
 * Copies a link to the lab: to its state, or to its place if it is as the page brought it and has an id. The link
 * stands in the address bar as well, in case the clipboard is out of reach.
 */
export async function copyLink(
  lab: Element,
  loadTaking: () => Promise<Taking>,
  { shared, said }: Rooms,
  say: Messages['lab'],
  state: Changeable | undefined,
): Promise<void> {
  const tell = (text: string): void => {
    shared.textContent = text;
    said.textContent = text;
  };
  const taking = await loadTaking().catch(() => undefined);
  if (!taking) {
    tell(say.notLoaded);
    return;
  }
  const { decodeState, encodeState } = taking;
  const hash =
    state || !lab.id
      ? encodeState({ source: '', knobs: {}, ...state, lab: linkName(lab), attributes: attributesFor(lab) })
      : `#${encodeURIComponent(lab.id)}`;
  if (state && !decodeState(hash)) {
    tell(say.linkTooLong);
    return;
  }
  replaceHash(hash);
  try {
    await navigator.clipboard.writeText(new URL(hash, location.href).href);
    tell(say.linkCopied);
  } catch {
    tell(say.linkShown);
  }
}

/** The lab in a frame, as HTML to put into another page; undefined if its source is too long for an address. */
export function frameOf(
  lab: HTMLElement,
  { decodeState, encodeState }: Taking,
  embedPage: string,
  { language, lab: say }: LabMessages,
  state: Changeable,
): string | undefined {
  const url = new URL(embedPage);
  for (const name of ['view', 'readonly']) {
    if (lab.hasAttribute(name)) url.searchParams.set(name, lab.getAttribute(name)!);
  }
  if (language !== 'en') url.searchParams.set('lang', language);
  url.hash = encodeState({ ...state, lab: '', attributes: attributesFor(lab) });
  if (!decodeState(url.hash)) return undefined;
  const height = Math.ceil(lab.getBoundingClientRect().height);
  const title = (lab.getAttribute('label') ?? say.frame).replaceAll('"', '&quot;');
  const src = url.href.replaceAll('&', '&amp;');
  return `<iframe src="${src}" title="${title}" width="100%" height="${height}" loading="lazy"></iframe>`;
}

function replaceHash(to: string): void {
  try {
    history.replaceState(history.state, '', to);
  } catch {
    // A page without an address of its own, a frame's srcdoc say.
  }
}
