/** Readings of a replay that its parts share. */
import type { GameName } from '../../lib/games';
import type { Replay, TableInfo } from '../../lib/wire';
import type { ReplayKey } from './texts';

/** What the parts of a game are called. */
export const PART: Record<GameName, ReplayKey> = {
  rage: 'part_round',
  rummy: 'part_hand',
  rok: 'part_throw',
  rurare: 'part_turn',
};

/** The first step of each part. */
export function partsOf(replay: Replay): { part: number; at: number }[] {
  const found: { part: number; at: number }[] = [];
  replay.steps.forEach(({ part }, at) => {
    if (found.at(-1)?.part !== part) found.push({ part, at });
  });
  return found;
}

/** A name without the level that records give to bots: `Anna (solid)` is `Anna`. */
export const plainName = (name: string): string => name.replace(/ \([a-z-]+\)$/, '');

/** A table that stands still, as a game's own table wants one. */
export function infoOf(replay: Replay, at: number): TableInfo {
  const view = replay.steps[at]?.eyes[0]?.view;
  const over = at === replay.steps.length - 1 && replay.outcome !== null;
  return {
    id: replay.id,
    revision: at,
    game: replay.game,
    seats: replay.players.map((name, seat) => ({
      seat,
      kind: 'person',
      name: plainName(name),
      level: '',
      here: true,
      away_since: null,
      autopilot_at: null,
      autopilot: false,
      ping: null,
      rating: null,
      vacated: false,
    })),
    options: replay.options,
    access: 'link',
    stage: over ? 'over' : 'playing',
    host: '',
    rated: false,
    round_no: 0,
    watching: 0,
    paused: false,
    wants_pause: [],
    wants_rematch: [],
    turn: view?.turn ?? [],
    deadlines: {},
    commitment: replay.commitment,
    record: replay.id,
    marker: null,
    terms: null,
    played_on: replay.given,
  };
}
