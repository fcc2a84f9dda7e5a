import { expect, test } from 'vitest';
import { readCode } from './code';
import vectors from './codes.json';

test.each(vectors)('a code is read as the server reads it: $text', ({ text, words, problem }) => {
  expect(readCode(text)).toEqual({ words, problem });
});
