import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RageEvent } from './wire';
import { Stage } from './stage.svelte';

const WON: RageEvent = { type: 'TrickWon', seat: 1, leader: 0, cards: ['B1', 'B2', 'B0'], bonus: 0 };
const SCORED: RageEvent = {
  type: 'RoundScored',
  round: 1,
  bids: [1, 0, 4],
  tricks: [1, 0, 9],
  bonus: [0, 0, 5],
  points: [11, 10, 9],
  totals: [11, 10, 9],
};
const card = (seat: number): RageEvent => ({ type: 'CardPlayed', seat, card: 'Y1' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('holds a trick, collects it, and is done', () => {
  const stage = new Stage();
  stage.play([card(2), WON], 1, true, 0);
  expect(stage.ghost?.leaving).toBe(false);
  vi.advanceTimersByTime(1200);
  expect(stage.ghost?.leaving).toBe(true);
  vi.advanceTimersByTime(400);
  expect(stage.ghost).toBeNull();
});

it('is faster at a higher speed, and nothing moves without motion', () => {
  const stage = new Stage();
  stage.play([WON], 4, true, 0);
  vi.advanceTimersByTime(400);
  expect(stage.ghost).toBeNull();
  stage.play([WON], 1, false, 0);
  expect(stage.ghost).toBeNull();
});

it('lets the trick lie while others lead on, but not in the way of the player', () => {
  const stage = new Stage();
  stage.play([WON], 1, true, 0);
  stage.play([card(1)], 1, true, 0);
  expect(stage.ghost).not.toBeNull();
  stage.play([card(0)], 1, true, 0);
  expect(stage.ghost).toBeNull();
});

it('shows the round after its last trick, at once when the trick is skipped, until it is read or play goes on', () => {
  const stage = new Stage();
  stage.play([WON, SCORED], 1, true, 0);
  expect(stage.scored).toBeNull();
  stage.play([{ type: 'BidMade', seat: 1, bid: 2 }], 1, true, 0);
  stage.skip();
  expect(stage.scored).toEqual(SCORED);
  stage.play([{ type: 'BidMade', seat: 2, bid: 2 }], 1, true, 0);
  expect(stage.scored).toEqual(SCORED);
  stage.play([card(1)], 1, true, 0);
  expect(stage.scored).toBeNull();
});
