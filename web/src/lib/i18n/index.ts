/** Words in four languages: typed catalogues, `{name}` placeholders, plurals by the language's own rules. */

export const LANGS = ['it', 'ro', 'en', 'de'] as const;
export type Lang = (typeof LANGS)[number];

/** A sentence whose form depends on the number `n`; `few` is Romanian's (2 to 19). */
export interface Plural {
  one: string;
  few?: string;
  other: string;
}
export type Phrase = string | Plural;
export type Catalogue = Record<string, Phrase>;

/** The same keys as the English catalogue, each a sentence or a plural. */
export type Translation<C extends Catalogue> = { [K in keyof C]: Phrase };
export type Texts<C extends Catalogue> = { en: C } & Record<Exclude<Lang, 'en'>, Translation<C>>;

export type Values = Record<string, string | number>;

export interface Translate<K extends string = string> {
  (key: K, values?: Values): string;
  readonly lang: Lang;
}

const rules = new Map<Lang, Intl.PluralRules>();

function formOf(phrase: Phrase, lang: Lang, values: Values): string {
  if (typeof phrase === 'string') return phrase;
  let rule = rules.get(lang);
  if (!rule) rules.set(lang, (rule = new Intl.PluralRules(lang)));
  const form = rule.select(Number(values.n ?? 0));
  return form === 'one' ? phrase.one : form === 'few' ? (phrase.few ?? phrase.other) : phrase.other;
}

/** The words of a catalogue in one language. */
export function say(phrase: Phrase, lang: Lang, values: Values = {}): string {
  return formOf(phrase, lang, values).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A function from keys to sentences; for a game: `translator(texts, t.lang)`. */
export function translator<C extends Catalogue>(
  texts: Texts<C>,
  lang: Lang,
): Translate<Extract<keyof C, string>> {
  const words = texts[lang] as Record<string, Phrase>;
  const translate = (key: string, values?: Values): string => say(words[key] ?? key, lang, values);
  return Object.assign(translate, { lang });
}

const lists = new Map<Lang, Intl.ListFormat>();

/** "Ana, Ben and Carla" in the language. */
export function list(names: string[], lang: Lang): string {
  let format = lists.get(lang);
  if (!format) lists.set(lang, (format = new Intl.ListFormat(lang, { type: 'conjunction' })));
  return format.format(names);
}

/** The first language of the browser that we speak; English where there is none. */
export function browserLang(wanted: readonly string[]): Lang {
  for (const tag of wanted) {
    const short = tag.slice(0, 2).toLowerCase();
    if (short === 'mo') return 'ro';
    const found = LANGS.find((lang) => lang === short);
    if (found) return found;
  }
  return 'en';
}

/** Values with the decimal sign of the language, and with a minus instead of a hyphen. */
export function decimals(values: Values, lang: Lang): Values {
  const told = (value: string | number): string | number => {
    const text = String(value);
    if (!/^([+\-−]?\d+\.\d+|-\d+)$/.test(text)) return value;
    const written = text.replace('-', '−');
    return lang === 'en' ? written : written.replace('.', ',');
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, told(value)]));
}
