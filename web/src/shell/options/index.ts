/** Options in words; loaded with the page of a new table. English gives the keys. */
import type { Lang } from '../../lib/i18n';
import { de } from './de';
import { en } from './en';
import { it } from './it';
import { ro } from './ro';

export interface OptionWords {
  label: string;
  help: string;
  choices?: Record<string, string>;
  /** A sentence on each choice. */
  about?: Record<string, string>;
}
/** By game and option. */
export type OptionTexts = Record<string, Record<string, OptionWords>>;

/** The same games, options and choices as in English. */
export type SameOptions<T extends OptionTexts> = {
  [G in keyof T]: { [O in keyof T[G]]: { [F in keyof T[G][O]]: T[G][O][F] extends string ? string : { [C in keyof T[G][O][F]]: string } } };
};

const TEXTS: Record<Lang, OptionTexts> = { en, it, ro, de };

/** The words of an option; null where we have none and the server's are shown. */
export function wordsOf(lang: Lang, game: string, option: string): OptionWords | null {
  return TEXTS[lang][game]?.[option] ?? null;
}
