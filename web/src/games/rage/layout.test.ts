import { describe, expect, it } from 'vitest';
import { around, fan } from './layout';

describe('the fan', () => {
  it.each([1, 2, 5, 7, 8, 9, 10])('shows a third of each of %i cards at 360 pixels, 44 pixels for a finger', (count) => {
    const { places, card } = fan(count, 344, false);
    for (const [k, place] of places.entries()) {
      const next = places[k + 1];
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.x + card.width).toBeLessThanOrEqual(344.01);
      if (next === undefined || next.x < place.x) continue;
      expect(next.x - place.x).toBeGreaterThanOrEqual(Math.max(44, card.width / 3) - 0.01);
    }
  });
});

describe('the felt', () => {
  it.each([3, 4, 5, 6, 7, 8])('keeps the plates of %i players apart and inside', (seats) => {
    const plate = { width: 92, height: 47 };
    const places = around(seats, 344, 198, plate, true).seats.slice(1);
    for (const [k, a] of places.entries()) {
      expect(a.x - plate.width / 2).toBeGreaterThanOrEqual(0);
      expect(a.y + plate.height / 2).toBeLessThanOrEqual(198);
      for (const b of places.slice(k + 1)) {
        expect(Math.abs(a.x - b.x) >= plate.width || Math.abs(a.y - b.y) >= plate.height).toBe(true);
      }
    }
  });
});
