import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reveal } from '../../lib/wire';
import type { RokEvent, RokView } from './wire';
import { beatsOf } from './beats';
import { Stage, type Update } from './stage.svelte';

const LYING = { rune: null, up: false, x: 3, y: -2, turned: 0 };
const THROW: RokEvent = { type: 'RunesThrown', round: 2, first: 0, counts: [5, 5], runes: [LYING], bag: 20 };
const WRONG: RokEvent = { type: 'WrongPairReturned', seat: 1, runes: ['W1a', 'B2a'], penalty: 1 };
const GIVEN: RokEvent = { type: 'PairGiven', seat: 1, runes: ['G1a', 'G1b'] };
const CAPTURE: RokEvent = { type: 'TreasureCaptured', taker: 0, owner: 1, balance: ['B3a', 'B3b'], treasure: ['B4a', 'B4b'] };
const ENDED: RokEvent = { type: 'ScrambleEnded', reason: 'nothing left' };
const PACE = { speed: 1, motion: true };
const VIEW = {
  type: 'rok', seat: 0, seats: 2, round: 1, first: 0, phase: 'grab', turn: [0, 1], bag: 20, table: [{ ...LYING, rune: 'G2a', up: true }],
  balance: ['W2a', 'B3a'], treasure: [[], ['B4a', 'B4b', 'G1a', 'G1b']], held: [['B3b'], ['W1a']], done: [],
} as unknown as RokView;
const update = (events: RokEvent[], more: Partial<Update> = {}): Update => ({ events, view: VIEW, before: null, races: true, waits: false, ...more });
const reveal = (n: number, fly: number, show: number): Reveal => ({ type: 'reveal', reveal: n, throw_at: fly, show_at: show, paths: [] });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (look: (frame: number) => void) => setTimeout(() => look(performance.now()), 16));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what is told', () => {
  it('comes in the rulebook’s order, and the throw after it is no part of it', () => {
    const told = beatsOf([ENDED, WRONG, GIVEN, CAPTURE, THROW], true).map((beat) => beat.event.type);
    expect(told).toEqual(['ScrambleEnded', 'WrongPairReturned', 'PairGiven', 'TreasureCaptured']);
  });

  it('carries runes from whom to whom', () => {
    const [beat] = beatsOf([CAPTURE], false);
    expect(beat?.carried.map((one) => [one.rune, one.from, one.to])).toEqual(['B3a', 'B3b', 'B4a', 'B4b'].map((rune) => [rune, 'seat-1', 'seat-0']));
  });
});

describe('the table', () => {
  const RETURNED: RokEvent = { type: 'WrongPairReturned', seat: 1, runes: ['W1a'], penalty: 1 };
  const EMPTY_THROW: RokEvent = { ...THROW, round: 2, runes: [{ ...LYING, x: 9, rune: 'W5a', up: true }] } as RokEvent;

  it('shows what has been told, and no more', () => {
    const stage = new Stage();
    stage.take(update([ENDED, RETURNED, GIVEN, CAPTURE, EMPTY_THROW, { ...ENDED }, { ...THROW, round: 3 }], { before: VIEW }), PACE);
    const seen: [number | undefined, string, string][] = [];
    for (let k = 0; k < 6; k++) {
      seen.push([stage.shown?.round, stage.shown?.held[1]?.join() ?? '', stage.shown?.treasure.map((row) => row.length).join() ?? '']);
      vi.advanceTimersByTime(stage.beat?.lasts ?? 0);
    }
    expect(seen).toEqual([[1, 'W1a', '0,4'], [1, '', '0,4'], [1, '', '0,2'], [1, '', '4,0'], [2, '', '4,0'], [2, '', '4,0']]);
    expect(stage.shown).toBeNull();
    stage.stop();
  });
});

describe('a new game', () => {
  const DRAWN: RokEvent = { type: 'BalanceDrawn', seats: [0, 1], runes: ['W2a', 'B3a'] };
  const LONE: RokEvent = { ...THROW, round: 1, bag: 30, runes: [{ ...LYING, x: 9, rune: 'W5a', up: true }] } as RokEvent;
  const EVENTS = [DRAWN, LONE, ENDED, THROW];

  it('throws nothing before all are ready, then counts, then tells a throw without a pair', () => {
    const stage = new Stage();
    stage.take(update(EVENTS, { waits: true }), PACE);
    expect([stage.beat?.event.type, stage.told]).toEqual(['BalanceDrawn', 1]);
    vi.advanceTimersByTime(60_000);
    expect([stage.beat, stage.told, stage.shown?.table, stage.shown?.bag, stage.shown?.round]).toEqual([null, 1, [], 31, 1]);
    const [start, at] = [Date.now(), performance.now()];
    stage.announce(reveal(1, start + 4800, start + 6100), () => Date.now(), PACE);
    expect(stage.countUntil).toBe(at + 3000);
    vi.advanceTimersByTime(2990);
    expect([stage.beat, stage.told]).toEqual([null, 1]);
    vi.advanceTimersByTime(20);
    expect([stage.beat?.event, stage.told, stage.shown?.table.length]).toEqual([LONE, 2, 1]);
    vi.advanceTimersByTime(1000);
    expect([stage.beat?.event, stage.told]).toEqual([ENDED, 3]);
    vi.advanceTimersByTime(800);
    expect([stage.scene, stage.told, stage.countUntil, stage.shown]).toEqual(['flying', Infinity, 0, null]);
    stage.stop();
  });

  it('is counted in for somebody who came while others were not ready', () => {
    const stage = new Stage();
    stage.take(update([], { waits: true }), PACE);
    stage.announce(reveal(1, Date.now() + 3000, Date.now() + 4300), () => Date.now(), PACE);
    expect([stage.countUntil - performance.now(), stage.shown?.table]).toEqual([3000, []]);
    vi.advanceTimersByTime(3010);
    expect([stage.scene, stage.shown]).toEqual(['flying', null]);
    stage.stop();
  });
});

describe('a throw', () => {
  it('is told, flies and opens at the times of the server’s clock', () => {
    const stage = new Stage();
    const start = Date.now();
    stage.take(update([ENDED, WRONG, THROW]), PACE);
    expect([stage.scene, [...stage.fresh]]).toEqual(['telling', ['3,-2']]);
    stage.announce(reveal(5, start + 2000, start + 3300), () => Date.now(), PACE);
    expect(stage.beat?.event.type).toBe('ScrambleEnded');
    vi.advanceTimersByTime(1500);
    expect(stage.beat?.event.type).toBe('WrongPairReturned');
    vi.advanceTimersByTime(510);
    expect([stage.scene, stage.beat]).toEqual(['flying', null]);
    vi.advanceTimersByTime(1200);
    expect(stage.scene).toBe('flying');
    vi.advanceTimersByTime(120);
    expect(stage.scene).toBe('open');
    expect(Math.abs(stage.painted - stage.expected)).toBeLessThan(17);
    stage.stop();
  });

  it('is open at once for who comes after the faces were shown', () => {
    const stage = new Stage();
    stage.take(update([]), PACE);
    stage.announce(reveal(5, Date.now() - 3000, Date.now() - 1700), () => Date.now(), PACE);
    expect(stage.scene).toBe('open');
    expect(stage.painted).toBeCloseTo(performance.now() - 1700, 0);
  });

  it('stays covered for who comes in between', () => {
    const stage = new Stage();
    stage.take(update([]), PACE);
    stage.announce(reveal(5, Date.now() - 100, Date.now() + 900), () => Date.now(), PACE);
    expect(stage.scene).toBe('flying');
    stage.stop();
  });

  it('lies there at once where nothing races', () => {
    const stage = new Stage();
    stage.take(update([WRONG, THROW], { races: false }), PACE);
    expect([stage.scene, stage.fresh.size, stage.beat?.event.type]).toEqual(['open', 0, 'WrongPairReturned']);
    stage.stop();
  });

  it('is shown anew by a server that was away, and the same one is no news', () => {
    const stage = new Stage();
    stage.take(update([]), PACE);
    const first = reveal(5, Date.now() - 3000, Date.now() - 1700);
    stage.announce(first, () => Date.now(), PACE);
    const { painted } = stage;
    stage.announce({ ...first }, () => Date.now(), PACE);
    expect([stage.scene, stage.painted]).toEqual(['open', painted]);
    stage.announce(reveal(5, Date.now(), Date.now() + 900), () => Date.now(), PACE);
    expect(stage.scene).toBe('flying');
    stage.stop();
  });

  it('is not disturbed by runes that are taken, and those are seen going', () => {
    const stage = new Stage();
    stage.take(update([THROW]), PACE);
    stage.announce(reveal(5, Date.now() - 1, Date.now()), () => Date.now(), PACE);
    stage.remember(new Map([['W1a', '3,-2']]));
    stage.take(update([{ type: 'RuneGrabbed', seat: 1, rune: 'W1a' }]), PACE);
    expect(stage.scene).toBe('open');
    expect(stage.ghosts.map((ghost) => [ghost.rune, ghost.to])).toEqual([['W1a', 'seat-1']]);
  });
});
