/** Options of games in words. */
import { declarationOf } from './games';
import type { Lang } from './i18n';
import type { OptionInfo } from './wire';

export interface OptionWords {
  label: string;
  /** Missing in English, where the help of Python is shown. */
  help?: string;
  choices?: Record<string, string>;
  /** A sentence on each choice. */
  about?: Record<string, string>;
}
/** By language and option. */
export type OptionTexts = Record<Lang, Record<string, OptionWords>>;

/** What the equal terms of a table mean where players race. */
export interface TermsWords {
  slowWhat: string;
  announced: string;
  announcedWhat: string;
}

/** What `games/<game>/options.ts` exports. */
export interface OptionsModule {
  options: OptionTexts;
  terms?: Record<Lang, TermsWords>;
}

type SameChoices<C> = { [K in keyof C]: string };
/** The same options and choices as in English, and the help. */
type Translated<T extends Record<string, OptionWords>> = {
  [O in keyof T]: { [F in keyof T[O]]: T[O][F] extends string ? string : SameChoices<T[O][F]> } & { help: string };
};

/** The texts of all languages; the compiler finds what one of them lacks. */
export function optionTexts<T extends Record<string, OptionWords>>(en: T, others: Record<Exclude<Lang, 'en'>, Translated<T>>): OptionTexts {
  return { en, ...(others as Record<Exclude<Lang, 'en'>, Record<string, OptionWords>>) };
}

export async function loadOptionTexts(game: string): Promise<OptionsModule | null> {
  return (await declarationOf(game)?.options()) ?? null;
}

/** A help of Python's as a sentence. */
const sentence = (text: string): string => (text ? `${text[0]!.toUpperCase()}${text.slice(1)}.` : '');

/** The words of an option; its name and Python's help where we have none. */
export function wordsOf(texts: OptionsModule | null, lang: Lang, option: OptionInfo): OptionWords & { help: string } {
  const found = texts?.options[lang][option.name] ?? { label: option.name };
  return { ...found, help: found.help ?? sentence(option.help) };
}
