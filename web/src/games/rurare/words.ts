/** Cards and numbers in words. */
import { translator, type Lang, type Translate } from '../../lib/i18n';
import { isKind } from './art/kinds';
import { texts, type RuRaReKey } from './texts';

export type RuRaReTranslate = Translate<RuRaReKey>;

export function rurareWords(lang: Lang): RuRaReTranslate {
  return translator(texts, lang);
}

export function kindName(kind: string, t: RuRaReTranslate): string {
  return isKind(kind) ? t(kind) : kind;
}

export function cardNames(cards: readonly string[], t: RuRaReTranslate): string {
  return cards.map((card) => kindName(card, t)).join(', ');
}

/** A number with its sign. */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0';
}

/** A first letter in upper case, where a sentence begins with it. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
