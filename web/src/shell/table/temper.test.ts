import { describe, expect, it } from 'vitest';
import { TEMPERS, temperOf } from '../../lib/portrait';
import { remarkOf, temperTexts, wordOf } from './temper';

const NAMES = ['Bruno', 'Carla', 'Dario', 'Elena', 'Felix', 'Greta', 'Hugo', 'Irma', 'Jonas', 'Klara'];

describe('what bots say', () => {
  it('is there for every temper, glad and sad, three words each, in every language', () => {
    for (const words of Object.values(temperTexts))
      for (const temper of TEMPERS)
        for (const mood of ['glad', 'sad'] as const) expect(String(words[`${temper}_${mood}`]).split('|')).toHaveLength(3);
  });
  it('names no number, card or tile', () => {
    for (const words of Object.values(temperTexts)) for (const text of Object.values(words)) expect(text).not.toMatch(/\d/);
  });
  it('is the same on every device, and comes from the temper of the name', () => {
    for (const name of NAMES) {
      expect(wordOf(name, true, '3', 'en')).toBe(wordOf(name, true, '3', 'en'));
      expect(temperTexts.en[`${temperOf(name)}_sad`]).toContain(wordOf(name, false, '3', 'en'));
    }
  });
  it('comes now and then, and never without a reason', () => {
    const said = (sound: 'win' | 'got' | null): number => NAMES.flatMap((name) => Array.from({ length: 50 }, (_, k) => remarkOf(name, sound, String(k), 'en'))).filter(Boolean).length;
    expect(said(null)).toBe(0);
    expect(said('win')).toBeGreaterThan(said('got'));
    expect(said('got')).toBeGreaterThan(0);
    expect(said('win')).toBeLessThan(400);
  });
});
