/** How large the tiles of a rack can be, and how many rows they take. */

const MARGIN = 1.05; // of a tile, in its own widths
export const LOW = 440; // pixels of height up to which seats and buttons stand next to the table, as the styles say
export const LOW_WIDE = 540;
export const LEAST = 40; // pixels that a finger hits

export interface RackFit {
  size: number;
  rows: number;
}

/** The largest tiles with which a rack has few rows: two on a phone, one on a desk, more only where they would be tiny. */
export function rackFit(tiles: number, groups: number, width: number, most: number, low = false): RackFit {
  const inner = Math.max(100, width - 12);
  const wanted = tiles + groups * 0.6;
  const rowsAt = (size: number): number => Math.max(1, Math.ceil((wanted * size * MARGIN) / inner));
  for (let rows = inner < 480 && !low ? 2 : 1; rows < 6; rows++) {
    const across = Math.ceil(wanted / rows) + (groups > 0 ? 0.6 : 0);
    const size = Math.min(rows > 2 ? LEAST : most, Math.floor(inner / (Math.max(7, across) * MARGIN)));
    const least = rows === 1 && !low ? 42 : LEAST;
    if (size >= least) return { size, rows: rowsAt(size) };
  }
  return { size: LEAST, rows: rowsAt(LEAST) };
}
