import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { samples } from './samples';
import { Stage, type Moment } from './stage.svelte';
import { CATEGORIES } from './view';
import type { RuRaReEvent, RuRaReTally, RuRaReView } from './wire';

const PACE = { speed: 1, live: true, hidden: false, motion: true };
const tally = (total: number): RuRaReTally => ({ kings: 0, churches: 0, points: total, knights: 0, animals: {}, farm: 0, total });
const SHOWN: RuRaReEvent = { type: 'ChoicesRevealed', rows: [1, 2] };
const TAKEN: RuRaReEvent = { type: 'RowTaken', seat: 0, row: 1, cards: ['king', 'house'] };
const FIRST: RuRaReEvent = { type: 'CardsScored', scoring: 1, points: [tally(3), tally(0)], totals: [3, 0] };
const SECOND: RuRaReEvent = { type: 'CardsScored', scoring: 2, points: [tally(3), tally(0)], totals: [6, 0] };
const LOST: RuRaReEvent = { type: 'CardsDiscarded', cards: [{ house: 1 }, {}] };
const CHOSEN: RuRaReEvent = { type: 'RowChosen', seat: 1, row: null };
const view = samples.find((sample) => sample.name === 'first2')?.eyes[0]?.view as RuRaReView;
const moment = (number: number, events: RuRaReEvent[], changes: Partial<RuRaReView> = {}): Moment => ({
  number,
  events,
  legal: ['row 1'],
  view: { ...view, displays: [{ king: 1 }, {}], ...changes },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('counts three beats, shows the choices, and only then what follows', () => {
  const stage = new Stage();
  stage.take(moment(1, [], { displays: [{}, {}] }), PACE);
  stage.take(moment(2, [CHOSEN, SHOWN, TAKEN]), PACE);
  stage.take(moment(3, [CHOSEN]), PACE);
  expect([stage.beat, stage.moments.told, stage.now?.legal]).toEqual(['ru', { number: 2, events: 1 }, []]);
  vi.advanceTimersByTime(450);
  expect(stage.beat).toBe('ra');
  vi.advanceTimersByTime(450);
  expect([stage.beat, stage.moments.told]).toEqual(['re', { number: 2, events: 3 }]);
  expect(stage.now?.view.displays[0]?.['king']).toBe(0);
  vi.advanceTimersByTime(3000);
  expect([stage.beat, stage.now?.number, stage.moments.busy]).toEqual([null, 3, false]);
});

it('goes on at a press', () => {
  const stage = new Stage();
  stage.take(moment(1, [SHOWN, TAKEN]), PACE);
  for (const beat of ['ra', 're', null]) {
    stage.skip();
    expect(stage.beat).toBe(beat);
  }
});

it('tells a scoring category by category after the reveal, whole at a press, and waits until it is read', () => {
  const stage = new Stage();
  stage.take(moment(1, [SHOWN, SECOND], { phase: 'over' }), PACE);
  for (let k = 0; k < 3; k += 1) stage.skip();
  expect([stage.scored, stage.told]).toEqual([SECOND, 1]);
  vi.advanceTimersByTime(1400);
  expect(stage.told).toBe(2);
  stage.next();
  expect([stage.told, stage.scored]).toEqual([CATEGORIES.length, SECOND]);
  vi.advanceTimersByTime(20_000);
  expect([stage.scored, stage.now?.view.phase]).toEqual([SECOND, 'choosing']);
  stage.next();
  expect([stage.scored, stage.now?.view.phase]).toEqual([null, 'over']);
});

it('counts with the cards that leave, shows them leave, and remembers them for a turn', () => {
  const stage = new Stage();
  stage.take(moment(1, [SHOWN, TAKEN, FIRST, LOST]), PACE);
  for (let k = 0; k < 3; k += 1) stage.skip();
  expect([stage.counted[0], stage.now?.view.first_scores]).toEqual([{ king: 1, house: 1 }, null]);
  stage.next();
  stage.next();
  expect([stage.scored, stage.leaving, stage.now?.view.displays[0]]).toEqual([null, [{ house: 1 }, {}], { king: 1, house: 1 }]);
  vi.advanceTimersByTime(3000);
  expect([stage.leaving, stage.left, stage.now?.view.displays[0]]).toEqual([null, [{ house: 1 }, {}], { king: 1 }]);
  stage.take(moment(2, [SHOWN]), { ...PACE, motion: false });
  expect(stage.left).toBeNull();
});

it('shows both scorings where the first was missed', () => {
  const stage = new Stage();
  stage.take(moment(1, [SHOWN, FIRST, LOST, SECOND]), { ...PACE, motion: false });
  expect(stage.scored).toEqual(FIRST);
  stage.next();
  expect([stage.scored, stage.counted[0]]).toEqual([SECOND, { king: 1 }]);
  stage.next();
  expect(stage.scored).toBeNull();
});

it('shows a scoring whole, and no count, without motion', () => {
  const stage = new Stage();
  stage.take(moment(1, [SHOWN, FIRST]), { ...PACE, motion: false });
  expect([stage.beat, stage.scored, stage.told]).toEqual([null, FIRST, CATEGORIES.length]);
});

it('goes on sooner on a big screen, where nobody presses anything', () => {
  const stage = new Stage();
  stage.take(moment(1, [SECOND]), { ...PACE, motion: false, screen: true });
  vi.advanceTimersByTime(10_000);
  expect(stage.scored).toBeNull();
});
