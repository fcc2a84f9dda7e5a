import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Moments, type Pace } from './moments.svelte';

const LIVE: Pace = { speed: 1, live: true, hidden: false };

/** A stage on which every moment with a scene lasts a second. */
function stage(scenes: Record<number, string[]>, rest = 0): { moments: Moments<{ number: number; text?: string }>; drawn: string[] } {
  const drawn: string[] = [];
  const moments = new Moments<{ number: number; text?: string }>({
    scenes: ({ number }) => (scenes[number] ?? []).map((name, k) => ({ for: 1000, told: k, show: () => void drawn.push(name) })),
    arrive: ({ number, text }) => void drawn.push(text ?? String(number)),
    rest: () => rest,
  });
  return { moments, drawn };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('draws at once what has no scene', () => {
  const { moments, drawn } = stage({});
  moments.take({ number: 1 }, LIVE);
  moments.take({ number: 2 }, LIVE);
  expect([drawn, moments.busy]).toEqual([['1', '2'], false]);
});

it('lets later updates wait for the scenes of an earlier one', () => {
  const { moments, drawn } = stage({ 1: ['a', 'b'] });
  moments.take({ number: 1 }, LIVE);
  moments.take({ number: 2 }, LIVE);
  expect([drawn, moments.busy]).toEqual([['a'], true]);
  expect(moments.told).toEqual({ number: 1, events: 0 });
  vi.advanceTimersByTime(1000);
  expect(moments.told).toEqual({ number: 1, events: 1 });
  vi.advanceTimersByTime(1000);
  expect([drawn, moments.busy]).toEqual([['a', 'b', '1', '2'], false]);
  expect(moments.told.number).toBe(2);
});

it('goes on to the next scene at a press, and to the end when asked for everything', () => {
  const { moments, drawn } = stage({ 1: ['a', 'b'], 2: ['c'] });
  moments.take({ number: 1 }, LIVE);
  moments.take({ number: 2 }, LIVE);
  moments.skip();
  expect(drawn).toEqual(['a', 'b']);
  moments.flush();
  expect([drawn, moments.busy]).toEqual([['a', 'b', '2'], false]);
  vi.advanceTimersByTime(5000);
  expect(drawn).toEqual(['a', 'b', '2']);
});

it('brings the last update up to date, during its scenes and after them', () => {
  const { moments, drawn } = stage({ 1: ['a'] });
  moments.take({ number: 1 }, LIVE);
  moments.take({ number: 1, text: 'newer' }, LIVE);
  expect(drawn).toEqual(['a']);
  vi.advanceTimersByTime(1000);
  moments.take({ number: 1, text: 'newest' }, LIVE);
  expect(drawn).toEqual(['a', 'newer', 'newest']);
});

it('rests between two updates without being busy', () => {
  const { moments, drawn } = stage({}, 200);
  moments.take({ number: 1 }, LIVE);
  expect([drawn, moments.busy]).toEqual([['1'], false]);
  moments.take({ number: 2 }, LIVE);
  expect([drawn, moments.busy]).toEqual([['1'], true]);
  vi.advanceTimersByTime(200);
  expect([drawn, moments.busy]).toEqual([['1', '2'], false]);
});

it('runs faster where many updates wait', () => {
  const { moments, drawn } = stage({ 1: ['a'], 2: ['b'] });
  for (let number = 1; number <= 8; number += 1) moments.take({ number }, LIVE);
  vi.advanceTimersByTime(1000);
  expect(drawn.at(-1)).toBe('b');
  vi.advanceTimersByTime(400);
  expect(drawn.at(-1)).toBe('8');
});

it('lets a new moment end the one before it where nothing runs', () => {
  const { moments, drawn } = stage({ 1: ['a'], 2: ['b'] });
  moments.take({ number: 1 }, { ...LIVE, live: false });
  moments.take({ number: 2 }, { ...LIVE, live: false });
  expect(drawn).toEqual(['a', '1', 'b']);
});

it('shows no scenes to an empty room', () => {
  const { moments, drawn } = stage({ 1: ['a'], 2: ['b'] });
  moments.take({ number: 1 }, LIVE);
  moments.take({ number: 2 }, { ...LIVE, hidden: true });
  expect([drawn, moments.busy]).toEqual([['a', '1', '2'], false]);
});
