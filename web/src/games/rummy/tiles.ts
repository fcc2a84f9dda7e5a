/** Tiles as their names say: `R5a`, `J1`, and on the table `J1=R5`. */
import type { GameEvent, GameView } from '../../lib/wire';
import type { RummyView } from './wire';
export type Tile = string;

export const COLOURS = ['B', 'G', 'R', 'Y'] as const;
export type Colour = (typeof COLOURS)[number];

/** A tile without what it stands for. */
export const nameOf = (tile: string): Tile => tile.split('=', 1)[0] ?? tile;
/** What a joker stands for; null for any other tile, or where nobody has said it. */
export const standsOf = (tile: string): string | null => tile.split('=')[1] ?? null;
export const isJoker = (tile: Tile): boolean => tile.startsWith('J');
export const colourOf = (tile: Tile): Colour => tile.charAt(0) as Colour;
export const numberOf = (tile: Tile): number => (isJoker(tile) ? 0 : parseInt(tile.slice(1), 10));
/** Colour and number without the copy: `R5`; a joker is `J`. */
export const kindOf = (tile: Tile): string => (isJoker(tile) ? 'J' : `${colourOf(tile)}${numberOf(tile)}`);
export const isSecond = (tile: Tile): boolean => tile.endsWith('b') || tile === 'J2';

const last = (tile: Tile): string => tile.charAt(tile.length - 1);

export function byColour(a: Tile, b: Tile): number {
  if (isJoker(a) || isJoker(b)) return Number(isJoker(a)) - Number(isJoker(b)) || a.localeCompare(b);
  return COLOURS.indexOf(colourOf(a)) - COLOURS.indexOf(colourOf(b)) || numberOf(a) - numberOf(b) || last(a).localeCompare(last(b));
}

export function byNumber(a: Tile, b: Tile): number {
  if (isJoker(a) || isJoker(b)) return byColour(a, b);
  return numberOf(a) - numberOf(b) || byColour(a, b);
}

/** The melds of a move or a draft: `lay [R5a R6a R7a] [G2a Y2a B2a]`. */
export function parseMelds(text: string): string[][] {
  return [...text.matchAll(/\[([^[\]]*)\]/g)].map((found) => (found[1] ?? '').split(/\s+/).filter(Boolean));
}

export function formatMelds(melds: readonly (readonly string[])[]): string {
  return melds.map((meld) => `[${meld.join(' ')}]`).join(' ');
}

/** What a seat holds, for replays that show all hands. */
export function held(view: GameView): string[] {
  return (view as RummyView).rack ?? [];
}

/** An event without the tiles that were drawn, for whoever shares a device with the drawer. */
export function faceDown(event: GameEvent): GameEvent {
  return event.type === 'TilesDrawn' ? { ...event, tiles: null } : event;
}
