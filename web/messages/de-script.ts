// banklab.de.js: the interface in German.
import * as german from './de.ts';
import type { Messages } from './index.ts';

const messages: Messages = german;
globalThis.bankLabMessages = { ...globalThis.bankLabMessages, de: messages };
