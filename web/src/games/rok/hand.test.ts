import { describe, expect, it } from 'vitest';
import type { Answer } from '../../lib/socket';
import { Hand, type Judge, type Note } from './hand.svelte';

const OK: Answer = { type: 'ok', n: 1, number: 4 };
const refused = (code: string): Answer => ({ type: 'refused', n: 1, code, rule: '', why: '' });

function table(answer: Answer, isOpen = true): { hand: Hand; judge: Judge; felt: Note[]; sent: [number, string, number][] } {
  const [felt, sent]: [Note[], [number, string, number][]] = [[], []];
  const judge = { isOpen, reveal: 7, painted: 1000, grab: (...press: [number, string, number]) => (sent.push(press), Promise.resolve(answer)) };
  return { hand: new Hand((what) => felt.push(what)), judge, felt, sent };
}

describe('a hand', () => {
  it('says claimed at once and what became of it after the verdict', async () => {
    const { hand, judge, felt, sent } = table(OK);
    const pressed = hand.press({ place: 'p', rune: 'W1a', at: 1412 }, judge);
    expect([hand.marks['p'], sent]).toEqual(['claimed', [[7, 'W1a', 412]]]);
    await pressed;
    expect([hand.marks['p'], felt]).toEqual(['won', ['won']]);
  });

  it('takes any rune that lies open: wrong pairs are the player’s own affair', async () => {
    const { hand, judge, sent } = table(OK);
    await hand.press({ place: 'p', rune: 'W1a', at: 1300 }, judge);
    await hand.press({ place: 'q', rune: 'B8b', at: 1600 }, judge);
    expect(sent.map(([, rune]) => rune)).toEqual(['W1a', 'B8b']);
  });

  it.each([
    ['too_late', 'lost', 'lost'],
    ['hand_busy', 'busy', 'busy'],
    ['false_start', 'early', 'early'],
    ['blocked', 'early', 'early'],
  ] as const)('feels %s as %s', async (code, mark, note) => {
    const { hand, judge, felt } = table(refused(code));
    await hand.press({ place: 'p', rune: 'W1a', at: 1300 }, judge);
    expect([hand.marks['p'], felt]).toEqual([mark, [note]]);
  });

  it('is told the same before the faces are shown, whether there will be one or not', () => {
    const { hand, judge, felt, sent } = table(refused('false_start'), false);
    void hand.press({ place: 'p', rune: 'W1a', at: 940 }, judge);
    void hand.press({ place: 'q', rune: null, at: 950 }, judge);
    expect([hand.marks['p'], hand.marks['q']]).toEqual(['early', 'early']);
    expect([felt, sent]).toEqual([['early', 'early'], [[7, 'W1a', -60]]]);
  });

  it('is kept off a rune for a while after a false start, and off no other', async () => {
    const { hand, judge, sent } = table(OK, false);
    void hand.press({ place: 'p', rune: null, at: 990 }, judge);
    const open = { ...judge, isOpen: true };
    await hand.press({ place: 'p', rune: 'W1a', at: 1200 }, open);
    expect(sent).toEqual([]);
    await hand.press({ place: 'q', rune: 'W2a', at: 1201 }, open);
    await hand.press({ place: 'p', rune: 'W1a', at: 1251 }, open);
    expect(sent.map(([, rune]) => rune)).toEqual(['W2a', 'W1a']);
  });

  it('leaves face-down runes where they are', () => {
    const { hand, judge, felt, sent } = table(OK);
    void hand.press({ place: 'p', rune: null, at: 1300 }, judge);
    expect([felt, sent]).toEqual([['down'], []]);
  });
});
