import { expect, test } from 'vitest';
import { faceDown } from './view';

test('whoever shares a device does not learn what another player keeps secret', () => {
  expect(faceDown({ type: 'BidChosen', seat: 0, bid: 2 })).toEqual({ type: 'BidChosen', seat: 0, bid: null });
});

test('what everybody may know stays as it is', () => {
  const event = { type: 'BidMade', seat: 0, bid: 2 };
  expect(faceDown(event)).toEqual(event);
});
