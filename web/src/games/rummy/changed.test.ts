import { expect, test } from 'vitest';
import { changedBy } from './changed';

const TABLE = [['R5a', 'R6a', 'R7a'], ['B9a', 'J1=G9', 'Y9a']];

test('a meld that stays as it was is no change', () => {
  expect(changedBy('lay [R7a R5a R6a] [B9a J1 Y9a] [G1a G2a G3a]', TABLE)).toEqual({ melds: [['G1a', 'G2a', 'G3a']], laid: ['G1a', 'G2a', 'G3a'] });
});

test('of a meld that was changed, only tiles from the rack are laid', () => {
  const changed = changedBy('lay [R5a R6a R7a R8a] [B9a G9a Y9a] [J1=B2 B3a B4a]', TABLE);
  expect(changed.melds).toHaveLength(3);
  expect(changed.laid).toEqual(['R8a', 'G9a', 'B3a', 'B4a']);
});

test('a draw changes nothing', () => {
  expect(changedBy('draw', TABLE)).toEqual({ melds: [], laid: [] });
});
