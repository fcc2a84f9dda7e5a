/** Small readings of a view and of what just happened. None of them is a rule. */
import type { GameEvent, GameView } from '../../lib/wire';
import type { RuRaReEvent, RuRaReTally, RuRaReView } from './wire';
import { ANIMALS, isKind, KINDS, type Kind } from './art/kinds';

/** The number of a row in a move; null where it is none. */
export function rowOf(move: string | null): number | null {
  const found = move === null ? null : /^row (\d+)$/.exec(move);
  return found ? Number(found[1]) : null;
}

/** The rows that may be chosen. */
export function rowsIn(legal: readonly string[]): number[] {
  return legal.map(rowOf).filter((row) => row !== null);
}

/** Whether the first scoring is still to come: only then do a tick and a cross mean anything. */
export function isFirstToCome({ first_scores, last_turn, options }: RuRaReView): boolean {
  return first_scores === null && !(last_turn && options.missedFirstScoring === 'finalOnly');
}

/** The cards of a display in the order of the scoring; `all`: also the kinds of which there is none. */
export function byKind(display: Readonly<Record<string, number>>, all = false): { kind: Kind; count: number }[] {
  return KINDS.map((kind) => ({ kind, count: display[kind] ?? 0 })).filter(({ count }) => all || count > 0);
}

/** The rows as they lay when the choices were shown, for the eye to see what was taken. */
export function rowsBefore(rows: readonly string[][], events: readonly RuRaReEvent[]): string[][] {
  const before = rows.map((row) => [...row]);
  for (const event of events.toReversed()) {
    if (event.type === 'RowsRefilled') {
      event.cards.forEach((cards, k) => before[k]?.splice(before[k].length - cards.length, cards.length));
    } else if (event.type === 'RowTaken') before[event.row - 1] = [...event.cards];
    else if (event.type === 'CardRemoved') before[event.row - 1]?.push(event.card);
  }
  return before;
}

export type Display = Record<string, number>;

/** The displays as they were when the choices were shown. */
export function displaysBefore(displays: readonly Display[], events: readonly RuRaReEvent[]): Display[] {
  const before = displaysScored(displays, events);
  for (const event of events) {
    if (event.type !== 'RowTaken') continue;
    for (const kind of event.cards) {
      const display = before[event.seat];
      if (display) display[kind] = (display[kind] ?? 0) - 1;
    }
  }
  return before;
}

/** The displays as they were counted, before cards with a cross left them. */
export function displaysScored(displays: readonly Display[], events: readonly RuRaReEvent[]): Display[] {
  const lost = events.find((event) => event.type === 'CardsDiscarded');
  return displays.map((display, seat) => ({ ...display, ...lost?.cards[seat] }));
}

/** The groups of seats that showed the same row. */
export function meetings(revealed: readonly (number | null)[]): { row: number; seats: number[] }[] {
  const rows = new Map<number, number[]>();
  revealed.forEach((row, seat) => {
    if (row !== null) rows.set(row, [...(rows.get(row) ?? []), seat]);
  });
  return [...rows].map(([row, seats]) => ({ row, seats })).filter(({ seats }) => seats.length > 1);
}

export const CATEGORIES = ['kings', 'churches', 'points', 'knights', 'animals', 'farm'] as const;
export type Category = (typeof CATEGORIES)[number];

/** The kinds that count in a category. */
export const KINDS_OF: Record<Category, readonly Kind[]> = {
  kings: ['king'],
  churches: ['church'],
  points: ['points2', 'points3', 'points4'],
  knights: ['knight'],
  animals: ANIMALS,
  farm: ['farmer', 'wife', 'house'],
};

/** The points of a seat in a category. */
export function pointsIn(tally: RuRaReTally, category: Category): number {
  if (category !== 'animals') return tally[category];
  return Object.values(tally.animals).reduce((sum, n) => sum + n, 0);
}

export function kindsOf(cards: readonly string[]): Kind[] {
  return cards.filter(isKind);
}

/** What a seat holds, for replays that show all hands: the row that it has chosen. */
export function held(view: GameView): string[] {
  const { choice } = view as RuRaReView;
  return choice === null ? [] : [String(choice)];
}

/** An event without the row that is still secret, for whoever shares a device with the chooser. */
export function faceDown(event: GameEvent): GameEvent {
  return event.type === 'RowChosen' ? { ...event, row: null } : event;
}
