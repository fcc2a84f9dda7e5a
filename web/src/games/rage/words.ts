/** Cards, colours and numbers in words. */
import { translator, type Lang, type Translate } from '../../lib/i18n';
import { isColour, type Colour } from './art/colours';
import { texts, type RageKey } from './texts';

export type RageTranslate = Translate<RageKey>;

export function rageWords(lang: Lang): RageTranslate {
  return translator(texts, lang);
}

const ACTIONS: Record<string, { name: RageKey; help: RageKey }> = {
  J: { name: 'jolly', help: 'jollyHelp' },
  NT: { name: 'noTrump', help: 'noTrumpHelp' },
  CT: { name: 'changeTrump', help: 'changeTrumpHelp' },
  '+5': { name: 'plusFive', help: 'plusFiveHelp' },
  '-5': { name: 'minusFive', help: 'minusFiveHelp' },
};

export function colourName(colour: Colour, t: RageTranslate): string {
  return t(`colour${colour}`);
}

/** "yellow 8", "jolly as red", "change trump". */
export function cardName(card: string, t: RageTranslate): string {
  if (card.startsWith('J:')) {
    const colour = card.slice(2);
    return isColour(colour) ? t('jollyAs', { colour: colourName(colour, t) }) : card;
  }
  const action = ACTIONS[card];
  if (action) return t(action.name);
  const colour = card.slice(0, 1);
  return isColour(colour) ? t(`card${colour}`, { n: card.slice(1) }) : card;
}

/** What an action card does; null for a coloured one. */
export function cardHelp(card: string, t: RageTranslate): string | null {
  const action = ACTIONS[card.startsWith('J:') ? 'J' : card];
  return action ? t(action.help) : null;
}

/** A number with its sign, as on a score sheet. */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0';
}

/** A first letter in upper case, where a card begins a sentence. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
