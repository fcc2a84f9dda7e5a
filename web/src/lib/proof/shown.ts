/** Whether what a replay shows on its pages is what the key brings: the events of the deal, beside the deal worked out here. */
import type { RageEvent } from '../../games/rage/wire';
import type { RokEvent } from '../../games/rok/wire';
import type { RummyEvent } from '../../games/rummy/wire';
import type { RuRaReEvent } from '../../games/rurare/wire';
import type { GameEvent } from '../wire';
import type { Deals, RageDeals, RokDeals, RummyDeals, RurareDeals } from './deals';

export interface Compared {
  /** Pieces that were compared. */
  pieces: number;
  /** Whether every one of them is the one that the key brings. */
  same: boolean;
}

const sorted = (pieces: readonly string[]): string => [...pieces].sort().join(' ');

function rage(deals: RageDeals, events: RageEvent[]): Compared {
  let [pieces, same, round, turned] = [0, true, 0, 0];
  for (const event of events) {
    if (event.type === 'RoundDealt') {
      [round, turned] = [event.round - 1, 0];
      const { hands } = deals.rounds[round]!;
      event.hands.forEach((hand, seat) => {
        if (!hand) return;
        pieces += hand.length;
        same &&= sorted(hand) === sorted(hands[seat] ?? []);
      });
    } else if (event.type === 'TrumpTurned') {
      const { stock } = deals.rounds[round]!;
      event.cards.forEach((card, k) => (same &&= card === stock[turned + k]));
      pieces += event.cards.length;
      turned += event.cards.length;
    }
  }
  return { pieces, same };
}

function rurare(deals: RurareDeals, events: RuRaReEvent[]): Compared {
  let [pieces, same] = [0, true];
  const look = (cards: string[]): void => {
    cards.forEach((card, k) => (same &&= card === deals.pile[pieces + k]));
    pieces += cards.length;
  };
  for (const event of events) {
    if (event.type === 'RowsLaid') look(event.rows.flat());
    else if (event.type === 'RowsRefilled') {
      const fresh = event.cards.flat();
      look(fresh.slice(0, fresh.length - event.from_box));
    }
  }
  return { pieces, same };
}

function rummy(deals: RummyDeals, events: RummyEvent[]): Compared {
  let [pieces, same, hand, drawn] = [0, true, 0, 0];
  for (const event of events) {
    if (event.type === 'HandDealt') {
      [hand, drawn] = [event.hand - 1, 0];
      event.racks.forEach((rack, seat) => {
        if (!rack) return;
        pieces += rack.length;
        same &&= sorted(rack) === sorted(deals.hands[hand]?.racks[seat] ?? []);
      });
    } else if (event.type === 'TilesDrawn') {
      const next = deals.hands[hand]?.pool.slice(drawn, drawn + event.count) ?? [];
      drawn += event.count;
      if (!event.tiles) continue;
      pieces += event.count;
      same &&= sorted(event.tiles) === sorted(next);
    }
  }
  return { pieces, same };
}

function rok(deals: RokDeals, events: RokEvent[]): Compared {
  const balance: string[] = [];
  for (const event of events) {
    if (event.type === 'BalanceDrawn') event.seats.forEach((seat, k) => (balance[seat] = event.runes[k]!));
    if (event.type !== 'RunesThrown') continue;
    const seen = event.runes.flatMap((one) => (one.rune === null ? [] : [`${one.rune} ${one.up}`]));
    const due = deals.thrown.filter((one) => one.up || seen.includes(`${one.rune} false`));
    const same = sorted(seen) === sorted(due.map((one) => `${one.rune} ${one.up}`)) && balance.join() === deals.balance.join();
    return { pieces: balance.length + seen.length, same };
  }
  return { pieces: 0, same: true };
}

export function compareShown(deals: Deals, events: GameEvent[]): Compared {
  switch (deals.game) {
    case 'rage':
      return rage(deals, events as RageEvent[]);
    case 'rurare':
      return rurare(deals, events as RuRaReEvent[]);
    case 'rummy':
      return rummy(deals, events as RummyEvent[]);
    case 'rok':
      return rok(deals, events as RokEvent[]);
  }
}
