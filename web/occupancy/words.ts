// All that the calculator says, in the page's language: English is here, and a page in another one has brought its script.
import { occupancy } from '../messages/en.ts';
import { spoken } from '../messages/index.ts';

export const words =
  globalThis.bankLabMessages?.[spoken(document.documentElement.lang)]?.occupancy ?? occupancy;
