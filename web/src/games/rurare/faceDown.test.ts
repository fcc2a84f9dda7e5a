import { expect, test } from 'vitest';
import { faceDown } from './view';

test('whoever shares a device does not learn what another player keeps secret', () => {
  expect(faceDown({ type: 'RowChosen', seat: 0, row: 3 })).toEqual({ type: 'RowChosen', seat: 0, row: null });
});

test('what everybody may know stays as it is', () => {
  const event = { type: 'RowTaken', seat: 0, row: 3 };
  expect(faceDown(event)).toEqual(event);
});
