// In which language a lab speaks: that of the nearest `lang` around it, as far as there is one, or else English.
import { figure, lab, language } from '../messages/en.ts';
import { type Messages, spoken } from '../messages/index.ts';
import { parentOf } from './ground.ts';

/** What a lab says. The panel of fixes has its own English, which is loaded with it. */
export type LabMessages = Pick<Messages, 'language' | 'figure' | 'lab'> & Partial<Pick<Messages, 'mend'>>;

const english: LabMessages = { language, figure, lab };

export function languageAt(element: Element): string {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const tag = at.getAttribute('lang');
    if (tag !== null) return spoken(tag);
  }
  return spoken('');
}

/** A language's messages; undefined while its script is not there. */
export const messagesNow = (language: string): LabMessages | undefined =>
  language === english.language ? english : globalThis.bankLabMessages?.[language];

/** The same once its script has been loaded; English where it cannot be. */
export const messagesSoon = async (
  language: string,
  load: (language: string) => Promise<void>,
): Promise<LabMessages> => {
  if (!messagesNow(language)) await load(language).catch(() => {});
  return messagesNow(language) ?? english;
};
