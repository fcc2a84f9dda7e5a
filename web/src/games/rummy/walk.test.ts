import { describe, expect, it } from 'vitest';
import { meldTile, rackTile } from './sizes';
import { nextBox, type Box } from './walk';

// Two rows of three, and one below.
const box = (x: number, y: number): Box => ({ left: x, top: y, right: x + 30, bottom: y + 40 });
const boxes = [box(0, 0), box(32, 0), box(64, 0), box(0, 50), box(32, 50), box(64, 50), box(32, 100)];

describe('arrow keys', () => {
  it.each([
    [0, 'ArrowRight', 1],
    [2, 'ArrowRight', 3],
    [3, 'ArrowLeft', 2],
    [1, 'ArrowDown', 4],
    [5, 'ArrowDown', 6],
    [6, 'ArrowUp', 4],
    [0, 'ArrowUp', 0],
    [6, 'ArrowDown', 6],
  ] as const)('from %i by %s to %i', (from, key, to) => {
    expect(nextBox(boxes, from, key)).toBe(to);
  });
});

describe('sizes', () => {
  it('shrink so that everything is in sight, but not below what can be hit', () => {
    expect(meldTile([3, 4], 340, 400, 30, 46)).toBe(46);
    expect(meldTile(Array(12).fill(4), 340, 400, 30, 46)).toBeLessThan(46);
    expect(meldTile(Array(30).fill(3), 340, 300, 30, 46)).toBe(30);
    expect(rackTile(14, 0, 360, 46)).toBeGreaterThanOrEqual(44);
    expect(rackTile(30, 2, 360, 46)).toBeGreaterThanOrEqual(32);
    expect(rackTile(18, 0, 360, 46) * 9 * 1.05).toBeLessThanOrEqual(332); // in two rows
    expect(rackTile(14, 0, 900, 60)).toBeGreaterThanOrEqual(50);
  });
});
