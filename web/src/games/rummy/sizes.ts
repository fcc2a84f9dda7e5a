/** How large tiles can be, so that all of them are in sight. */

const MARGIN = 1.05; // of a tile, in its own widths
const TALL = 1.36;

/** The largest tile with which melds of these lengths fit into a box; `least` where none does, and the box scrolls. */
export function meldTile(lengths: readonly number[], width: number, height: number, least: number, most: number): number {
  for (let size = most; size > least; size -= 2) if (heightOf(lengths, width, size) <= height) return size;
  return least;
}

function heightOf(lengths: readonly number[], width: number, size: number): number {
  let [rows, filled] = [1, 0];
  for (const length of lengths) {
    const wide = length * size * MARGIN + 10;
    const lines = Math.ceil(wide / width);
    if (filled > 0 && filled + 4 + wide > width) [rows, filled] = [rows + 1, 0];
    if (lines > 1) [rows, filled] = [rows + lines - 1, width];
    else filled += (filled > 0 ? 4 : 0) + wide;
  }
  return rows * (size * TALL + 20);
}

/** The largest tile with which a rack has few rows: two on a phone, one on a desk, more only where they would be tiny. */
export function rackTile(tiles: number, groups: number, width: number, most: number): number {
  const inner = Math.max(100, width - 28);
  for (let rows = inner < 600 ? 2 : 1; rows < 6; rows++) {
    const across = Math.ceil((tiles + groups * 0.6) / rows) + (groups > 0 ? 0.6 : 0);
    const size = Math.min(most, Math.floor(inner / (Math.max(7, across) * MARGIN)));
    if (size >= (rows === 1 ? 46 : rows === 2 ? 35 : 34)) return size;
  }
  return 32;
}
