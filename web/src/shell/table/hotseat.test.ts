import { expect, test } from 'vitest';
import type { SeatView } from '../../lib/wire';
import { nextActive } from './hotseat';

const eyes = [0, 2, 3].map((seat) => ({ seat }) as SeatView);

test.each([
  ['the seat on turn is shown', [2], 0, 1],
  ['who is shown stays while play waits for them, also among others', [0, 2, 3], 2, 2],
  ['who has chosen makes room for the next', [2, 3], 0, 1],
  ['nobody of ours is on turn: nothing changes', [1], 2, 2],
  ['a seat that was given up is shown no more', [1], 5, 0],
])('%s', (_, turn, current, expected) => {
  expect(nextActive(eyes, turn, current)).toBe(expected);
});

test('a spectator has one pair of eyes', () => {
  expect(nextActive([{ seat: null } as SeatView], [0], 0)).toBe(0);
});
