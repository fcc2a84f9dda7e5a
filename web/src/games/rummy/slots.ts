/**
 * Where melds lie on the table. A place is a row and a column, counted in tiles from the upper left, and a meld keeps
 * it: whoever lays, only melds that have changed move, and those only where they would lie on others.
 */
import type { Tile } from './tiles';

export interface Near {
  readonly row: number;
  readonly col: number;
}
export interface Slot extends Near {
  readonly tiles: readonly Tile[];
}
export type Slots = ReadonlyMap<string, Slot>;

export interface Lying {
  readonly name: string;
  readonly tiles: readonly Tile[];
}

/** The room that there is, in tiles: columns across, and the rows that are in sight. */
export interface Room {
  readonly columns: number;
  readonly rows: number;
}

const FRAME = 0.32; // around the tiles of a meld, in tiles
const GAP = 0.12; // between two melds

/** How many tiles a row has room for; a longer meld takes several rows. */
export function perLine(columns: number): number {
  return Math.max(1, Math.floor(columns - FRAME + 0.001));
}
const linesOf = (count: number, columns: number): number => Math.ceil(count / perLine(columns));
const widthOf = (count: number, columns: number): number => Math.min(count, perLine(columns)) + FRAME;

/** How many rows are taken. */
export function rowsOf(slots: Slots, columns: number): number {
  return Math.max(0, ...[...slots.values()].map((slot) => slot.row + linesOf(slot.tiles.length, columns)));
}

/** A place for every meld. Those that lie as before stay; `wanted` is where a new one was put down. */
export function arrange(melds: readonly Lying[], room: Room, before: Slots, wanted: Near | null = null): Slots {
  const found = new Map<string, Slot>();
  const put = (meld: Lying, at: Near): void => void found.set(meld.name, { ...at, tiles: meld.tiles });
  const isFree = (meld: Lying, row: number, col: number, spare = 0): boolean => isRoom(found, room.columns, meld.tiles.length, row, col, spare);

  const same = (meld: Lying): boolean => before.get(meld.name)?.tiles.join() === meld.tiles.join();
  for (const meld of [...melds.filter(same), ...melds.filter((one) => !same(one))]) {
    const old = before.get(meld.name);
    const near = old ? anchored(old, meld.tiles) : wanted;
    const kept = near && nearby(near, (col) => isFree(meld, near.row, col), old ? undefined : 0);
    put(meld, kept ?? gapFor(meld, room, found, near, isFree));
  }
  return new Map(melds.map((meld) => [meld.name, found.get(meld.name)!]));
}

/** Where a meld must begin so that the tiles it keeps do not move. */
function anchored(old: Slot, tiles: readonly Tile[]): Near {
  const stays = old.tiles.find((tile) => tiles.includes(tile));
  const shift = stays === undefined ? 0 : old.tiles.indexOf(stays) - tiles.indexOf(stays);
  return { row: old.row, col: Math.max(0, old.col + shift) };
}

/** The free column that is nearest to a place in its row, at most `reach` tiles away. */
function nearby(near: Near, isFree: (col: number) => boolean, reach = 4): Near | null {
  for (let off = 0; off <= reach; off += 0.25)
    for (const col of [near.col - off, near.col + off]) if (isFree(col)) return { row: near.row, col };
  return null;
}

/** The first gap in sight with room for one more tile, else the first gap at all, else a new row. */
function gapFor(
  meld: Lying,
  room: Room,
  taken: Slots,
  near: Near | null,
  isFree: (meld: Lying, row: number, col: number, spare?: number) => boolean,
): Near {
  const last = rowsOf(taken, room.columns);
  const from = near ?? { row: 0, col: 0 };
  const rows = Array.from({ length: Math.max(last, room.rows) }, (_, row) => row).sort((a, b) => Math.abs(a - from.row) - Math.abs(b - from.row) || a - b);
  for (const spare of [1, 0]) {
    for (const row of rows.filter((one) => spare === 0 || one < room.rows)) {
      const behind = [...taken.values()].filter((slot) => covers(slot, row, room.columns)).map((slot) => slot.col + widthOf(slot.tiles.length, room.columns) + GAP);
      const cols = [0, ...behind.map((col) => col + spare)].sort((a, b) => Math.abs(a - from.col) - Math.abs(b - from.col));
      const col = cols.find((one) => isFree(meld, row, one, spare));
      if (col !== undefined) return { row, col };
    }
  }
  return { row: last, col: 0 };
}

const covers = (slot: Slot, row: number, columns: number): boolean => row >= slot.row && row < slot.row + linesOf(slot.tiles.length, columns);

/** Whether a meld of so many tiles can lie there, `spare` tiles of room behind it included. */
function isRoom(taken: Slots, columns: number, count: number, row: number, col: number, spare: number): boolean {
  const [width, lines] = [widthOf(count, columns) + spare, linesOf(count, columns)];
  if (col < 0 || (col > 0 && lines > 1) || (col + width > columns + 0.01 && !(col === 0 && spare === 0))) return false;
  return [...taken.values()].every((slot) => {
    const apart = row + lines <= slot.row || slot.row + linesOf(slot.tiles.length, columns) <= row;
    return apart || col + width + GAP <= slot.col + 0.001 || slot.col + widthOf(slot.tiles.length, columns) + GAP <= col + 0.001;
  });
}
