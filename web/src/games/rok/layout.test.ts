import { describe, expect, it } from 'vitest';
import { aimAt, alongAim, FULL_REACH, handOf, pointOf, reachOf, sheetOf, slideMove, spread, toScreen, toTable } from './layout';
import { letter } from './view';

describe('letters', () => {
  it('go from the left in rows from above, and a rune whose face comes late gets the next one', () => {
    const places = [{ key: 'low', x: 0, y: 90 }, { key: 'right', x: 50, y: 2 }, { key: 'left', x: 0, y: 0 }];
    const early = letter(places.slice(0, 2), 30);
    expect([...early]).toEqual([['right', 'a'], ['low', 'b']]);
    expect(letter(places, 30, early).get('left')).toBe('c');
    expect(letter(places, 30).get('left')).toBe('a');
  });
});

describe('the cloth', () => {
  it('turns so that the own seat is at the bottom, and the next one to its left', () => {
    const sheet = sheetOf(400, 600, 2, 5, false);
    const [own, next] = [handOf(2, 5), handOf(3, 5)];
    const [mine, left] = [toScreen(sheet, own.x, own.y), toScreen(sheet, next.x, next.y)];
    expect(mine.x).toBeCloseTo(200);
    expect(mine.y).toBeGreaterThan(560);
    expect(left.x).toBeLessThan(60);
  });

  it('finds the way back from the screen to the table', () => {
    const sheet = sheetOf(360, 480, 1, 3, false);
    const point = toScreen(sheet, 7.5, -3.25);
    const back = toTable(sheet, point.x, point.y);
    expect([back.x, back.y].map((n) => Math.round(n * 100) / 100)).toEqual([7.5, -3.25]);
  });

  it('draws runes for fingers, and a slide at its true scale', () => {
    expect(sheetOf(344, 460, 0, 2, false).rune).toBeGreaterThanOrEqual(44);
    const far = sheetOf(344, 460, 0, 2, true);
    expect(far.rune).toBeCloseTo(2 * far.across);
    expect(far.across).toBe(far.down);
  });
});

describe('runes that are drawn larger than they are', () => {
  const sheet = sheetOf(344, 460, 0, 2, false);
  const heap = Array.from({ length: 20 }, (_, k) => ({ key: String(k), x: (k % 5) * 2.1, y: Math.floor(k / 5) * 2.1 }));

  it('do not lie on each other, nor on Destiny', () => {
    const places = [...spread(sheet, heap, new Map()).values(), sheet.middle];
    for (const [i, one] of places.entries()) {
      for (const other of places.slice(i + 1)) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(sheet.rune * 0.9);
    }
  });

  it('stay where they are when others come', () => {
    const first = spread(sheet, heap.slice(0, 6), new Map());
    const second = spread(sheet, heap, first);
    for (const [key, place] of first) expect(second.get(key)).toEqual(place);
  });
});

describe('a slide', () => {
  it('is aimed by pulling from the hand; straight at Destiny is no direction at all', () => {
    expect(aimAt(1, 3, { x: 0, y: 0 })).toEqual({ degrees: 0, force: 1 });
    const hand = handOf(0, 2);
    expect(aimAt(0, 2, { x: hand.x - 11, y: 0 })).toEqual({ degrees: 0, force: 0.5 });
  });

  it('points where it was pulled to', () => {
    const point = pointOf(2, 5, { degrees: -12.5, force: 0.6 });
    expect(aimAt(2, 5, point)).toEqual({ degrees: -12.5, force: 0.6 });
  });

  it('is previewed as a stretch, with the square of the force', () => {
    const { least, most } = reachOf(0.5);
    expect(least).toBeLessThan(45 / 4);
    expect(most).toBeGreaterThan(45 / 4);
    expect(reachOf(0).least).toBe(0);
    expect(reachOf(1).most).toBe(FULL_REACH);
    const [hand, rest] = [handOf(1, 3), alongAim(1, 3, { degrees: 20, force: 0.5 }, 11)];
    expect(Math.hypot(rest.x - hand.x, rest.y - hand.y)).toBeCloseTo(11);
  });

  it('is written as the rules read it', () => {
    expect(slideMove({ degrees: -2.5, force: 0.6 })).toBe('slide 357.5 0.6');
    expect(slideMove({ degrees: 0, force: 1 })).toBe('slide 0 1');
    expect(slideMove({ degrees: 3, force: 0.66 })).toBe('slide 3 0.66');
  });
});
