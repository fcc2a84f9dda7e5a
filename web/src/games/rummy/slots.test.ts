import { describe, expect, it } from 'vitest';
import { fresh, type Layout } from './layout';
import { arrange, rowsOf, type Lying, type Room, type Slots } from './slots';
import type { Tile } from './tiles';

const row = (text: string): Tile[] => text.split(' ');
const meld = (name: string, text: string): Lying => ({ name, tiles: row(text) });
const NONE: Slots = new Map();
const DESK: Room = { columns: 16, rows: 5 };
const PHONE: Room = { columns: 7.4, rows: 5 };

/** No two melds lie on each other, and none lies outside. */
function check(slots: Slots, { columns }: Room): void {
  const cells = new Set<string>();
  for (const [name, slot] of slots) {
    expect(slot.col).toBeGreaterThanOrEqual(0);
    const line = Math.max(1, Math.floor(columns - 0.32));
    expect(slot.col + Math.min(slot.tiles.length, line)).toBeLessThanOrEqual(columns + 0.01);
    slot.tiles.forEach((_, k) => {
      const [r, c] = [slot.row + Math.floor(k / line), slot.col + (k % line)];
      for (const half of [0.05, 0.5, 0.95]) {
        const cell = `${r} ${Math.round((c + half) * 20)}`;
        if (cells.has(cell)) expect.fail(`${name} lies on another meld`);
        cells.add(cell);
      }
    });
  }
}
const at = (slots: Slots, name: string): [number, number] => [slots.get(name)!.row, slots.get(name)!.col];

describe('melds keep their places', () => {
  const four = [meld('a', 'R1a R2a R3a'), meld('b', 'B1a B2a B3a'), meld('c', 'G7a R7a Y7a'), meld('d', 'Y9a Y10a Y11a')];
  const first = arrange(four, DESK, NONE);

  it('when others come, go or grow', () => {
    check(first, DESK);
    const grown = arrange([four[0]!, meld('b', 'B1a B2a B3a B4a'), four[3]!, meld('e', 'R10a R11a R12a R13a')], DESK, first);
    check(grown, DESK);
    for (const name of ['a', 'b', 'd']) expect(at(grown, name)).toEqual(at(first, name));
  });
  it('and so do the tiles of a meld that grows in front', () => {
    const start: Slots = new Map([['a', { row: 0, col: 3, tiles: row('R5a R6a R7a') }]]);
    expect(at(arrange([meld('a', 'R4a R5a R6a R7a')], DESK, start), 'a')).toEqual([0, 2]);
    expect(at(arrange([meld('a', 'R6a R7a')], DESK, start), 'a')).toEqual([0, 4]);
  });
  it('whatever order they are named in', () => {
    const turned = arrange([...four].reverse(), DESK, first);
    for (const one of four) expect(at(turned, one.name)).toEqual(at(first, one.name));
  });
  it('and one that has no room left moves alone', () => {
    const tight = arrange(four, PHONE, NONE);
    const long = arrange([meld('a', 'R1a R2a R3a R4a R5a R6a R7a R8a'), ...four.slice(1)], PHONE, tight);
    check(long, PHONE);
    for (const one of four.slice(1)) expect(at(long, one.name)).toEqual(at(tight, one.name));
  });
  it('and a new one lies where it was put down, if there is room', () => {
    const put = arrange([...four, meld('e', 'R9a')], DESK, first, { row: 3, col: 7.5 });
    expect(at(put, 'e')).toEqual([3, 7.5]);
    check(put, DESK);
    const onOthers = arrange([...four, meld('e', 'R9a')], DESK, first, { row: 0, col: 0.5 });
    check(onOthers, DESK);
  });
  it('leaves room to grow where there is any', () => {
    expect(at(first, 'b')[0]).toBe(0);
    expect(at(first, 'b')[1]).toBeGreaterThan(4.3);
  });
  it.each(Array.from({ length: 30 }, (_, seed) => seed))('over whole games (%i)', (seed) => {
    let state = seed * 7919 + 3;
    const roll = (n: number): number => ((state = (state * 1103515245 + 12345) & 0x7fffffff) >> 8) % n;
    const room = seed % 2 ? DESK : PHONE;
    let [melds, slots, named]: [Lying[], Slots, number] = [[], NONE, 0];
    for (let step = 0; step < 40; step++) {
      const before = slots;
      const chosen = roll(melds.length + 1);
      const old = melds[chosen];
      if (!old) melds = [...melds, { name: `n${(named += 1)}`, tiles: Array.from({ length: 3 + roll(3) }, (_, k) => `${named}-${k}`) }];
      else if (roll(5) === 0) melds = melds.filter((one) => one !== old);
      else melds = melds.map((one) => (one === old ? { ...one, tiles: roll(2) ? [...one.tiles, `x${step}`] : [`x${step}`, ...one.tiles] } : one));
      slots = arrange(melds, room, before);
      check(slots, room);
      for (const one of melds) if (one !== old && before.has(one.name) && one.tiles === before.get(one.name)!.tiles) expect(at(slots, one.name)).toEqual(at(before, one.name));
      for (const one of melds) if (old && one.name !== old.name && before.has(one.name)) expect(at(slots, one.name)).toEqual(at(before, one.name));
    }
    expect(rowsOf(slots, room.columns)).toBeLessThan(60);
  });
});

describe('a table that comes from the server', () => {
  const names = (layout: Layout): Record<string, string> => Object.fromEntries([...layout.places].map(([tile, place]) => [tile, place.where]));
  const before = fresh([row('R4a J1=R5 R6a R7a'), row('B8a G8a Y8a'), row('B2a B3a B4a B5a B6a')], row('R9a'));

  it('keeps the name of every meld, in whatever order it comes', () => {
    const after = fresh([row('B2a B3a B4a B5a B6a'), row('R4a J1=R5 R6a R7a R8a'), row('B8a G8a Y8a')], row('R9a'), [], before);
    expect(names(after)).toMatchObject({ R4a: 'm0', R8a: 'm0', B8a: 'm1', B2a: 'm2' });
    expect(after.melds).toEqual(['m0', 'm1', 'm2']);
  });
  it('gives the name of a divided meld to its larger part', () => {
    const after = fresh([row('B4b B5a B6a'), row('R4a J1=R5 R6a R7a'), row('B2a B3a B4a'), row('B8a G8a Y8a')], [], [], before);
    expect(names(after)).toMatchObject({ B2a: 'm2', B5a: 'm3', R4a: 'm0' });
  });
});
