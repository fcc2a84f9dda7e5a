/** A hint as steps: the melds of the table it leads to that are new or other than now, one after the other. */
import type { HintGiven } from '../../lib/wire';
import { formerMeld, layMeld, placeOf, isOnRack, tilesIn, type Layout } from './layout';
import { nameOf, parseMelds, type Tile } from './tiles';
import { tileName, tileNames, type RummyTranslate } from './words';

export interface Step {
  meld: readonly string[];
  /** What comes from the rack, and from elsewhere on the table. */
  rack: readonly Tile[];
  table: readonly Tile[];
  /** The meld has no other one that it continues. */
  isNew: boolean;
  /** The table when it is done. */
  after: Layout;
}

/** What the draft lacks to be the table of a move. */
export function stepsTo(layout: Layout, move: string): Step[] {
  const steps: Step[] = [];
  let now = layout;
  for (const meld of parseMelds(move)) {
    const tiles = meld.map(nameOf);
    const former = formerMeld(now, tiles);
    const held = former === null ? [] : tilesIn(now, former);
    if ([...held].sort().join() === [...tiles].sort().join()) continue;
    const come = tiles.filter((tile) => !held.includes(tile));
    const rack = come.filter((tile) => isOnRack(placeOf(now, tile)));
    const after = layMeld(now, meld);
    steps.push({ meld, rack, table: come.filter((tile) => !rack.includes(tile)), isNew: former === null, after });
    now = after;
  }
  return steps;
}

export function sayStep(step: Step, t: RummyTranslate): string {
  const parts = [
    step.rack.length > 0 ? t('fromRack', { tiles: tileNames(step.rack, t) }) : '',
    step.table.length > 0 ? t('fromTable', { tiles: tileNames(step.table, t) }) : '',
  ].filter(Boolean);
  const meld = step.meld.map((tile) => tileName(tile, t)).join(', ');
  if (parts.length === 0) return t('hintSplit', { meld });
  const said = t(step.isNew ? 'hintNew' : 'hintAdd', { tiles: parts.join(', '), meld });
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** What a hint shows on the table, and what it says first. */
export interface Shown {
  /** The lay that is shown; empty where there is none. */
  lay: string;
  steps: Step[];
  /** How many tiles of the rack can be laid now at most, whether or not a champion would; 0 where nothing is known. */
  most: number;
}

export function readHint(given: HintGiven | null, layout: Layout): Shown {
  const { move = '', numbers = {} } = given ?? {};
  const lay = [move, String(numbers['now'] ?? '')].find((one) => one.startsWith('lay')) ?? '';
  const steps = lay ? stepsTo(layout, lay) : [];
  const shown = new Set(steps.flatMap((step) => step.rack)).size;
  return { lay, steps, most: steps.length > 0 ? Number(numbers['most'] ?? shown) : 0 };
}
