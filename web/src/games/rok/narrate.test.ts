import { describe, expect, it } from 'vitest';
import { LANGS, translator } from '../../lib/i18n';
import { shellTexts } from '../../lib/i18n/shell';
import type { Receipt } from '../../lib/wire';
import type { RokEvent } from './wire';
import { narrate, sayMove } from './narrate';
import { texts } from './texts';
import { tonesOf } from './voice';
import { isContested, rokWords, sayReceipt } from './words';

const NAMES = ['Ana', 'Ben', 'Cleo'];
const t = translator(shellTexts, 'en');
const press = (seat: number, counted: number, stamp = counted) => ({ seat, stamp, arrival: counted + 20, credit: 30, counted });
const receipt = (more: Partial<Receipt>): Receipt => ({
  reveal: 1, rune: 0, winner: 0, rule: 'alone', presses: [press(0, 412.4)], false_starts: [], tied: [], marker: 1, held: 40, cut_short: false, words: '', ...more,
});

describe('words', () => {
  it.each<[RokEvent, string]>([
    [{ type: 'RuneGrabbed', seat: 1, rune: 'G3b' }, 'Ben takes grey Isa.'],
    [{ type: 'WrongPairReturned', seat: 0, runes: ['W1a', 'B1a'], penalty: 1 }, 'No pair! Ana took white Fehu and black Tiwaz, whose twins were not to be had: back to the bag. It costs a pair of the treasure, if there is one.'],
    [{ type: 'PairSplit', seats: [0, 2], runes: ['W8a', 'W8b'] }, 'Ana and Cleo hold one white Wunjo each: both go back to the bag.'],
    [{ type: 'TreasureCaptured', taker: 2, owner: 0, balance: ['B8a', 'B8b'], treasure: ['B1a', 'B1b'] }, 'Cleo holds the twin and captures the Balance Rune of Ana, black Othala, and 2 runes of that colour from the treasure.'],
    [{ type: 'RuneSlid', seat: 0, rune: 'W1a', degrees: 0, force: 0.6, x: 3, y: 4, touched: false }, 'Ana slides to 5.0 radii from Destiny.'],
    [{ type: 'GameEnded', scores: [8, 12, 4], winners: [1] }, 'Ben wins with 12 runes.'],
  ])('tell what happened', (event, words) => expect(narrate(event, NAMES, t)).toBe(words));

  it('tell no face of a throw', () => {
    const lying = { rune: 'W1a', up: true, x: 1, y: 2, turned: 0 };
    const told = narrate({ type: 'RunesThrown', round: 3, first: 1, counts: [1, 0, 0], runes: [lying], bag: 9 }, NAMES, t);
    expect(told).toBe('Round 3: 1 rune to throw, at the signal of Ben.');
  });

  it('are there in all four languages, with the same places to fill', () => {
    const gaps = (phrase: unknown): string => [...new Set(JSON.stringify(phrase).match(/\{\w+\}/g) ?? [])].sort().join();
    for (const lang of LANGS) for (const [key, phrase] of Object.entries(texts.en)) expect([lang, key, gaps(texts[lang][key as keyof typeof texts.en])]).toEqual([lang, key, gaps(phrase)]);
  });

  it('say a move', () => {
    expect(sayMove('grab W1a', t)).toBe('take white Fehu');
    expect(sayMove('slide 358 0.62', t)).toBe('slide: 358°, force 62 %');
  });
});

describe('a receipt', () => {
  const words = rokWords('en');
  const say = (more: Partial<Receipt>, handicaps: number[] = []): string => sayReceipt(receipt(more), 'W2a', NAMES, { slow: false, announced: false, handicaps }, words);

  it('says who was first, by how much', () =>
    expect(say({ rule: 'first', presses: [press(0, 400), press(2, 437.2)] })).toBe('Ana got white Uruz: 400 ms, 37 ms before Cleo.'));

  it('says that the marker decided a tie', () =>
    expect(say({ rule: 'tie', winner: 1, tied: [0, 1], presses: [press(0, 400), press(1, 409)] })).toBe('Ana and Ben pressed 9 ms apart on white Uruz; the marker gave it to Ben.'));

  it('says whose stamp was not believed, who pressed too early, and what was agreed', () => {
    expect(say({ rule: 'first', presses: [press(0, 400), press(1, 500, 300)] })).toContain('Ben claimed 300 ms, the connection allows 500 ms');
    expect(say({ false_starts: [press(2, 50)] })).toContain('Cleo pressed too early');
    expect(say({}, [300])).toContain('Ana counts 300 ms later, as agreed');
  });

  it('is kept for contested runes', () => {
    expect(isContested(receipt({}))).toBe(false);
    expect(isContested(receipt({ presses: [press(0, 1), press(1, 2)] }))).toBe(true);
  });
});

describe('runes by ear', () => {
  it('sound alike exactly where they are identical', () => {
    const kinds = ['W', 'G', 'B'].flatMap((colour) => [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `${colour}${n}a`));
    const sounds = tonesOf(kinds).map((note) => `${note.pitch} ${note.wave}`);
    expect(new Set(sounds).size).toBe(24);
    expect(tonesOf(['W3a'])[0]).toEqual(tonesOf(['W3b'])[0]);
  });
});
