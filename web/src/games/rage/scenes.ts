/** The table at moments that no view shows: the last card of a trick has been played, or the round has just been scored. */
import { colourOf } from './view';
import type { RageEvent, RageRoundScored, RageTrickWon, RageView } from './wire';

const lower = (counts: readonly number[], seat: number): number[] => counts.map((n, one) => (one === seat ? Math.max(0, n - 1) : n));

function without(hand: readonly string[], card: string): string[] {
  const held = card.startsWith('J:') ? 'J' : card;
  const at = hand.indexOf(held);
  return at < 0 ? [...hand] : hand.toSpliced(at, 1);
}

/** A view after one more event, as far as the table shows it. */
function after(view: RageView, event: RageEvent): RageView {
  switch (event.type) {
    case 'CardPlayed':
      return {
        ...view,
        trick: [...view.trick, event.card],
        led: view.led ?? colourOf(event.card),
        hand: event.seat === view.seat ? without(view.hand, event.card) : view.hand,
        hand_counts: lower(view.hand_counts, event.seat),
      };
    case 'TrumpEnded':
      return { ...view, trump: null, flip_pending: true };
    case 'TrumpTurned': {
      const turned = { turned: [...view.turned, ...event.cards], stock: view.stock - event.cards.length };
      return event.from_next_trick ? { ...view, ...turned, next_trump: event.trump } : { ...view, ...turned, trump: event.trump, flip_pending: false };
    }
    default:
      return view;
  }
}

/** The trick lies complete on the table, and nobody has counted it yet. `before` is null where no earlier view is known. */
export function atTrick(before: RageView | null, now: RageView, events: readonly RageEvent[], won: RageTrickWon): RageView {
  const scored = events.find((event) => event.type === 'RoundScored');
  const base = before?.phase === 'tricks' ? before : scored ? ended(now, scored, lower(scored.tricks, won.seat)) : { ...now, tricks: lower(now.tricks, won.seat) };
  const seen = before?.phase === 'tricks' ? events.slice(0, events.indexOf(won)).reduce(after, base) : base;
  return { ...seen, turn: [], leader: won.leader, trick: won.cards };
}

/** The last trick has been taken and every bid lies open; points are not added yet. */
export function atRoundEnd(before: RageView, scored: RageRoundScored): RageView {
  return ended(before, scored, scored.tricks);
}

function ended(view: RageView, scored: RageRoundScored, tricks: number[]): RageView {
  return {
    ...view,
    round: scored.round,
    phase: 'tricks',
    turn: [],
    hand: [],
    hand_counts: view.hand_counts.map(() => 0),
    trick: [],
    led: null,
    bids: scored.bids,
    has_bid: scored.bids.map(() => true),
    tricks,
    totals: scored.totals.map((total, seat) => total - (scored.points[seat] ?? 0)),
  };
}
