import { expect, test } from 'vitest';
import { DAY, HOUR, paceOf, span } from './span';

test('the two largest units are told, in the language', () => {
  expect(span(2 * DAY + 3 * HOUR + 59_000, 'en')).toBe('2 days 3 hr');
  expect(span(HOUR + 60_000, 'en')).toBe('1 hr 1 min');
  expect(span(-5, 'en')).toBe('0 min');
  expect(paceOf(8, 'de')).toBe('8 Stunden');
  expect(paceOf(24, 'it')).toBe('1 giorno');
  expect(paceOf(168, 'ro')).toBe('7 zile');
});
