/** The table at moments that no view shows: choices lie open, a scoring is counted, cards leave after it. */
import { displaysBefore, displaysScored, rowsBefore, type Display } from './view';
import type { RuRaReCardsScored, RuRaReEvent, RuRaReView } from './wire';

/** As it lay when the choices were shown; nothing that follows from them is known yet. */
export function atReveal(before: RuRaReView | null, view: RuRaReView, events: readonly RuRaReEvent[]): RuRaReView {
  const shown = events.find((event) => event.type === 'ChoicesRevealed');
  const base = before ?? earlier(view, events);
  return {
    ...base,
    phase: 'choosing',
    rows: rowsBefore(view.rows, events),
    displays: displaysBefore(view.displays, events),
    turn: [],
    has_chosen: base.has_chosen.map((has, seat) => has || (shown?.rows[seat] ?? null) !== null),
    revealed: base.revealed.map((row, seat) => (shown && shown.rows[seat] != null ? null : row)),
    worth: [],
  };
}

/** The cards that count in a scoring: with those that leave after it. */
export function countedIn(scored: RuRaReCardsScored, view: RuRaReView, events: readonly RuRaReEvent[]): Display[] {
  const later = events.slice(events.indexOf(scored));
  return displaysScored(view.displays, later);
}

/** Everybody has a row, and nothing is counted or filled up yet. */
export function afterTurn(before: RuRaReView | null, view: RuRaReView, events: readonly RuRaReEvent[]): RuRaReView {
  const revealed = events.find((event) => event.type === 'ChoicesRevealed')?.rows;
  const refilled = events.filter((event) => event.type === 'RowsRefilled');
  return {
    ...(before ?? earlier(view, events)),
    phase: 'choosing',
    rows: rowsBefore(view.rows, refilled),
    displays: displaysScored(view.displays, events),
    turn: [],
    has_chosen: view.has_chosen.map(() => false),
    revealed: revealed ?? view.revealed,
    worth: [],
  };
}

/** Points as they stood before the scorings of an update. */
function earlier(view: RuRaReView, events: readonly RuRaReEvent[]): RuRaReView {
  const scored = events.find((event) => event.type === 'CardsScored');
  if (!scored) return view;
  const totals = scored.totals.map((total, seat) => total - (scored.points[seat]?.total ?? 0));
  return { ...view, totals, first_scores: scored.scoring === 1 ? null : view.first_scores };
}
