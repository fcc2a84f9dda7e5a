/** What the table says to its player: what is to be done, what can be done, and what came of the choices. */
import { list } from '../../lib/i18n';
import type { Controller } from './controller.svelte';
import type { Beat } from './stage.svelte';
import { meetings, rowsIn } from './view';
import type { RuRaReEvent, RuRaReView } from './wire';
import { cardNames, kindName, signed, type RuRaReTranslate } from './words';

const namesOf = (seats: readonly number[], names: readonly string[], t: RuRaReTranslate): string =>
  list(seats.map((seat) => names[seat] ?? ''), t.lang);

/** What came of the choices, line by line. */
export function outcomeLines(events: readonly RuRaReEvent[], names: readonly string[], t: RuRaReTranslate): string[] {
  const cut = events.some((event) => event.type === 'TurnCutShort');
  const met = events.flatMap((event) => (event.type === 'CardRemoved' ? event.seats : [])).sort((a, b) => a - b);
  const lines = events.flatMap((event) => {
    if (event.type === 'RowTaken') return [t('takes', { name: names[event.seat] ?? '', row: event.row, cards: cardNames(event.cards, t) })];
    if (event.type === 'CardRemoved') return [t('meet', { names: namesOf(event.seats, names, t), row: event.row, card: kindName(event.card, t) })];
    return event.type === 'TurnCutShort' ? [t('cut', { names: namesOf(event.seats, names, t) })] : [];
  });
  return met.length > 0 && !cut ? [...lines, t('again', { names: namesOf(met, names, t) })] : lines;
}

/** Whether a seat has to choose again, because it met somebody. */
export function choosesAgain(view: RuRaReView): boolean {
  const { seat } = view;
  if (seat === null || view.active.length >= view.seats || !view.active.includes(seat)) return false;
  return meetings(view.revealed).some(({ seats }) => seats.includes(seat));
}

export interface Asked {
  view: RuRaReView;
  legal: readonly string[];
  names: readonly string[];
  beat: Beat | null;
  leaving: boolean;
  /** A lesson waits for nobody. */
  lesson: boolean;
}

/** The one line below the rows. */
export function promptOf({ view, legal, names, beat, leaving, lesson }: Asked, controller: Controller, t: RuRaReTranslate): string {
  const may = rowsIn(legal).length > 0;
  if (view.phase === 'over') return t('over');
  if (beat) return t(beat);
  if (leaving) return t('leaving');
  if (controller.sent !== null) return t('sending');
  if (view.choice !== null && may) return t('youChose', { row: view.choice });
  if (may) return t(choosesAgain(view) ? 'chooseAgain' : 'choose');
  if (view.turn.length === 0) return '';
  const waiting = t('waiting', { names: namesOf(view.turn, names, t) });
  if (view.seat !== null && !view.active.includes(view.seat)) return `${t('haveRow')} ${waiting}`;
  return lesson ? t('choose') : waiting;
}

/** "rows 1, 2 and 5"; "any row". */
function rowsWords(rows: readonly number[], t: RuRaReTranslate, all = Infinity): string {
  if (rows.length === all) return t('anyRow');
  return t('rowsList', { n: rows.length, rows: list(rows.map(String), t.lang) });
}

/** What can be done now, before anybody says what should be: the first part of a hint. */
export function choicesWords(view: RuRaReView, legal: readonly string[], t: RuRaReTranslate): string {
  const rows = rowsIn(legal);
  const best = rows.toSorted((a, b) => (view.worth[b - 1] ?? 0) - (view.worth[a - 1] ?? 0))[0];
  const worth = best === undefined ? undefined : view.worth[best - 1];
  if (best === undefined || worth === undefined) return t('hintRowsPlain', { rows: rowsWords(rows, t, view.rows.length) });
  return t('hintRows', { rows: rowsWords(rows, t, view.rows.length), row: best, points: signed(worth) });
}
