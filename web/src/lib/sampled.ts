/** A table that no server keeps, for the samples of the galleries: one person, and bots. */
import type { SeatInfo, SeatView, TableInfo } from './wire';

export const NAMES = ['Ana', 'Ben', 'Chiara', 'Dan', 'Elena', 'Fritz', 'Giulia', 'Horia'];

/** A seat: of a person, or of a bot. */
export function sampledSeat(k: number, person: boolean, ping: number | null = null): SeatInfo {
  return {
    seat: k,
    kind: person ? 'person' : 'bot',
    name: NAMES[k] ?? '',
    level: person ? '' : 'solid',
    here: true,
    away_since: null,
    autopilot_at: null,
    autopilot: false,
    ping,
    rating: null,
    vacated: false,
  };
}

/** What is known of a table around a view. */
export function sampledTable(game: string, seats: number, eyes: SeatView[]): TableInfo {
  const view = eyes[0]?.view;
  return {
    id: 'sample',
    revision: 1,
    game,
    seats: Array.from({ length: seats }, (_, k) => sampledSeat(k, k === 0)),
    options: { ...view?.options },
    access: 'link',
    stage: view?.phase === 'over' ? 'over' : 'playing',
    host: 'Ana',
    rated: false,
    round_no: 0,
    watching: 0,
    paused: false,
    wants_pause: [],
    wants_rematch: [],
    turn: view?.turn ?? [],
    deadlines: {},
    commitment: '',
    record: null,
    marker: null,
    terms: null,
    played_on: false,
  };
}
