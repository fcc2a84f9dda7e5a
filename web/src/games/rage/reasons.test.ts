import { expect, it } from 'vitest';
import { LANGS } from '../../lib/i18n';
import { trickWords } from './reasons';
import { rageWords } from './words';

const t = rageWords('en');
const trick = (cards: string, place: number) => ({ seat: (place + 1) % cards.split(' ').length, leader: 1, cards: cards.split(' ') });

it.each([
  ['B3 B9 B4', 1, 'Blue 9: the highest blue'],
  ['B3 P14 B4', 1, 'Purple 14: trump beats blue'],
  ['B3 G9 R4', 0, 'Blue 3: the only blue'],
  ['+5 B3 B9', 2, 'Blue 9: the highest blue · +5 points'],
  ['-5 B3 -5 B9', 3, 'Blue 9: the highest blue · −10 points'],
  ['B3 +5 -5', 0, 'Blue 3: the only blue · +5 and −5 cancel out'],
  ['-5 CT NT', 0, 'Only action cards: the first one wins · −5 points'],
  ['NT P14 B4 P15', 3, 'Purple 15: no trump, so the highest purple wins'],
  ['B15 J:B B4', 1, 'Joker as blue: the highest blue'],
  ['CT J:R NT', 1, 'Joker as red: the only red'],
])('%s', (cards, place, said) => expect(trickWords(trick(cards, place), t)).toBe(said));

it.each(LANGS)('leaves no gap in %s', (lang) => {
  for (const cards of ['B3 B9', 'B3 P1', '+5 NT', 'NT B1', 'B3 -5']) expect(trickWords(trick(cards, 0), rageWords(lang))).toMatch(/^[^{}]+$/);
});
