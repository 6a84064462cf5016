// The languages of the interface. English is part of every script that speaks; another one is a script of its own,
// banklab.LANGUAGE.js, that a page loads when something in it is in that language.
import type * as english from './en.ts';

/** What a language has to say; a room or a message that it lacks is an error of types. */
export type Messages = typeof english;

/** Beside English. */
export const otherLanguages = ['de'] as const;
export type Language = 'en' | (typeof otherLanguages)[number];

declare global {
  /** Left by banklab.LANGUAGE.js, by the language. */
  var bankLabMessages: Partial<Record<string, Messages>> | undefined;
}

/** 'de-AT' → 'de'; a language that is not known → 'en'. */
export function spoken(tag: string): Language {
  const [primary] = tag.toLowerCase().split('-');
  return otherLanguages.find(language => language === primary) ?? 'en';
}
