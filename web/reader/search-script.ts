// The search as a page's script.
import { finder } from './finder.ts';

globalThis.bankLabFinder = finder;
