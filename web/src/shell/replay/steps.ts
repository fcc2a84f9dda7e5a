/** Readings of a replay that its parts share. */
import { declarationOf } from '../../lib/games';
import { say, type Lang } from '../../lib/i18n';
import { stillSeat, stillTable } from '../../lib/stillTable';
import type { Replay, TableInfo } from '../../lib/wire';

/** What a part of a game is called: "Round 3"; its number where the game says nothing. */
export function partName(game: string, part: number, lang: Lang): string {
  const words = declarationOf(game)?.part[lang];
  return words ? say(words, lang, { n: part }) : String(part);
}

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

/** The table at one step. */
export function infoOf(replay: Replay, at: number): TableInfo {
  const over = at === replay.steps.length - 1 && replay.outcome !== null;
  const seats = replay.players.map((name, seat) => stillSeat(seat, plainName(name)));
  return stillTable(replay.game, seats, replay.steps[at]?.eyes[0]?.view, {
    id: replay.id,
    revision: at,
    options: replay.options,
    stage: over ? 'over' : 'playing',
    host: '',
    commitment: replay.commitment,
    record: replay.id,
    played_on: replay.given,
  });
}
