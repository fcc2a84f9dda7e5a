/** What a lay changes on a table: the melds that were not there like this, and the tiles that come from the rack. */
import { nameOf, parseMelds, type Tile } from './tiles';

export interface Changed {
  /** In notation, jokers with what they stand for. */
  melds: string[][];
  laid: Tile[];
}

export function changedBy(move: string, table: readonly (readonly string[])[]): Changed {
  const key = (meld: readonly string[]): string => meld.map(nameOf).sort().join();
  const before = new Set(table.map(key));
  const lying = new Set(table.flat().map(nameOf));
  const melds = parseMelds(move).filter((meld) => !before.has(key(meld)));
  return { melds, laid: melds.flat().map(nameOf).filter((tile) => !lying.has(tile)) };
}
