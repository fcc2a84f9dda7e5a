import { describe, expect, it } from 'vitest';
import { LANGS, translator, type Lang } from '../../lib/i18n';
import { shellTexts } from '../../lib/i18n/shell';
import type { RageEvent } from './wire';
import { narrate, sayMove, sayReason } from './narrate';
import { samples } from './samples';
import { texts } from './texts';

const names = ['Ana', 'Ben', 'Chiara'];
const words = (lang: Lang) => translator(shellTexts, lang);
const say = (event: RageEvent, lang: Lang = 'en'): string | null => narrate(event, names, words(lang));

describe('events in words', () => {
  it.each<[RageEvent, string]>([
    [{ type: 'RoundDealt', round: 2, dealer: 1, hands: [null, null, null] }, 'Round 2. Ben deals.'],
    [
      { type: 'TrumpTurned', cards: ['+5', 'Y8'], trump: 'Y', from_next_trick: false },
      'Turned up: plus five, yellow 8. Trump is yellow.',
    ],
    [
      { type: 'TrumpTurned', cards: ['R0'], trump: 'R', from_next_trick: true },
      'Turned up: red 0. Trump will be red from the next trick on.',
    ],
    [
      { type: 'TrumpTurned', cards: [], trump: null, from_next_trick: false },
      'The stock is used up: no trump for the rest of the round.',
    ],
    [{ type: 'TrumpEnded' }, 'No trump in this trick.'],
    [{ type: 'BidMade', seat: 0, bid: 3 }, 'Ana bids 3.'],
    [{ type: 'BidChosen', seat: 2, bid: null }, 'Chiara has written a bid.'],
    [{ type: 'BidChosen', seat: 0, bid: 0 }, 'Ana has written 0.'],
    [{ type: 'BidsRevealed', bids: [1, 0, 4] }, 'The bids: Ana 1, Ben 0, Chiara 4.'],
    [{ type: 'CardPlayed', seat: 1, card: 'J:P' }, 'Ben plays joker as purple.'],
    [{ type: 'TrickWon', seat: 1, leader: 0, cards: ['B1', 'B2', 'B0'], bonus: 0 }, 'Ben takes the trick. Blue 2: the highest blue.'],
    [{ type: 'TrickWon', seat: 1, leader: 0, cards: ['B1', 'B2', '-5'], bonus: -5 }, 'Ben takes the trick. Blue 2: the highest blue. −5 points.'],
    [
      { type: 'RoundScored', round: 1, bids: [1, 0, 4], tricks: [1, 0, 9], bonus: [0, 0, 5], points: [11, 10, 9], totals: [11, 10, 9] },
      'Round 1 scored: Ana +11, Ben +10, Chiara +9.',
    ],
    [{ type: 'MatchEnded', scores: [5, 9, 9], winners: [1, 2] }, 'Ben and Chiara share the victory with 9 points.'],
    [{ type: 'MatchEnded', scores: [5, 9, 8], winners: [1] }, 'Ben wins the match with 9 points.'],
  ])('%j', (event, told) => expect(say(event)).toBe(told));

  it.each(LANGS)('leaves no gap in %s', (lang) => {
    for (const { events, names: players } of samples) {
      for (const event of events ?? []) expect(narrate(event, players, words(lang))).toMatch(/^[^{}]+$/);
    }
  });

  it('uses the words of the language', () => {
    expect(say({ type: 'CardPlayed', seat: 0, card: 'Y8' }, 'it')).toBe('Ana gioca 8 giallo.');
    expect(say({ type: 'CardPlayed', seat: 0, card: 'CT' }, 'ro')).toBe('Ana joacă schimbare de atu.');
    expect(say({ type: 'BidMade', seat: 0, bid: 1 }, 'de')).toBe('Ana sagt 1 an.');
    const turned = (cards: string[]): RageEvent => ({ type: 'TrumpTurned', cards, trump: 'R', from_next_trick: false });
    expect(say(turned(['R1']), 'it')).toBe('Girata: 1 rosso. L’atout è rosso.');
    expect(say(turned(['CT', 'R1']), 'ro')).toBe('S-au întors: schimbare de atu, 1 roșu. Atuul este roșu.');
  });
});

it('says a move', () => {
  expect(sayMove('bid 3', words('en'))).toBe('Bid 3');
  expect(sayMove('O15', words('de'))).toBe('orange 15');
});

it('says why a bot would do so, or what the server said', () => {
  const hint = { type: 'hint', seat: 0, move: 'bid 2', reason: 'rage.bid', numbers: { bid: 2, exact: 41, points: '+5.2' }, why: 'x', steps: [] } as const;
  expect(sayReason({ ...hint, steps: [] }, words('en'))).toBe('Bid 2: exact 41 % of the time, +5.2 points expected in this round');
  const second = { reason: 'rage.bidOver', numbers: { ...hint.numbers, second: 'bid 1', behind: '+4.4' }, steps: [] };
  expect(sayReason({ ...hint, ...second }, words('en'))).toMatch(/; next best: 1 with \+4\.4$/);
  const card = { reason: 'rage.playOver', numbers: { card: 'R1', exact: 41, points: '+5.2', second: 'O15', behind: '+4.4' }, steps: [] };
  expect(sayReason({ ...hint, ...card }, words('de'))).toMatch(/; zweite Wahl: orange 15 mit \+4,4$/);
  expect(sayReason({ ...hint, reason: 'rage.new', steps: [] }, words('en'))).toBe('x');
});

it.each(LANGS)('has the same placeholders in %s as in English', (lang) => {
  const holes = (phrase: unknown): string[] => [...new Set(JSON.stringify(phrase).match(/\{\w+\}/g))].sort();
  for (const key of Object.keys(texts.en) as (keyof typeof texts.en)[]) {
    expect([key, holes(texts[lang][key])]).toEqual([key, holes(texts.en[key])]);
  }
});
