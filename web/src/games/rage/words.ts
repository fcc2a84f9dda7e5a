/** Cards, colours and numbers in words. */
import { translator, type Lang, type Translate } from '../../lib/i18n';
import { isColour, type Colour } from './art/colours';
import { texts, type RageKey } from './texts';
import { bidState } from './view';
import type { RageView } from './wire';

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

/** "yellow 8", "joker as red", "change trump". */
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

/** A number with a minus sign where it is below zero. */
export function written(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}

/** "12 points", "−1 point". */
export function pointsWords(n: number, t: RageTranslate): string {
  return t('points', { n: Math.abs(n), points: written(n) });
}

/** "+12 points". */
export function gainWords(n: number, t: RageTranslate): string {
  return t('points', { n: Math.abs(n), points: signed(n) });
}

/** How a seat stands with its promise: "1 of 3 tricks, 2 to go". */
export function bidWords(view: RageView, seat: number, t: RageTranslate): string {
  const [bid, won] = [view.bids[seat] ?? 0, view.tricks[seat] ?? 0];
  switch (bidState(view, seat)) {
    case 'none':
      return t('seatNone');
    case 'sealed':
      return t('seatSealed', { won });
    case 'bid':
      return t('seatBid', { bid });
    case 'below':
      return t('seatBelow', { won, bid, n: bid - won });
    case 'exact':
      return t('seatExact', { won, bid });
    case 'over':
      return t('seatOver', { won, bid, n: won - bid });
  }
}

/** A first letter in upper case, where a card begins a sentence. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
