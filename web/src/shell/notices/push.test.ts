import { expect, test } from 'vitest';
import { bytesOf } from './push';

test('keys are read from base64 of URLs without padding', () => {
  expect([...bytesOf('-_8')]).toEqual([251, 255]);
  expect([...bytesOf('AQID')]).toEqual([1, 2, 3]);
});
