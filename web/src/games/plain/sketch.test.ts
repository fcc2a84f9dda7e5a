import { describe, expect, it } from 'vitest';
import type { GameView } from '../../lib/wire';
import { faceDown, narrate, order, sharedZones, zonesOfSeat } from './sketch';

const view: GameView = {
  type: 'goofspiel',
  seat: 1,
  seats: 3,
  options: {},
  phase: 'bidding',
  turn: [1],
  sketch: {
    zones: [
      { title: 'prizes', seat: null, text: '', pieces: ['8', '2'] },
      { title: 'points', seat: 0, text: '4', pieces: [] },
      { title: 'points', seat: 1, text: '0', pieces: [] },
    ],
  },
};

describe('a sketch', () => {
  it('has places for everybody and places for each seat', () => {
    expect(sharedZones(view).map((zone) => zone.pieces)).toEqual([['8', '2']]);
    expect(zonesOfSeat(view, 0).map((zone) => zone.text)).toEqual(['4']);
    expect(zonesOfSeat(view, 2)).toEqual([]);
  });
  it('is empty where the server sent none', () => {
    expect(sharedZones({ ...view, sketch: undefined })).toEqual([]);
  });
  it('begins with the own seat', () => {
    expect(order(view)).toEqual([1, 2, 0]);
    expect(order({ ...view, seat: null })).toEqual([0, 1, 2]);
  });
});

describe('events', () => {
  it('are told in the words of the server', () => {
    expect(narrate({ type: 'PrizeTurned', prize: 8, words: 'Prize turned, prize 8' })).toBe('Prize turned, prize 8');
    expect(narrate({ type: 'PrizeTurned', prize: 8 })).toBeNull();
  });
  it('keep a hidden choice from others at the same device', () => {
    const chosen = { type: 'CardChosen', seat: 0, card: 5, words: 'Ana: card chosen, card 5', public_words: 'Ana: card chosen' };
    expect(narrate(faceDown(chosen))).toBe('Ana: card chosen');
    expect(faceDown(chosen)['card']).toBeUndefined();
    const open = { type: 'PrizeTurned', prize: 8, words: 'Prize turned, prize 8' };
    expect(faceDown(open)).toBe(open);
  });
});
