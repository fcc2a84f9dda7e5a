import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { samples } from './samples';
import { Stage, type Moment } from './stage.svelte';
import type { RageEvent, RageView } from './wire';

const PACE = { speed: 1, live: true, hidden: false, motion: true };
const WON: RageEvent = { type: 'TrickWon', seat: 1, leader: 0, cards: ['B1', 'B2', 'B0'], bonus: 0 };
const ACTION: RageEvent = { ...WON, cards: ['B1', 'B2', '-5'] };
const SCORED: RageEvent = {
  type: 'RoundScored',
  round: 1,
  bids: [1, 0, 4],
  tricks: [1, 0, 9],
  bonus: [0, 0, 5],
  points: [11, 10, 9],
  totals: [11, 10, 9],
};
const DEALT: RageEvent = { type: 'RoundDealt', round: 2, dealer: 1, hands: [null, null, null] };
const card = (seat: number): RageEvent => ({ type: 'CardPlayed', seat, card: 'Y1' });
const view = samples.find((sample) => sample.name === 'waiting3')?.eyes[0]?.view as RageView;
const moment = (number: number, events: RageEvent[], changes: Partial<RageView> = {}): Moment => ({
  number,
  events,
  legal: [],
  view: { ...view, ...changes },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a trick', () => {
  it('lies complete, is collected, and makes room for the next card', () => {
    const stage = new Stage();
    stage.take(moment(1, [card(2), WON], { trick: [] }), PACE);
    stage.take(moment(2, [card(1)], { trick: ['Y1'] }), PACE);
    expect([stage.ghost?.leaving, stage.now?.view.trick]).toEqual([false, ['B1', 'B2', 'B0']]);
    vi.advanceTimersByTime(1900);
    expect(stage.ghost?.leaving).toBe(true);
    vi.advanceTimersByTime(310);
    expect([stage.ghost, stage.now?.view.trick]).toEqual([null, []]);
    vi.advanceTimersByTime(300);
    expect(stage.now?.view.trick).toEqual(['Y1']);
  });

  it('stays longer where an action card lies in it', () => {
    const stage = new Stage();
    stage.take(moment(1, [ACTION]), PACE);
    vi.advanceTimersByTime(2500);
    expect(stage.ghost?.leaving).toBe(false);
  });

  it('is over at a press, at once without motion, and sooner at a higher speed', () => {
    const stage = new Stage();
    stage.take(moment(1, [WON]), PACE);
    stage.skip();
    stage.skip();
    expect(stage.ghost).toBeNull();
    stage.take(moment(2, [WON]), { ...PACE, motion: false });
    expect(stage.ghost).toBeNull();
    stage.take(moment(3, [WON]), { ...PACE, speed: 4 });
    vi.advanceTimersByTime(700);
    expect(stage.ghost).toBeNull();
  });

  it('counts for its winner only when it is collected', () => {
    const stage = new Stage();
    stage.take(moment(0, [], { tricks: [0, 3, 0] }), PACE);
    stage.take(moment(1, [card(2), WON], { tricks: [0, 4, 0] }), PACE);
    expect(stage.now?.view.tricks).toEqual([0, 3, 0]);
    vi.advanceTimersByTime(2300);
    expect(stage.now?.view.tricks).toEqual([0, 4, 0]);
  });
});

describe('the end of a round', () => {
  const deal = moment(2, [card(2), WON, SCORED, DEALT], { round: 2, phase: 'bidding', hand: ['G1'], bids: [null, null, null], totals: [11, 10, 9] });

  it('shows the last trick, judges every promise, shows the score, and only then deals', () => {
    const stage = new Stage();
    stage.take(moment(1, []), PACE);
    stage.take(deal, PACE);
    expect([stage.now?.view.round, stage.verdict, stage.scored]).toEqual([view.round, null, null]);
    vi.advanceTimersByTime(2300);
    expect([stage.verdict, stage.scored]).toEqual([SCORED, null]);
    expect([stage.now?.view.bids, stage.now?.view.totals]).toEqual([[1, 0, 4], [0, 0, 0]]);
    vi.advanceTimersByTime(2300);
    expect(stage.scored).toEqual(SCORED);
    expect(stage.now?.view.hand).toEqual([]);
    stage.skip();
    expect([stage.scored, stage.now?.view.hand, stage.moments.busy]).toEqual([null, ['G1'], false]);
  });

  it('keeps what follows behind the score until it is read', () => {
    const stage = new Stage();
    stage.take(moment(1, []), PACE);
    stage.take(deal, { ...PACE, motion: false });
    stage.take(moment(3, [{ type: 'BidMade', seat: 1, bid: 2 }], { round: 2, bids: [null, 2, null] }), { ...PACE, motion: false });
    expect([stage.scored, stage.moments.told]).toEqual([SCORED, { number: 2, events: 3 }]);
    stage.skip();
    expect([stage.scored, stage.now?.view.bids]).toEqual([null, [null, 2, null]]);
  });

  it('goes on sooner on a big screen, where nobody presses anything', () => {
    const stage = new Stage();
    stage.take(deal, { ...PACE, motion: false, screen: true });
    vi.advanceTimersByTime(8000);
    expect(stage.scored).toBeNull();
  });

  it('leaves the last trick of the round to be looked at', () => {
    const stage = new Stage();
    stage.take(deal, { ...PACE, motion: false });
    stage.skip();
    expect(stage.before).toEqual({ round: 1, trick: WON });
  });
});
