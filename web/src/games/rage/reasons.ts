/** Why a trick went where it went, read from its cards. */
import { colourOf } from './view';
import type { RageTrickWon } from './wire';
import { cardName, colourName, sentence, signed, type RageTranslate } from './words';

const PLUS = '+5';
const MINUS = '-5';

/** "purple 14: trump beats blue". */
export function whyWon({ seat, leader, cards }: Pick<RageTrickWon, 'seat' | 'leader' | 'cards'>, t: RageTranslate): string {
  const card = cards[(seat - leader + cards.length) % cards.length] ?? '';
  const colours = cards.map(colourOf);
  const led = colours.find((colour) => colour !== null) ?? null;
  const own = colourOf(card);
  if (led === null || own === null) return t('wonFirst');
  const said = cardName(card, t);
  if (own !== led) return t('wonTrump', { card: said, colour: colourName(led, t) });
  const colour = colourName(own, t);
  if (cards.includes('NT') && !cards.includes('CT')) return t('wonNoTrump', { card: said, colour });
  return t(colours.filter((one) => one === own).length === 1 ? 'wonOnly' : 'wonHighest', { card: said, colour });
}

/** What +5 and −5 in a trick come to; empty where there is none. */
export function bonusWords(cards: readonly string[], t: RageTranslate): string {
  const count = (wanted: string): number => cards.filter((card) => card === wanted).length;
  const [plus, minus] = [count(PLUS), count(MINUS)];
  if (plus + minus === 0) return '';
  return plus === minus ? t('bonusNone') : t('bonusPoints', { bonus: signed(5 * (plus - minus)) });
}

/** Both, for the line at the trick. */
export function trickWords(trick: Pick<RageTrickWon, 'seat' | 'leader' | 'cards'>, t: RageTranslate): string {
  return [whyWon(trick, t), bonusWords(trick.cards, t)].filter(Boolean).map(sentence).join(' · ');
}
