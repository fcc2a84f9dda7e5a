import { describe, expect, it } from 'vitest';
import { rackFit } from './sizes';
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

describe('a rack', () => {
  it('has tiles that a finger hits, in few rows', () => {
    expect(rackFit(14, 0, 360, 46)).toEqual({ size: 46, rows: 2 });
    expect(rackFit(18, 0, 360, 46)).toMatchObject({ rows: 3 });
    expect(rackFit(30, 2, 360, 46).size).toBeGreaterThanOrEqual(40);
    expect(rackFit(14, 0, 900, 60)).toMatchObject({ rows: 1 });
    expect(rackFit(14, 0, 728, 44, true)).toEqual({ size: 44, rows: 1 });
    expect(rackFit(20, 0, 728, 44, true)).toMatchObject({ rows: 2 });
  });
});
