import { expect, test } from 'vitest';
import { isSameMove, judgeDraft } from './lesson';

test.each([
  ['draw', 'draw', true],
  ['lay [R12a R11a R10a]', 'lay [R10a R11a R12a]', true],
  ['lay [B5a G5a Y5a] [R10a R11a]', 'lay [R10a R11a] [Y5a B5a G5a]', true],
  ['lay [B5a G5a] [Y5a R10a R11a]', 'lay [R10a R11a] [Y5a B5a G5a]', false],
  ['draw', 'lay [R10a R11a R12a]', false],
])('%s is taken for %s: %s', (move, expected, same) => {
  expect(isSameMove(move, expected)).toBe(same);
});

test('a draft is ready when it is the one that is meant', () => {
  const wanted = 'lay [R10a R11a R12a]';
  expect(judgeDraft('[R10a R11a]', wanted).ready).toBe(false);
  expect(judgeDraft('[R12a R10a R11a]', wanted)).toMatchObject({ ready: true, melds: [{ valid: true }] });
});
