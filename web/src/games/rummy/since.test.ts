import { describe, expect, it, vi } from 'vitest';
import { fresh, meldTexts, type Layout } from './layout';
import { marksOf, Since } from './since.svelte';
import type { RummyEvent } from './wire';

const row = (text: string): string[] => text.split(' ');
const table = (before: Layout | undefined, ...melds: string[]): Layout => fresh(melds.map(row), [], [], before);
const laid = (seat: number, tiles: string): RummyEvent => ({ type: 'TilesLaid', seat, tiles: row(tiles), table: [], opened: false, left: 3 }) as unknown as RummyEvent;
const drew = (seat: number): RummyEvent => ({ type: 'TilesDrawn', seat, count: 1, tiles: null, pool: 9 }) as unknown as RummyEvent;

describe('what others did', () => {
  const first = table(undefined, 'R4a R5a R6a R7a', 'B7a G7a Y7a');
  const second = table(first, 'B7a G7a Y7a', 'R4a R5a R6a R7a R8a');
  const third = table(second, 'R4a R5a R6a', 'R7a R8a R9a', 'B7a G7a Y7a');

  it('is marked: new tiles, and those that lie in another meld', () => {
    expect(Object.fromEntries(marksOf(first, second))).toEqual({ R8a: 'laid' });
    expect(Object.fromEntries(marksOf(first, third))).toEqual({ R7a: 'moved', R8a: 'laid', R9a: 'laid' });
  });

  it('is kept over all of them until the next turn of one’s own', () => {
    const since = new Since(() => undefined);
    since.hear([], first, 0);
    since.hear([laid(1, 'R8a')], second, 0);
    since.hear([laid(2, 'R9a')], third, 0);
    expect(since.lays.map((lay) => lay.event.seat)).toEqual([1, 2]);
    expect([...since.marks.keys()].sort()).toEqual(['R7a', 'R8a', 'R9a']);
    since.hear([drew(0)], third, 0);
    expect(since.marks.size).toBe(0);
  });

  it('is the last lay for who only watches', () => {
    const since = new Since(() => undefined);
    since.hear([], first, null);
    since.hear([laid(1, 'R8a')], second, null);
    since.hear([laid(2, 'R9a')], third, null);
    expect(since.lays.length).toBe(1);
    expect([...since.marks.keys()].sort()).toEqual(['R7a', 'R9a'].concat('R8a').sort());
  });

  it('is shown again from the table before on', () => {
    vi.useFakeTimers();
    const since = new Since(() => undefined);
    since.hear([], first, 0);
    since.hear([laid(1, 'R8a')], second, 0);
    since.hear([laid(2, 'R9a')], third, 0);
    const seen: (string | null)[] = [];
    const look = (): void => void seen.push(since.layout && JSON.stringify(meldTexts(since.layout)));
    since.show(1);
    for (let k = 0; k < 4; k++) {
      look();
      vi.advanceTimersByTime(k === 0 ? 700 : 1700);
    }
    expect(seen).toEqual([...[first, second, third].map((one) => JSON.stringify(meldTexts(one))), null]);
    vi.useRealTimers();
  });
});
