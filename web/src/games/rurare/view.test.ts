import { describe, expect, it } from 'vitest';
import type { RuRaReEvent, RuRaReView } from './wire';
import { samples } from './samples';
import { displaysBefore, displaysScored, meetings, rowsBefore } from './view';

describe('the table before a reveal', () => {
  const events: RuRaReEvent[] = [
    { type: 'ChoicesRevealed', rows: [1, 2, 2] },
    { type: 'RowTaken', seat: 0, row: 1, cards: ['king', 'pig', 'house'] },
    { type: 'CardRemoved', row: 2, seats: [1, 2], card: 'cow' },
    { type: 'TurnCutShort', seats: [1, 2] },
    { type: 'CardsDiscarded', cards: [{ house: 2 }, {}, {}] },
    { type: 'RowsRefilled', cards: [['goat', 'goat', 'goat'], ['wife']], from_box: 0, pile: 3, last_turn: false },
  ];

  it('has the rows as they lay', () => {
    const rows = rowsBefore([['goat', 'goat', 'goat'], ['sheep', 'horse', 'wife']], events);
    expect(rows).toEqual([['king', 'pig', 'house'], ['sheep', 'horse', 'cow']]);
  });

  it('has the displays as they lay, and as they were counted', () => {
    const after = [{ king: 2, pig: 1 }, { cow: 1 }, {}];
    expect(displaysScored(after, events)[0]).toEqual({ king: 2, pig: 1, house: 2 });
    expect(displaysBefore(after, events)[0]).toEqual({ king: 1, pig: 0, house: 1 });
    expect(displaysBefore(after, events)[1]).toEqual({ cow: 1 });
  });

  it.each(samples.map((sample) => [sample.name, sample] as const))('never has a row of more than three cards: %s', (_, sample) => {
    const view = sample.eyes[0]?.view as RuRaReView;
    for (const row of rowsBefore(view.rows, (sample.events ?? []) as RuRaReEvent[])) expect(row.length).toBeLessThanOrEqual(3);
    for (const display of displaysBefore(view.displays, (sample.events ?? []) as RuRaReEvent[])) {
      expect(Math.min(0, ...Object.values(display))).toBe(0);
    }
  });
});

it('finds who met', () => {
  expect(meetings([3, null, 3, 1])).toEqual([{ row: 3, seats: [0, 2] }]);
});
