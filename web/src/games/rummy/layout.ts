/**
 * Where every tile of this player's turn lies: one map from tile to place, so that a tile is never in two places and
 * never in none. Nothing here judges a meld; it only puts tiles where the player wants them.
 */
import { sorted, type Sorting } from './sets';
import { byColour, byNumber, colourOf, COLOURS, isJoker, kindOf, nameOf, numberOf, standsOf, type Tile } from './tiles';

/** On the rack, in the hand (taken from the table, to be laid again), in a group of the rack `g…` or in a meld `m…`. */
export const RACK = 'rack';
export const HAND = 'hand';

export interface Place {
  readonly where: string;
  /** Its place there, from 0 up. */
  readonly at: number;
}

export interface Layout {
  readonly places: ReadonlyMap<Tile, Place>;
  /** The melds on the table, by their names, in order; none is empty. */
  readonly melds: readonly string[];
  /** The groups on the rack that were made by hand; none is empty. */
  readonly groups: readonly string[];
  /** The tiles that were on the rack when the turn began: the others never go there. */
  readonly own: ReadonlySet<Tile>;
  /** Jokers of which the player says what they stand for, where their place leaves a choice. */
  readonly stated: ReadonlyMap<Tile, string>;
}

/** How somebody has sorted a rack: the groups, and the rest last. */
export type RackOrder = readonly (readonly Tile[])[];

export const EMPTY: Layout = { places: new Map(), melds: [], groups: [], own: new Set(), stated: new Map() };

export const isMeld = (where: string): boolean => where.startsWith('m');
export const isOnRack = (where: string): boolean => where === RACK || where.startsWith('g');

/** The tiles of a place, in order. */
export function tilesIn(layout: Layout, where: string): Tile[] {
  const found: [number, Tile][] = [];
  for (const [tile, place] of layout.places) if (place.where === where) found.push([place.at, tile]);
  return found.sort((a, b) => a[0] - b[0]).map(([, tile]) => tile);
}

export function placeOf(layout: Layout, tile: Tile): string {
  return layout.places.get(tile)?.where ?? RACK;
}

/** A table and a rack as they are, the rack in the order somebody likes; melds keep the names they had `before`. */
export function fresh(table: readonly (readonly string[])[], rack: readonly Tile[], order: RackOrder = [], before: Layout = EMPTY): Layout {
  const places = new Map<Tile, Place>();
  const names = namesFor(table, before);
  table.forEach((meld, k) => meld.forEach((tile, at) => places.set(nameOf(tile), { where: names[k]!, at })));
  const held = new Set(rack);
  const groups = order.slice(0, -1).map((group) => group.filter((tile) => held.has(tile)));
  const grouped = new Set(groups.flat());
  const known = (order.at(-1) ?? []).filter((tile) => held.has(tile) && !grouped.has(tile));
  const rest = [...new Set([...known, ...rack.filter((tile) => !grouped.has(tile))])];
  const kept = groups.filter((group) => group.length > 0);
  kept.forEach((group, k) => group.forEach((tile, at) => places.set(tile, { where: `g${k}`, at })));
  rest.forEach((tile, at) => places.set(tile, { where: RACK, at }));
  const melds = [...before.melds.filter((name) => names.includes(name)), ...names.filter((name) => !before.melds.includes(name))];
  return { places, melds, groups: kept.map((_, k) => `g${k}`), own: held, stated: new Map() };
}

/** Each meld of a table has the name of the one it continues, with which it shares most tiles; others get new names. */
function namesFor(table: readonly (readonly string[])[], before: Layout): string[] {
  const shared = table.flatMap((meld, k) =>
    before.melds.map((name) => ({ k, name, count: meld.filter((tile) => before.places.get(nameOf(tile))?.where === name).length })),
  );
  const found = new Map<number, string>();
  for (const { k, name, count } of shared.sort((a, b) => b.count - a.count))
    if (count > 1 && !found.has(k) && ![...found.values()].includes(name)) found.set(k, name);
  const taken = [...before.melds];
  return table.map((_, k) => {
    const name = found.get(k) ?? newName('m', taken);
    taken.push(name);
    return name;
  });
}

export function rackOrder(layout: Layout): RackOrder {
  return [...layout.groups, RACK].map((where) => tilesIn(layout, where));
}

/** Put tiles somewhere, before the tile that is `at` there (at the end where it is left off). */
export function put(layout: Layout, tiles: readonly Tile[], where: string, at = Infinity): Layout {
  const may = (tile: Tile): boolean => layout.places.has(tile) && (!isOnRack(where) || layout.own.has(tile));
  const moved = tiles.filter((tile, k) => may(tile) && tiles.indexOf(tile) === k);
  if (moved.length === 0) return layout;
  const before = tilesIn(layout, where);
  const next = before.slice(Math.max(0, at)).find((tile) => !moved.includes(tile));
  const rest = before.filter((tile) => !moved.includes(tile));
  const index = at >= before.length || next === undefined ? rest.length : rest.indexOf(next);
  return lay(layout, where, [...rest.slice(0, index), ...moved, ...rest.slice(index)]);
}

/** Exactly these tiles in this order lie there; tiles that lay there and are not among them must have gone before. */
function lay(layout: Layout, where: string, row: readonly Tile[]): Layout {
  const places = new Map(layout.places);
  row.forEach((tile, at) => places.set(tile, { where, at }));
  const stated = new Map([...layout.stated].filter(([tile]) => placeOf(layout, tile) === where || !row.includes(tile)));
  return tidy({ ...layout, places, stated }, where);
}

/** No empty place, no gap in a row, and every new place on the list. */
function tidy(layout: Layout, touched: string): Layout {
  const add = (list: readonly string[], letter: string): string[] =>
    touched.startsWith(letter) && touched !== RACK && !list.includes(touched) ? [...list, touched] : [...list];
  const used = new Set([...layout.places.values()].map((place) => place.where));
  const melds = add(layout.melds, 'm').filter((where) => used.has(where));
  const groups = add(layout.groups, 'g').filter((where) => used.has(where));
  const places = new Map(layout.places);
  for (const where of [...melds, ...groups, RACK, HAND]) {
    tilesIn(layout, where).forEach((tile, at) => places.set(tile, { where, at }));
  }
  return { ...layout, places, melds, groups };
}

/** A name that no place has had. */
function newName(letter: string, taken: readonly string[]): string {
  return `${letter}${1 + Math.max(-1, ...taken.map((name) => Number(name.slice(1))))}`;
}

/** Tiles as a player would lay them side by side, where there is only one way; otherwise as they are. */
export function arranged(tiles: readonly Tile[]): Tile[] {
  const plain = tiles.filter((tile) => !isJoker(tile));
  const jokers = tiles.filter(isJoker);
  if (plain.length < 2) return [...tiles];
  const numbers = new Set(plain.map(numberOf));
  const colours = new Set(plain.map(colourOf));
  if (numbers.size === 1) return colours.size === 1 ? [...tiles] : [...plain.sort(byColour), ...jokers];
  if (colours.size > 1 || numbers.size < plain.length) return [...tiles];
  const inFront = tiles.findIndex((tile) => !isJoker(tile));
  return withJokers(plain.sort(byNumber), jokers, inFront);
}

/** Jokers fill the gaps of a row; what is left of them stays in front where it lay there, and goes where there is room. */
function withJokers(plain: readonly Tile[], jokers: readonly Tile[], inFront: number): Tile[] {
  const left = [...jokers];
  const front = left.splice(0, Math.min(inFront, left.length));
  const row: Tile[] = [];
  plain.forEach((tile, k) => {
    const gap = k === 0 ? 0 : numberOf(tile) - numberOf(plain[k - 1]!) - 1;
    for (let i = 0; i < gap; i++) {
      const joker = left.shift() ?? front.pop();
      if (joker) row.push(joker);
    }
    row.push(tile);
  });
  const [first, last] = [numberOf(plain[0]!), numberOf(plain.at(-1)!)];
  while (left.length > 0 && last + left.length > 13 && first - front.length > 1) front.push(left.pop()!);
  while (front.length > 0 && first - front.length < 1 && last + left.length < 13) left.push(front.pop()!);
  return [...front, ...row, ...left];
}

/** A new meld of these tiles. */
export function newMeld(layout: Layout, tiles: readonly Tile[]): Layout {
  return put(layout, arranged(tiles), newName('m', layout.melds));
}

/** Tiles join a meld at a place. One that the row has already divides it where that leaves three on either side. */
export function join(layout: Layout, tiles: readonly Tile[], meld: string, at = Infinity): Layout {
  const rest = tilesIn(layout, meld).filter((tile) => !tiles.includes(tile));
  const [tile] = tiles;
  if (tiles.length === 1 && tile !== undefined) {
    const cut = divides(rest, tile);
    if (cut !== null) return newMeld(layout, [tile, ...rest.slice(cut)]);
  }
  const joined = put(layout, tiles, meld, at);
  return lay(joined, meld, arranged(tilesIn(joined, meld)));
}

/** Where a row of one colour divides so that a number which it has already begins its second half; null where not. */
function divides(row: readonly Tile[], tile: Tile): number | null {
  const plain = row.filter((one) => !isJoker(one));
  if (isJoker(tile) || plain.length < 2 || new Set(plain.map(colourOf)).size > 1) return null;
  const same = row.findIndex((one) => kindOf(one) === kindOf(tile));
  return same >= 2 && row.length - same >= 3 ? same + 1 : null;
}

/** The meld from a tile on becomes one of its own. */
export function split(layout: Layout, tile: Tile): Layout {
  const meld = placeOf(layout, tile);
  const row = tilesIn(layout, meld);
  const at = row.indexOf(tile);
  return isMeld(meld) && at > 0 ? put(layout, row.slice(at), newName('m', layout.melds)) : layout;
}

/** Own tiles go back to the rack, at a place if one is named; those of the table are kept in the hand. */
export function takeBack(layout: Layout, tiles: readonly Tile[], where = RACK, at = Infinity): Layout {
  const mine = tiles.filter((tile) => layout.own.has(tile));
  const others = tiles.filter((tile) => !layout.own.has(tile));
  return put(put(layout, mine, isOnRack(where) ? where : RACK, at), others, HAND);
}

/** A tile takes the place of a joker, which comes into the hand, or back to the rack it came from. */
export function freeJoker(layout: Layout, tile: Tile, joker: Tile): Layout {
  const meld = placeOf(layout, joker);
  if (!isMeld(meld) || tile === joker) return layout;
  const at = layout.places.get(joker)?.at ?? 0;
  return takeBack(put(layout, [tile], meld, at), [joker]);
}

/** Whether a tile looks like the one that a joker stands for; in a row of one number every colour that it lacks. */
export function fitsJoker(row: readonly Tile[], stands: string | null, tile: Tile): boolean {
  if (isJoker(tile)) return false;
  if (kindOf(tile) === stands) return true;
  const plain = row.filter((one) => !isJoker(one));
  const group = plain.length > 1 && plain.every((one) => numberOf(one) === numberOf(tile));
  return group && plain.every((one) => colourOf(one) !== colourOf(tile));
}

/** One tile between two jokers may be a run or a group: say the other one. */
export function turnMeld(layout: Layout, meld: string): Layout {
  const row = tilesIn(layout, meld);
  const plain = row.find((tile) => !isJoker(tile));
  const stated = new Map(layout.stated);
  if (!plain) return layout;
  const other = COLOURS.filter((colour) => colour !== colourOf(plain));
  row.filter(isJoker).forEach((joker, k) => {
    if (!stated.delete(joker)) stated.set(joker, `${other[k] ?? 'B'}${numberOf(plain)}`);
  });
  return { ...layout, stated };
}

/** Whether a meld could be meant in two ways. */
export function hasTwoSenses(row: readonly Tile[]): boolean {
  return row.length === 3 && row.filter(isJoker).length === 2;
}

// -- the rack

/** Tiles of the rack become a group; one whole group is dissolved. */
export function group(layout: Layout, tiles: readonly Tile[]): Layout {
  const held = tiles.filter((tile) => isOnRack(placeOf(layout, tile)));
  const [first] = held;
  if (first === undefined) return layout;
  const where = placeOf(layout, first);
  const whole = where !== RACK && held.length === tilesIn(layout, where).length && held.every((tile) => placeOf(layout, tile) === where);
  return put(layout, held, whole ? RACK : newName('g', layout.groups));
}

/** The rest of the rack in order; groups made by hand stay as they are. */
export function sortRack(layout: Layout, by: Sorting): Layout {
  return lay(layout, RACK, sorted(tilesIn(layout, RACK), by));
}

// -- as text, and from it

/** The melds as the server reads them. */
export function meldTexts(layout: Layout): string[][] {
  return layout.melds.map((meld) =>
    tilesIn(layout, meld).map((tile) => (layout.stated.has(tile) ? `${tile}=${layout.stated.get(tile)}` : tile)),
  );
}

/** These melds on the table and all else where it was; null where they are not made of the tiles there are. */
export function withMelds(base: Layout, melds: readonly (readonly string[])[]): Layout | null {
  const all = melds.flat().map(nameOf);
  if (new Set(all).size < all.length || !all.every((tile) => base.places.has(tile))) return null;
  let layout = base;
  for (const meld of melds) layout = layMeld(layout, meld);
  const loose = layout.melds.filter((name) => !melds.some((meld) => nameOf(meld[0] ?? '') === tilesIn(layout, name)[0]));
  return takeBack(layout, loose.flatMap((name) => tilesIn(layout, name)));
}

/** The meld that these tiles continue: the one that has most of them, if it keeps more than half of its own. */
export function formerMeld(layout: Layout, tiles: readonly Tile[]): string | null {
  let [best, most] = [null as string | null, 0];
  for (const meld of layout.melds) {
    const row = tilesIn(layout, meld);
    const shared = row.filter((tile) => tiles.includes(tile)).length;
    if (shared > most && 2 * shared > row.length) [best, most] = [meld, shared];
  }
  return best;
}

/** Exactly this meld lies on the table, in the place of the one it continues; what that had besides comes into the hand. */
export function layMeld(layout: Layout, meld: readonly string[]): Layout {
  const tiles = meld.map(nameOf);
  const former = formerMeld(layout, tiles) ?? newName('m', layout.melds);
  const gone = tilesIn(layout, former).filter((tile) => !tiles.includes(tile));
  const laid = lay(takeBack(put(layout, tiles, former), gone), former, tiles);
  if (!hasTwoSenses(tiles)) return laid;
  const plain = tiles.find((tile) => !isJoker(tile));
  const stated = meld.filter((tile) => standsOf(tile) !== null && plain && numberOf(standsOf(tile)!) === numberOf(plain));
  return { ...laid, stated: new Map([...laid.stated, ...stated.map((tile) => [nameOf(tile), standsOf(tile)!] as const)]) };
}

/** Whether two layouts have the same melds in the same order. */
export function sameMelds(a: Layout, b: Layout): boolean {
  return JSON.stringify(meldTexts(a)) === JSON.stringify(meldTexts(b));
}
