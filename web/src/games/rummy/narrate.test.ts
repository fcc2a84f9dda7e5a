import { describe, expect, it } from 'vitest';
import { LANGS, translator, type Lang } from '../../lib/i18n';
import { shellTexts } from '../../lib/i18n/shell';
import type { HintGiven } from '../../lib/wire';
import type { RummyEvent, RummyReason } from './wire';
import { narrate, sayMove, sayReason, sayRule } from './narrate';
import { texts } from './texts';
import { rummyWords, sayWhy, tileName } from './words';

const names = ['Ana', 'Ben', 'Chiara'];
const words = (lang: Lang) => translator(shellTexts, lang);

describe('events in words', () => {
  it.each<[RummyEvent, string]>([
    [{ type: 'HandDealt', hand: 2, starter: 1, racks: [null], pool: 64 }, 'Hand 2: Ben begins. 64 tiles in the pool.'],
    [{ type: 'TilesDrawn', seat: 1, count: 1, tiles: null, pool: 9 }, 'Ben draws a tile.'],
    [{ type: 'TilesDrawn', seat: 1, count: 3, tiles: null, pool: 9 }, 'Ben draws 3 tiles.'],
    [{ type: 'TilesDrawn', seat: 0, count: 1, tiles: ['R5a'], pool: 9 }, 'Ana draws red 5.'],
    [{ type: 'Passed', seat: 2 }, 'Chiara passes.'],
    [{ type: 'TimeRanOut', seat: 2 }, 'The time of Chiara is up.'],
    [{ type: 'TilesLaid', seat: 0, tiles: ['R5a', 'J1'], table: [], opened: false, left: 1, dissolved: [], freed: [] }, 'Ana lays red 5 and a joker. 1 tile left.'],
    [
      { type: 'TilesLaid', seat: 1, tiles: ['G8a'], table: [], opened: false, left: 4, dissolved: [['R7a', 'B7a', 'J2=G7'], ['R4a', 'R5a', 'R6a']], freed: ['J1=G8'] },
      'Ben lays green 8. It takes apart the 7s and red 4 to 6. It frees a joker, now green 8. 4 tiles left.',
    ],
    [{ type: 'TilesLaid', seat: 0, tiles: ['B13b'], table: [], opened: true, left: 0, dissolved: [], freed: [] }, 'Ana opens with blue 13. That was the last tile!'],
    [
      { type: 'HandScored', hand: 1, winners: [0], blocked: false, closed_from_hand: false, racks: [], points: [44, -42, -2], totals: [44, -42, -2] },
      'Ana wins hand 1: Ana +44, Ben −42, Chiara −2.',
    ],
    [{ type: 'MatchEnded', scores: [5, 5, -10], winners: [0, 1] }, 'Ana and Ben share the match with 5 points.'],
  ])('%j', (event, said) => {
    expect(narrate(event, names, words('en'))).toBe(said);
  });
});

describe('reasons in words', () => {
  const codes = ['short', 'neither', 'colour_twice', 'large_group', 'long_run', 'after_13', 'number_twice', 'not_rising', 'gap', 'no_room', 'below_1', 'beyond_13', 'jokers_in_meld', 'tile_twice', 'not_yours', 'table_stays', 'from_rack', 'first_points', 'table_closed', 'own_points', 'joker_elsewhere', 'joker_from_rack', 'joker_stays'] as const;
  const why = (code: RummyReason['code'], tiles: string[] = [], numbers: number[] = []): RummyReason => ({ rule: '§3.1', code, words: 'plainly', tiles, numbers });

  it.each(LANGS)('every one of them, in %s', (lang) => {
    for (const code of codes) {
      const said = sayWhy(why(code, ['R5a', 'J1=G7'], [7, 30]), rummyWords(lang));
      expect(said).not.toBe('plainly');
      expect(said).not.toMatch(/[{}]/);
    }
  });
  it('with the tiles and the numbers', () => {
    expect(sayWhy(why('first_points', [], [21, 30]), rummyWords('en'))).toBe('Your first lay needs 30 points; this is 21.');
    expect(sayWhy(why('gap', [], [7, 8]), rummyWords('it'))).toBe('In questa scala mancano 7 e 8.');
    expect(sayWhy(why('gap', [], [7, 8, 9, 10, 12]), rummyWords('en'))).toBe('In this run 7 to 10 and 12 are missing.');
    expect(sayWhy(why('gap', [], [7]), rummyWords('de'))).toBe('In dieser Folge fehlt 7.');
    expect(sayWhy(why('colour_twice', ['R5'], []), rummyWords('de'))).toBe('Rot 5 ist zweimal da: In einer Gruppe kommt jede Farbe einmal vor.');
    expect(sayWhy({ ...why('short'), code: 'unheard' as 'short' }, rummyWords('ro'))).toBe('plainly');
  });
  it('names tiles in every language', () => {
    expect(LANGS.map((lang) => tileName('J1=B12', rummyWords(lang)))).toEqual(['jolly come 12 azzurro', 'joker drept 12 albastru', 'joker as blue 12', 'Joker als Blau 12']);
  });
  it('says what a refused lay was against', () => {
    expect(sayRule('§5.5', words('en'))).toBe('Lay at least one tile from your rack.');
    expect(sayRule('§2.3', words('en'))).toBeNull();
    expect(sayRule('§9.9', words('en'))).toBeNull();
  });
});

describe('hints in words', () => {
  const hint: HintGiven = { type: 'hint', seat: 0, move: 'draw', reason: 'rummy.wait', numbers: { move: 'draw', points: '+12.5', lay: '-3.0', chance: 61 }, why: 'draw', steps: [] };
  it('with the decimal sign of the language', () => {
    expect(sayReason(hint, words('en'))).toBe('A champion would wait: +12.5 points of this hand expected and 61 % to win it, against −3.0 when laying now.');
    expect(sayReason(hint, words('de'))).toBe('Ein Meister würde warten: +12,5 Punkte in dieser Runde zu erwarten und 61 % für den Sieg, gegen −3,0, wenn du jetzt auslegst.');
    expect(sayReason({ ...hint, reason: 'rummy.lay', numbers: { tiles: 1, left: 4 } }, words('ro'))).toBe('Un campion ar face la fel; rămân 4.');
    expect(sayReason({ ...hint, reason: 'rummy.keep', numbers: { move: 'draw', tiles: 5, held: 7 } }, words('en'))).not.toContain('end the hand');
    expect(sayReason({ ...hint, reason: 'new', why: 'so' }, words('it'))).toBe('so');
    expect(sayMove('draw', words('it'))).toBe('Pesca');
    expect(sayMove('lay [R1a]', words('en'))).toBe('lay tiles');
  });
});

describe('catalogues', () => {
  const holes = (phrase: unknown): string => [...new Set(JSON.stringify(phrase).match(/\{\w+\}/g) ?? [])].sort().join();
  it.each(LANGS)('%s has the same holes as English', (lang) => {
    for (const [key, phrase] of Object.entries(texts.en)) {
      const other = (texts[lang] as Record<string, unknown>)[key];
      const [mine, theirs] = [holes(phrase).replace('{n}', ''), holes(other).replace('{n}', '')];
      if (!['hintNew', 'tile'].includes(key)) expect(`${key} ${theirs}`).toBe(`${key} ${mine}`);
    }
  });
});
