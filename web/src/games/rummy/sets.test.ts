import { describe, expect, it } from 'vitest';
import { readySets, sorted } from './sets';

const row = (text: string): string[] => text.split(' ');
const text = (sets: string[][]): string[] => sets.map((set) => set.join(' ')).sort();

describe('ready melds on a rack', () => {
  it.each([
    ['R5a R6a R7a B1a', ['R5a R6a R7a']],
    ['R5a R6a B7a', []],
    ['B7a G7a R7a R9a', ['B7a G7a R7a']],
    ['B7a G7a Y7a R7a R8a R9a', ['B7a G7a Y7a', 'R7a R8a R9a']], // the red seven is needed for the run
    ['R1a R1b B1a G1a', ['B1a G1a R1a']],
    ['R3a R4a R5a R6a R7a R8a', ['R3a R4a R5a R6a R7a R8a']],
    ['J1 R5a R6a', []],
  ])('%s', (rack, sets) => {
    expect(text(readySets(row(rack)))).toEqual(sets);
  });
  it('come first, and the rest by colour', () => {
    expect(sorted(row('Y1a R7a B2a R5a R6a J1'), 'sets')).toEqual(row('R5a R6a R7a B2a Y1a J1'));
  });
  it('are found quickly on a full rack', () => {
    const rack = ['B', 'G', 'R', 'Y'].flatMap((colour) => [1, 2, 4, 5, 6, 8, 9, 11].map((n) => `${colour}${n}a`));
    expect(readySets(rack).flat().length).toBe(32);
  });
});
