/** A view a little later, as one event left it: while a verdict is told, the table shows what has been told and no more. */
import type { RokEvent, RokView } from './wire';

/** The table of a new game before its first throw, where the throws are yet to be told. */
export function opening(view: RokView, events: readonly RokEvent[]): RokView {
  const first = events.find((event) => event.type === 'RunesThrown');
  return first ? { ...view, round: first.round, first: first.first, bag: first.bag + first.runes.length, done: [], table: [] } : { ...view, table: [] };
}

export function after(view: RokView, event: RokEvent): RokView {
  switch (event.type) {
    case 'BalanceDrawn':
      return { ...view, bag: view.bag - event.runes.length, balance: view.balance.map((rune, seat) => event.runes[event.seats.indexOf(seat)] ?? rune) };
    case 'BalanceReturned':
      return inBag(without(view, event.runes), event.runes.length);
    case 'RunesThrown':
      return { ...view, round: event.round, first: event.first, bag: event.bag, done: [], table: [...view.table, ...event.runes] };
    case 'RuneGrabbed':
      return given(without(view, [event.rune]), 'held', event.seat, [event.rune]);
    case 'PairTaken':
      return given(without(view, event.runes), 'treasure', event.seat, event.runes);
    case 'SeatDone':
      return { ...view, done: [...new Set([...view.done, event.seat])] };
    case 'LoneRunesReturned':
    case 'WrongPairReturned':
    case 'PairGiven':
    case 'PairSplit':
      return inBag(without(view, event.runes), event.runes.length);
    case 'TreasureCaptured': {
      const runes = [...event.balance, ...event.treasure];
      return given(without(view, runes), 'treasure', event.taker, runes);
    }
    case 'BalanceTaken': {
      const taken = without(view, [event.rune]);
      return { ...taken, balance: taken.balance.map((rune, seat) => (seat === event.seat ? event.rune : rune)) };
    }
    case 'RunesReturned':
      return { ...view, bag: event.bag, table: view.table.filter((lying) => lying.up) };
    default:
      return view;
  }
}

/** These runes are nowhere. */
function without(view: RokView, runes: readonly string[]): RokView {
  const left = (row: readonly string[]): string[] => row.filter((rune) => !runes.includes(rune));
  return {
    ...view,
    table: view.table.filter((lying) => lying.rune === null || !runes.includes(lying.rune)),
    balance: view.balance.map((rune) => (rune !== null && runes.includes(rune) ? null : rune)),
    treasure: view.treasure.map(left),
    held: view.held.map(left),
  };
}

function given(view: RokView, what: 'held' | 'treasure', seat: number, runes: readonly string[]): RokView {
  return { ...view, [what]: view[what].map((row, k) => (k === seat ? [...row, ...runes] : row)) };
}

function inBag(view: RokView, count: number): RokView {
  return { ...view, bag: view.bag + count };
}
