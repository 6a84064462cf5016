// Every language, for programs that need not be small.
import * as de from './de.ts';
import * as en from './en.ts';
import type { Language, Messages } from './index.ts';

export const allMessages: Record<Language, Messages> = { en, de };
