/** Small readings of a view that several parts of the table share. None of them is a rule. */
import type { GameEvent, GameView } from '../../lib/wire';
import type { RageView } from './wire';
import { isColour, type Colour } from './art/colours';

/** Lines of a score block. */
export const ROUNDS = 10;

/** A card in the hand: its name in the notation, and a key that tells two alike apart. */
export interface Held {
  key: string;
  card: string;
}

/** The hand with a key for each card, counted from the left among equal ones. */
export function heldOf(hand: readonly string[]): Held[] {
  const seen = new Map<string, number>();
  return hand.map((card) => {
    const count = (seen.get(card) ?? 0) + 1;
    seen.set(card, count);
    return { key: count === 1 ? card : `${card}#${count}`, card };
  });
}

/** The card of a key. */
export function cardOf(key: string): string {
  return key.split('#')[0] ?? key;
}

/** The moves that play a card: one, or one for each colour of a joker. */
export function movesOf(card: string, legal: readonly string[]): string[] {
  return legal.filter((move) => move === card || (card === 'J' && move.startsWith('J:')));
}

/** The bids that may be made, as numbers. */
export function bidsIn(legal: readonly string[]): number[] {
  return legal.filter((move) => move.startsWith('bid ')).map((move) => Number(move.slice(4)));
}

/** How many tricks this round has: those taken, the one that lies complete, and one for each card somebody still holds. */
export function tricksInRound(view: RageView): number {
  const taken = view.tricks.reduce((sum, n) => sum + n, 0);
  return taken + (view.trick.length === view.seats ? 1 : 0) + Math.max(0, ...view.hand_counts);
}

/** The sum of the bids that can be seen, and whether all of them can. */
export function promised(view: RageView): { sum: number; complete: boolean; known: boolean } {
  const seen = view.bids.filter((bid) => bid !== null);
  return {
    sum: seen.reduce((sum, bid) => sum + bid, 0),
    complete: seen.length === view.seats,
    known: view.options.bidding === 'open' || seen.length === view.seats,
  };
}

export type BidState = 'none' | 'sealed' | 'bid' | 'below' | 'exact' | 'over';

/** How a seat stands with its bid. */
export function bidState(view: RageView, seat: number): BidState {
  const bid = view.bids[seat] ?? null;
  if (bid === null) return view.has_bid[seat] ? 'sealed' : 'none';
  if (view.phase === 'bidding') return 'bid';
  const won = view.tricks[seat] ?? 0;
  return won < bid ? 'below' : won === bid ? 'exact' : 'over';
}

/** The colour a card on the table counts as; null for an action card. */
export function colourOf(card: string): Colour | null {
  const letter = card.startsWith('J:') ? card.slice(2) : card.slice(0, 1);
  return isColour(letter) ? letter : null;
}

/** Whether a card is one of the black ones, a joker included. */
export function isAction(card: string): boolean {
  return !/^[BGRYPO]\d+$/.test(card);
}

/** The seats of a trick in the order of their cards. */
export function seatAt(leader: number, k: number, seats: number): number {
  return (leader + k) % seats;
}

/** What a seat holds, for replays that show all hands. */
export function held(view: GameView): string[] {
  return (view as RageView).hand;
}

/** An event without the bid that still lies face down, for players who share a device with the bidder. */
export function faceDown(event: GameEvent): GameEvent {
  return event.type === 'BidChosen' ? { ...event, bid: null } : event;
}
