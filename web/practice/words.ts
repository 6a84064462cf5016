// All that the practice page says, in the page's language: English is here, and a page in another one has brought its script.
import { figure, practice, reader, site } from '../messages/en.ts';
import { spoken } from '../messages/index.ts';
import type { Say } from './text.ts';

const own = globalThis.bankLabMessages?.[spoken(document.documentElement.lang)];

export const words = own?.practice ?? practice;
export const say: Say = { practice: words, figure: own?.figure ?? figure };
/** What exercises say that are not from seeds. */
export const shared = { ...(own?.reader ?? reader), ...(own?.site ?? site) };
