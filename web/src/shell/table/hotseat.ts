/** Several players on one device: whose hand lies open. */
import type { SeatView } from '../../lib/wire';

/** Index into `eyes` of the seat to show: the one shown stays while play waits for it, else the next one it waits for. */
export function nextActive(eyes: SeatView[], turn: number[], current: number): number {
  const waits = (eye: SeatView | undefined): boolean => eye !== undefined && eye.seat !== null && turn.includes(eye.seat);
  if (waits(eyes[current])) return current;
  const next = eyes.findIndex(waits);
  if (next >= 0) return next;
  return current < eyes.length ? current : 0;
}
