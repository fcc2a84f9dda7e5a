import { expect, test } from 'vitest';
import { faceDown } from './tiles';

test('whoever shares a device does not learn what another player keeps secret', () => {
  expect(faceDown({ type: 'TilesDrawn', seat: 1, count: 1, tiles: ['R5a'], pool: 9 })).toEqual({ type: 'TilesDrawn', seat: 1, count: 1, tiles: null, pool: 9 });
});

test('what everybody may know stays as it is', () => {
  const event = { type: 'Passed', seat: 1 };
  expect(faceDown(event)).toEqual(event);
});
