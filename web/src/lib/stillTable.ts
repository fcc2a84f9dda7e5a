/** A table that no server keeps, as a game's own table wants one: for samples, lessons, puzzles and replays. */
import type { SeatInfo, SeatView, TableInfo } from './wire';

/** A seat: of a person, or of a bot. */
export function stillSeat(seat: number, name: string, kind: SeatInfo['kind'] = 'person'): SeatInfo {
  return {
    seat,
    kind,
    name,
    level: kind === 'bot' ? 'solid' : '',
    portrait: '',
    here: true,
    away_since: null,
    autopilot_at: null,
    autopilot: false,
    ping: null,
    rating: null,
    vacation: null,
    vacated: false,
  };
}

/** What is known of a table around a view; `known` says what differs from a game under way at a friends' table. */
export function stillTable(game: string, seats: SeatInfo[], view: SeatView['view'] | undefined, known: Partial<TableInfo> = {}): TableInfo {
  return {
    id: 'still',
    revision: 1,
    game,
    seats,
    options: { ...view?.options },
    access: 'link',
    stage: view?.phase === 'over' ? 'over' : 'playing',
    host: seats[0]?.name ?? '',
    rated: false,
    match_no: 0,
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
    hints: true,
    intermission: null,
    signal: null,
    hours: 0,
    played_on: false,
    club: '',
    sealed: false,
    ...known,
  };
}

/** Names of people in samples. */
export const NAMES = ['Ana', 'Ben', 'Chiara', 'Dan', 'Elena', 'Fritz', 'Giulia', 'Horia'];

/** The table of a sample: one person, and bots. */
export function sampledTable(game: string, seats: number, eyes: SeatView[]): TableInfo {
  const chairs = Array.from({ length: seats }, (_, k) => stillSeat(k, NAMES[k] ?? '', k === 0 ? 'person' : 'bot'));
  return stillTable(game, chairs, eyes[0]?.view, { id: 'sample' });
}
