import { describe, expect, it } from 'vitest';
import { framesOf, handBefore, waysTo } from './flight';
import { sheetOf } from './layout';

const PATH: [number, number][] = [[10, 0], [8, 0], [6.5, 0], [6, 0]];

describe('a throw', () => {
  it('comes from outside the table, on the line that it lands with', () => {
    expect(handBefore(PATH)).toEqual({ x: 23, y: 0 });
    const hand = handBefore([[3, 4], [2, 4]]);
    expect(Math.hypot(hand.x, hand.y)).toBeCloseTo(23);
    expect(hand.y).toBeCloseTo(4);
  });

  it('ends exactly where the rune is drawn, with offsets that only grow', () => {
    const sheet = sheetOf(400, 400, 0, 2, false);
    const frames = framesOf(PATH, sheet, { x: 150, y: 200 }, 360);
    const half = sheet.rune / 2;
    expect(frames.at(-1)?.transform).toBe(`translate3d(${(150 - half).toFixed(1)}px, ${(200 - half).toFixed(1)}px, 0) rotate(0deg) scale(1.00)`);
    const offsets = frames.map((frame) => Number(frame.offset));
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  });

  it('moves nothing that would make the browser lay out anew', () => {
    const touched = framesOf(PATH, sheetOf(400, 400, 0, 2, false), { x: 9, y: 9 }, 0).flatMap((frame) => Object.keys(frame));
    expect(new Set(touched)).toEqual(new Set(['offset', 'transform', 'opacity', 'easing']));
  });

  it('is matched with the runes by where the ways end, in whatever order', () => {
    const other: [number, number][] = [[-9, 1], [-4.5, 2]];
    const ways = waysTo([other, PATH], [{ key: 'a', x: 6, y: 0 }, { key: 'b', x: -4.5, y: 2 }, { key: 'c', x: 1, y: 1 }]);
    expect([ways.get('a'), ways.get('b'), ways.get('c')]).toEqual([PATH, other, undefined]);
  });
});
