import { describe, expect, it } from 'vitest';
import { around, fan, heldWidth, type Shape } from './layout';

describe('the fan', () => {
  it.each([1, 2, 5, 7, 8, 9, 10])('shows a third of each of %i cards at 360 pixels, 44 pixels for a finger', (count) => {
    const { places, card } = fan(count, 344, heldWidth({ width: 360, height: 688 }, 'rows'));
    for (const [k, place] of places.entries()) {
      const next = places[k + 1];
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.x + card.width).toBeLessThanOrEqual(344.01);
      if (next === undefined || next.x < place.x) continue;
      expect(next.x - place.x).toBeGreaterThanOrEqual(Math.max(44, card.width / 3) - 0.01);
    }
  });

  it('lies in one row on a phone held sideways', () => {
    const { places, height } = fan(10, 590, heldWidth({ width: 740, height: 308 }, 'sides'), true);
    expect(new Set(places.map(({ turn }) => Math.sign(turn))).size).toBe(2);
    expect(height).toBeLessThan(112);
  });
});

const FELTS: [Shape, number, number][] = [
  ['rows', 304, 262],
  ['rows', 344, 330],
  ['sides', 500, 184],
  ['sides', 800, 190],
  ['round', 740, 360],
  ['round', 960, 430],
  ['round', 1500, 900],
];

describe.each(FELTS)('a felt of shape %s, %i by %i', (shape, width, height) => {
  it.each([3, 4, 5, 6, 7, 8])('keeps the plates of %i players apart and inside', (seats) => {
    const { seats: places, plate } = around(seats, { width, height }, shape, true);
    for (const [k, a] of places.slice(1).entries()) {
      expect(a.x - plate.width / 2).toBeGreaterThanOrEqual(0);
      expect(a.x + plate.width / 2).toBeLessThanOrEqual(width);
      expect(a.y - plate.height / 2).toBeGreaterThanOrEqual(0);
      expect(a.y + plate.height / 2).toBeLessThanOrEqual(height);
      for (const b of places.slice(k + 2)) {
        expect(Math.abs(a.x - b.x) >= plate.width || Math.abs(a.y - b.y) >= plate.height - 0.01).toBe(true);
      }
    }
  });

  it.each([3, 4, 5, 6, 7, 8])('keeps the cards of %i players inside, off the plates, and shows each one’s number', (seats) => {
    const felt = around(seats, { width, height }, shape, true);
    const cards = Array.from({ length: seats }, (_, k) => felt.spot(k, k));
    for (const [k, a] of cards.entries()) {
      expect(a.x - felt.card.width / 2).toBeGreaterThanOrEqual(-0.01);
      expect(a.x + felt.card.width / 2).toBeLessThanOrEqual(width + 0.01);
      expect(a.y - felt.card.height / 2).toBeGreaterThanOrEqual(-0.01);
      expect(a.y + felt.card.height / 2).toBeLessThanOrEqual(height + 0.01);
      for (const plate of felt.seats.slice(1)) {
        const apart = { x: Math.abs(a.x - plate.x) - (felt.card.width + felt.plate.width) / 2, y: Math.abs(a.y - plate.y) - (felt.card.height + felt.plate.height) / 2 };
        expect(Math.max(apart.x, apart.y)).toBeGreaterThanOrEqual(-0.01);
      }
      for (const b of cards.slice(k + 1)) {
        const shown = Math.max(Math.abs(a.x - b.x) / felt.card.width, Math.abs(a.y - b.y) / felt.card.height);
        expect(shown).toBeGreaterThan(0.42);
      }
    }
  });
});

it('makes the trick of four a third larger than the hand was, close together in the middle', () => {
  const felt = around(4, { width: 950, height: 430 }, 'round', true);
  expect(felt.card.width).toBeGreaterThan(112);
  expect(felt.spot(3, 3).x - felt.spot(1, 1).x).toBeLessThan(2 * felt.card.width);
});
