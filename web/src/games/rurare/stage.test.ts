import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RuRaReEvent } from './wire';
import { Stage } from './stage.svelte';
import { CATEGORIES } from './view';

const SHOWN: RuRaReEvent = { type: 'ChoicesRevealed', rows: [1, 2] };
const TAKEN: RuRaReEvent = { type: 'RowTaken', seat: 0, row: 1, cards: ['king'] };
const SCORED: RuRaReEvent = { type: 'CardsScored', scoring: 1, points: [], totals: [] };
const CHOSEN: RuRaReEvent = { type: 'RowChosen', seat: 1, row: null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('counts three beats, shows the choices, and is done', () => {
  const stage = new Stage();
  stage.play([SHOWN, TAKEN], 1, true);
  expect(stage.beat).toBe('ru');
  vi.advanceTimersByTime(450);
  expect(stage.beat).toBe('ra');
  vi.advanceTimersByTime(450);
  expect(stage.beat).toBe('re');
  vi.advanceTimersByTime(3000);
  expect(stage.beat).toBeNull();
});

it('goes on while others choose already, and ends at a click', () => {
  const stage = new Stage();
  stage.play([SHOWN, TAKEN], 1, true);
  stage.play([CHOSEN], 1, true);
  expect(stage.beat).toBe('ru');
  stage.skip();
  expect(stage.beat).toBeNull();
});

it('gives way to the next reveal', () => {
  const stage = new Stage();
  stage.play([SHOWN, TAKEN], 1, true);
  vi.advanceTimersByTime(1000);
  stage.play([SHOWN], 1, true);
  expect(stage.beat).toBe('ru');
  expect(stage.events).toEqual([SHOWN]);
});

it('tells a scoring category by category after the reveal, and whole at a click', () => {
  const stage = new Stage();
  stage.play([SHOWN, SCORED], 1, true);
  expect(stage.scored).toBeNull();
  stage.skip();
  expect([stage.scored, stage.told]).toEqual([SCORED, 1]);
  vi.advanceTimersByTime(1400);
  expect(stage.told).toBe(2);
  stage.skip();
  expect(stage.told).toBe(CATEGORIES.length);
  stage.read();
  expect(stage.scored).toBeNull();
});

it('shows everything at once without motion', () => {
  const stage = new Stage();
  stage.play([SHOWN, SCORED], 1, false);
  expect([stage.beat, stage.scored, stage.told]).toEqual([null, SCORED, CATEGORIES.length]);
});
