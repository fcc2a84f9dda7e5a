/** What the table says to its player: what is to be done, what can be done, and why something cannot. */
import { list } from '../../lib/i18n';
import { isColour } from './art/colours';
import type { Controller } from './controller.svelte';
import { bidsIn, cardOf, promised, tricksInRound } from './view';
import type { RageRoundScored, RageView } from './wire';
import { cardName, colourName, gainWords, sentence, type RageTranslate } from './words';

export interface Asked {
  view: RageView;
  legal: readonly string[];
  names: readonly string[];
  /** A lesson waits for nobody. */
  lesson: boolean;
  screen: boolean;
}

/** How far the promises of all are from the tricks there are; empty while some are missing. */
export function balanceWords(view: RageView, t: RageTranslate): string {
  const [bids, size] = [promised(view), tricksInRound(view)];
  if (!bids.complete || view.phase === 'over') return '';
  if (bids.sum === size) return t('even');
  return t(bids.sum > size ? 'tooMany' : 'tooFew', { n: Math.abs(bids.sum - size) });
}

/** Why a card that was pressed cannot be played. */
export function refusalWords(card: string, view: RageView, t: RageTranslate): string {
  const said = cardName(card, t);
  return sentence(isColour(view.led) ? t('mustFollow', { card: said, colour: colourName(view.led, t) }) : t('cannotPlay', { card: said }));
}

/** Kept or broken, and what it brings. */
export function verdictWords(verdict: RageRoundScored, seat: number, t: RageTranslate): string {
  const [bid, won] = [verdict.bids[seat] ?? 0, verdict.tricks[seat] ?? 0];
  const points = gainWords(verdict.points[seat] ?? 0, t);
  return bid === won ? t('verdictKept', { points }) : t('verdictBroken', { won, bid, points });
}

/** The one line above the hand. */
export function promptOf({ view, legal, names, lesson, screen }: Asked, controller: Controller, t: RageTranslate): string {
  if (view.phase === 'over') return t('over');
  if (controller.sent !== null) return t('sending');
  if (controller.naming !== null) return t('nameColour');
  if (controller.refused !== null) return refusalWords(controller.refused, view, t);
  const card = controller.picked === null ? '' : cardName(cardOf(controller.picked), t);
  if (view.phase === 'tricks' && legal.length > 0) return card ? t('playPicked', { card }) : t('yourCard');
  if (view.phase === 'bidding' && legal.length > 0 && view.turn.includes(view.seat ?? -1)) return t('yourBid');
  if (controller.armed !== null) return sentence(t('armed', { card: cardName(controller.armed, t) }));
  if (card) return sentence(t('pickedEarly', { card }));
  const balance = balanceWords(view, t);
  if (balance && !screen && view.trick.length === 0 && view.turn.length > 0) return sentence(balance);
  if (lesson) return t(view.phase === 'bidding' ? 'yourBid' : 'yourCard');
  return view.turn.length > 0 ? t('waiting', { names: list(view.turn.map((one) => names[one] ?? ''), t.lang) }) : '';
}

/** Cards by name, a joker once. */
function cardsIn(legal: readonly string[], t: RageTranslate): string {
  const cards = [...new Set(legal.map((move) => (move.startsWith('J:') ? 'J' : move)))];
  return list(cards.map((card) => cardName(card, t)), t.lang);
}

function isFree({ view, legal }: Pick<Asked, 'view' | 'legal'>): boolean {
  return view.hand.every((card) => legal.some((move) => move === card || move.startsWith(`${card}:`)));
}

/** What can be done now, before anybody says what should be: the first part of a hint. */
export function choicesWords(view: RageView, legal: readonly string[], t: RageTranslate): string {
  const bids = bidsIn(legal);
  if (bids.length > 0) return bidChoices(bids, t);
  if (!isFree({ view, legal })) {
    const colour = isColour(view.led) ? colourName(view.led, t) : '';
    return t('hintFollow', { colour, cards: cardsIn(legal, t) });
  }
  if (isColour(view.led)) return t('hintFree', { colour: colourName(view.led, t) });
  return t(view.trick.length > 0 ? 'hintOpen' : 'hintLead');
}

function bidChoices(bids: readonly number[], t: RageTranslate): string {
  const [least, most] = [Math.min(...bids), Math.max(...bids)];
  const not = Array.from({ length: most - least }, (_, k) => least + k).find((n) => !bids.includes(n));
  return not === undefined ? t('hintBids', { least, most }) : t('hintBidsBut', { least, most, not });
}
