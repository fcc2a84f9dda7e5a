import { describe, expect, it } from 'vitest';
import {
  arranged,
  EMPTY,
  fitsJoker,
  freeJoker,
  fresh,
  group,
  HAND,
  join,
  layMeld,
  meldTexts,
  newMeld,
  placeOf,
  put,
  RACK,
  rackOrder,
  sortRack,
  split,
  takeBack,
  tilesIn,
  turnMeld,
  withMelds,
  type Layout,
} from './layout';
import { COLOURS, formatMelds, parseMelds, type Tile } from './tiles';

const row = (text: string): Tile[] => text.split(' ').filter(Boolean);
const table = (...melds: string[]): string[][] => melds.map(row);
const shown = (layout: Layout): string => formatMelds(meldTexts(layout));

/** Small, quick and the same every time. */
function chance(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return (state >> 8) % n;
  };
}

/** Everything that must hold whatever was done: each tile in exactly one place, rows without gaps, no empty place. */
function check(layout: Layout, tiles: readonly Tile[]): void {
  expect([...layout.places.keys()].sort()).toEqual([...tiles].sort());
  const places = [...layout.melds, ...layout.groups, RACK, HAND];
  expect(new Set(places).size).toBe(places.length);
  const found = places.flatMap((where) => tilesIn(layout, where));
  expect(found.sort()).toEqual([...tiles].sort());
  for (const where of places) {
    const held = tilesIn(layout, where);
    if (where !== RACK && where !== HAND) expect(held.length).toBeGreaterThan(0);
    if (held.some((tile, at) => layout.places.get(tile)?.at !== at)) expect.fail(`there is a gap in ${where}`);
    if (where === RACK || layout.groups.includes(where)) expect(held.every((tile) => layout.own.has(tile))).toBe(true);
  }
}

describe('a tile is in exactly one place', () => {
  const all = [...COLOURS.flatMap((colour) => Array.from({ length: 13 }, (_, k) => [`${colour}${k + 1}a`, `${colour}${k + 1}b`]).flat()), 'J1', 'J2'];

  it.each(Array.from({ length: 40 }, (_, seed) => seed))('whatever is done (%i)', (seed) => {
    const roll = chance(seed * 7919 + 1);
    const deck = [...all].sort(() => roll(3) - 1);
    const [count, held] = [roll(90), 1 + roll(16)];
    const melds: Tile[][] = [];
    for (let at = 0; at < count; at += 3) melds.push(deck.slice(at, at + 3));
    const start = melds.length * 3;
    const rack = deck.slice(start, start + held);
    const tiles = deck.slice(0, start + rack.length);
    let layout = fresh(melds, rack);
    check(layout, tiles);
    for (let step = 0; step < 60; step++) {
      const some = Array.from({ length: 1 + roll(4) }, () => tiles[roll(tiles.length)]!);
      const target = layout.melds[roll(Math.max(1, layout.melds.length))] ?? 'm99';
      const mine = some.filter((tile) => layout.own.has(tile));
      const at = roll(6) - 1;
      layout = [
        () => put(layout, some, target, at),
        () => join(layout, some, target, at),
        () => join(layout, some.slice(0, 1), target),
        () => newMeld(layout, some),
        () => split(layout, some[0]!),
        () => takeBack(layout, some, layout.groups[0] ?? RACK, at),
        () => group(layout, mine),
        () => sortRack(layout, roll(2) ? 'colour' : 'number'),
        () => freeJoker(layout, some[0]!, some.at(-1)!),
        () => layMeld(layout, [...new Set(some)]),
        () => turnMeld(layout, target),
        () => withMelds(layout, [[...new Set(some)]]) ?? layout,
        () => fresh(melds, rack, rackOrder(layout)),
      ][roll(13)]!();
      check(layout, tiles);
    }
  });

  it('and tiles that are not there are nowhere', () => {
    const layout = fresh(table('R5a R6a R7a'), row('B1a'));
    expect(put(layout, ['Y9a'], 'm0')).toEqual(layout);
    expect(withMelds(layout, table('Y9a'))).toBeNull();
    expect(withMelds(layout, table('B1a B1a'))).toBeNull();
    check(EMPTY, []);
  });
});

describe('melds sort themselves where there is one way', () => {
  it.each([
    ['R7a R5a R6a', 'R5a R6a R7a'],
    ['R7a R5a J1', 'R5a J1 R7a'],
    ['R5a R6a J1', 'R5a R6a J1'],
    ['J1 R5a R6a', 'J1 R5a R6a'],
    ['R12a R13a J1', 'J1 R12a R13a'],
    ['J1 R1a R2a', 'R1a R2a J1'],
    ['R9a J1 J2 R5a', 'R5a J1 J2 R9a'],
    ['Y7a R7a B7a', 'B7a R7a Y7a'],
    ['Y7a J1 B7a', 'B7a Y7a J1'],
    ['R5a G6a B7a', 'R5a G6a B7a'], // as it lies: there is no way
    ['J1 R5a J2', 'J1 R5a J2'],
    ['R5a R5b', 'R5a R5b'],
  ])('%s: %s', (given, wanted) => {
    expect(arranged(row(given)).join(' ')).toBe(wanted);
  });
});

describe('a turn is built', () => {
  it('by adding at either end', () => {
    const layout = fresh(table('R6a R7a R8a'), row('R5a R9a'));
    expect(shown(join(layout, ['R9a'], 'm0', 0))).toBe('[R6a R7a R8a R9a]');
    expect(shown(join(layout, ['R5a'], 'm0'))).toBe('[R5a R6a R7a R8a]');
  });
  it('by dropping a tile into a run that has it, which divides it', () => {
    const layout = fresh(table('B2a B3a B4a B5a B6a'), row('B4b'));
    expect(shown(join(layout, ['B4b'], 'm0', 2))).toBe('[B2a B3a B4a] [B4b B5a B6a]');
    const short = fresh(table('B3a B4a B5a'), row('B4b'));
    expect(shown(join(short, ['B4b'], 'm0', 2))).toBe('[B3a B4a B4b B5a]'); // nothing to divide: it lies where it was put
  });
  it('by taking a tile away for a new meld', () => {
    let layout = fresh(table('G2a G3a G4a G5a'), row('G6a Y2a B2a'));
    layout = join(layout, ['G6a'], 'm0');
    layout = newMeld(layout, ['G2a', 'Y2a', 'B2a']);
    expect(shown(layout)).toBe('[G3a G4a G5a G6a] [B2a G2a Y2a]');
    expect(tilesIn(layout, RACK)).toEqual([]);
  });
  it('and tiles of the table never come to the rack', () => {
    const layout = takeBack(fresh(table('R6a R7a R8a'), row('R5a')), ['R6a', 'R5a']);
    expect(placeOf(layout, 'R6a')).toBe(HAND);
    expect(placeOf(layout, 'R5a')).toBe(RACK);
  });
  it('and a freed joker comes into the hand', () => {
    const layout = fresh(table('R4a J1=R5 R6a'), row('R5b B7a'));
    const after = freeJoker(layout, 'R5b', 'J1');
    expect(shown(after)).toBe('[R4a R5b R6a]');
    expect(placeOf(after, 'J1')).toBe(HAND);
    expect(fitsJoker(tilesIn(layout, 'm0'), 'R5', 'R5b')).toBe(true);
    expect(fitsJoker(tilesIn(layout, 'm0'), 'R5', 'B7a')).toBe(false);
    expect(fitsJoker(row('R7a B7a J1'), 'G7', 'Y7a')).toBe(true);
    expect(fitsJoker(row('R7a B7a J1'), 'G7', 'R7b')).toBe(false);
  });
  it('and one tile with two jokers says what it is', () => {
    const layout = newMeld(fresh([], row('R5a J1 J2')), row('R5a J1 J2'));
    expect(shown(turnMeld(layout, 'm0'))).toBe('[R5a J1=B5 J2=G5]');
    expect(shown(turnMeld(turnMeld(layout, 'm0'), 'm0'))).toBe('[R5a J1 J2]');
    expect(shown(takeBack(turnMeld(layout, 'm0'), ['J1', 'J2']))).toBe('[R5a]');
  });
});

describe('the rack', () => {
  it('is sorted without touching groups made by hand', () => {
    let layout = group(fresh([], row('R9a B1a J1 R2a B5a Y2a')), ['R2a', 'Y2a']);
    layout = sortRack(layout, 'colour');
    expect(rackOrder(layout)).toEqual([row('R2a Y2a'), row('B1a B5a R9a J1')]);
    layout = sortRack(layout, 'number');
    expect(rackOrder(layout)).toEqual([row('R2a Y2a'), row('B1a B5a R9a J1')]);
    expect(rackOrder(group(layout, ['R2a', 'Y2a']))).toEqual([row('B1a B5a R9a J1 R2a Y2a')]);
  });
  it('keeps its order when tiles come and go', () => {
    const layout = fresh([], row('B1a B2a B3a G4a'), [row('G4a B1a'), row('B3a B9a')]);
    expect(rackOrder(layout)).toEqual([row('G4a B1a'), row('B3a B2a')]);
  });
});

describe('a whole table', () => {
  it('is laid from its text, and what is left over stays in hand', () => {
    const base = fresh(table('R4a J1=R5 R6a', 'B1a B2a B3a'), row('R5b B7a B9a'));
    const done = withMelds(base, parseMelds('[R4a R5b R6a] [B1a B2a B3a] [B7a J1=B8 B9a]'));
    expect(done && shown(done)).toBe('[R4a R5b R6a] [B1a B2a B3a] [B7a J1 B9a]');
    const part = withMelds(base, parseMelds('[R4a R5b R6a]'));
    expect(part && tilesIn(part, HAND).sort()).toEqual(row('B1a B2a B3a J1'));
  });
});
