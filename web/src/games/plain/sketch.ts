/** What the server adds for games without a screen of their own (`erre.core.sketch`): places with pieces, and words. */
import type { GameEvent, GameView } from '../../lib/wire';

export interface Zone {
  title: string;
  /** Whose it is; null: everybody's. */
  seat: number | null;
  text: string;
  pieces: string[];
}

/** The places of the table, as the server sketched them. */
export function zonesOf(view: GameView): Zone[] {
  const sketch = view['sketch'] as { zones?: Zone[] } | undefined;
  return sketch?.zones ?? [];
}

/** The places that belong to everybody. */
export function sharedZones(view: GameView): Zone[] {
  return zonesOf(view).filter((zone) => zone.seat === null);
}

/** The places of one seat. */
export function zonesOfSeat(view: GameView, seat: number): Zone[] {
  return zonesOf(view).filter((zone) => zone.seat === seat);
}

/** Seats in the order in which they are drawn: one's own first, then clockwise. */
export function order(view: GameView): number[] {
  return Array.from({ length: view.seats }, (_, k) => ((view.seat ?? 0) + k) % view.seats);
}

/** The sentence of an event; null where the server sent none. */
export function narrate(event: GameEvent): string | null {
  const words = event['words'];
  return typeof words === 'string' && words !== '' ? words : null;
}

/** An event as everybody may know it: another player at the same device must not learn a hidden choice. */
export function faceDown(event: GameEvent): GameEvent {
  const words = event['public_words'];
  return typeof words === 'string' ? { type: event.type, words } : event;
}
