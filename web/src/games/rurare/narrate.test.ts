import { describe, expect, it } from 'vitest';
import { LANGS, translator, type Lang } from '../../lib/i18n';
import { shellTexts } from '../../lib/i18n/shell';
import type { RuRaReEvent, RuRaReTally } from './wire';
import { narrate, sayMove, sayReason } from './narrate';
import { samples } from './samples';
import { texts } from './texts';

const names = ['Ana', 'Ben', 'Chiara'];
const words = (lang: Lang) => translator(shellTexts, lang);
const tally = (total: number): RuRaReTally => ({ kings: 0, churches: 0, points: total, knights: 0, animals: {}, farm: 0, total });

describe('events in words', () => {
  it.each<[RuRaReEvent, string]>([
    [{ type: 'RowsLaid', rows: [['king'], ['pig']], pile: 88, box: 0 }, 'The rows are laid out: 2 rows, 88 cards in the pile.'],
    [{ type: 'RowChosen', seat: 1, row: null }, 'Ben has chosen.'],
    [{ type: 'RowChosen', seat: 0, row: 4 }, 'Ana has chosen row 4.'],
    [{ type: 'ChoicesRevealed', rows: [1, null, 3] }, 'Ru, Ra, Re! Ana 1, Chiara 3.'],
    [{ type: 'RowTaken', seat: 2, row: 3, cards: ['king', 'chicken', 'points2'] }, 'Chiara takes row 3: king, hen, 2-point shield.'],
    [{ type: 'CardRemoved', row: 5, seats: [0, 1], card: 'house' }, 'Ana and Ben meet on row 5: the house goes to the box.'],
    [{ type: 'TurnCutShort', seats: [1] }, 'At most one row is left: nothing for Ben this turn.'],
    [{ type: 'CardsScored', scoring: 1, points: [tally(3), tally(0), tally(7)], totals: [3, 0, 7] }, 'First scoring: Ana 3, Ben 0, Chiara 7.'],
    [{ type: 'CardsScored', scoring: 2, points: [tally(3), tally(0), tally(7)], totals: [3, 0, 7] }, 'Second scoring: Ana 3, Ben 0, Chiara 7.'],
    [{ type: 'CardsDiscarded', cards: [{ house: 1 }, {}, {}] }, '1 card with a cross goes to the box.'],
    [{ type: 'RowsRefilled', cards: [['king'], ['pig']], from_box: 0, pile: 9, last_turn: false }, 'The rows get 2 new cards; 9 left in the pile.'],
    [
      { type: 'RowsRefilled', cards: [['king'], ['pig']], from_box: 1, pile: 0, last_turn: true },
      'The rows get 2 new cards; 0 left in the pile. The box was shuffled: 1 card came from it. This is the last turn!',
    ],
    [{ type: 'GameEnded', scores: [5, 9, 9], winners: [1, 2] }, 'Ben and Chiara share the victory with 9 points.'],
    [{ type: 'GameEnded', scores: [5, 9, 8], winners: [1] }, 'Ben wins with 9 points.'],
  ])('%j', (event, told) => expect(narrate(event, names, words('en'))).toBe(told));

  it.each(LANGS)('leaves no gap in %s', (lang) => {
    for (const { events, names: players } of samples) {
      for (const event of events ?? []) expect(narrate(event, players, words(lang))).toMatch(/^[^{}]+$/);
    }
  });
});

it('says a move, and why', () => {
  expect(sayMove('row 6', words('en'))).toBe('Choose row 6');
  const hint = { type: 'hint' as const, seat: 0, move: 'row 6', reason: 'rurare.costly', numbers: { share: 30, value: '+2.1', cost: 3, rival: 1 }, why: 'x', steps: [] };
  expect(sayReason(hint, words('en'), names)).toBe('Row 6: +2.1 points on the others expected; meeting Ben there costs 3');
  expect(sayReason(hint, words('en'))).toMatch(/meeting somebody there costs 3$/);
  expect(sayReason({ ...hint, reason: 'rurare.new' }, words('en'))).toBe('x');
});

it.each(LANGS)('has the same placeholders in %s as in English', (lang) => {
  const holes = (phrase: unknown): string[] => [...new Set(JSON.stringify(phrase).match(/\{\w+\}/g))].sort();
  for (const key of Object.keys(texts.en) as (keyof typeof texts.en)[]) {
    expect([key, holes(texts[lang][key])]).toEqual([key, holes(texts.en[key])]);
  }
});
