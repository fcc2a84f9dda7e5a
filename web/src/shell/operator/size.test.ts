import { expect, test } from 'vitest';
import { size } from './size';

test('sizes are short in every language', () => {
  expect(size(0, 'en')).toBe('0 B');
  expect(size(999, 'en')).toBe('999 B');
  expect(size(1400, 'de')).toBe('1,4 kB');
  expect(size(52_000_000, 'en')).toBe('52 MB');
});
