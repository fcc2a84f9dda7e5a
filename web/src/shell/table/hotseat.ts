/** Several players on one device: whose hand lies open. */
import type { GameEvent, SeatView } from '../../lib/wire';

/** Index into `eyes` of the seat to show: the one shown stays while play waits for it, else the next one it waits for. */
export function nextActive(eyes: SeatView[], turn: number[], current: number): number {
  const waits = (eye: SeatView | undefined): boolean => eye !== undefined && eye.seat !== null && turn.includes(eye.seat);
  if (waits(eyes[current])) return current;
  const next = eyes.findIndex(waits);
  if (next >= 0) return next;
  return current < eyes.length ? current : 0;
}

/** An event without what one player on a device must not learn of another: a choice that still lies face down. */
export function faceDown(event: GameEvent): GameEvent {
  if (event.type === 'RowChosen') return { ...event, row: null };
  if (event.type === 'TilesDrawn') return { ...event, tiles: null };
  return event.type === 'BidChosen' ? { ...event, bid: null } : event;
}
