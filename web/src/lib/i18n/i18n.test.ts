import { expect, test } from 'vitest';
import { browserLang, LANGS, list, say, translator, type Phrase } from '.';
import { shellTexts } from './shell';

const holes = (phrase: Phrase): string[] => {
  const all = typeof phrase === 'string' ? [phrase] : Object.values(phrase);
  return [...new Set(all.flatMap((one: string) => one.match(/\{\w+\}/g) ?? []))].sort();
};

test.each(LANGS)('every sentence in %s names what the English one names', (lang) => {
  for (const [key, english] of Object.entries(shellTexts.en)) {
    const own = (shellTexts[lang] as Record<string, Phrase>)[key]!;
    expect([key, holes(own)]).toEqual([key, holes(english)]);
    expect([key, typeof own]).toEqual([key, typeof english]);
  }
});

test('Romanian has a form for a few, and another from twenty on', () => {
  const t = translator(shellTexts, 'ro');
  expect([1, 2, 19, 20, 101].map((n) => t('points', { n }))).toEqual([
    '1 punct',
    '2 puncte',
    '19 puncte',
    '20 de puncte',
    '101 puncte',
  ]);
});

test('a hole without a value stays visible', () => {
  expect(say('{a} and {b}', 'en', { a: 1 })).toBe('1 and {b}');
});

test('names are listed as the language does', () => {
  expect(list(['Ana', 'Ben', 'Carla'], 'de')).toBe('Ana, Ben und Carla');
});

test.each([
  [['de-AT', 'en'], 'de'],
  [['fr', 'ro-MD'], 'ro'],
  [['fr'], 'en'],
])('a browser that wants %s gets %s', (wanted, expected) => {
  expect(browserLang(wanted)).toBe(expected);
});
