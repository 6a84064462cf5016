// The words of figures and sentences. What draws or tells takes them last, and is English without them.
import { figure } from '../messages/en.ts';

export type Say = typeof figure;
export const english: Say = figure;
