import { describe, expect, it } from 'vitest';
import { COLOURS, SHAPES, signOf } from './runes';

describe('the runes', () => {
  const kinds = COLOURS.flatMap((colour) => [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `${colour}${n}`));

  it('have a sign and a name of their own, all 24 kinds', () => {
    expect(new Set(kinds.map((kind) => signOf(kind).strokes)).size).toBe(24);
    expect(new Set(kinds.map((kind) => signOf(kind).name)).size).toBe(24);
  });

  it('have a shape of their own in each colour', () => expect(new Set(Object.values(SHAPES)).size).toBe(3));

  it('look the same in both copies', () => expect(signOf('G4a')).toBe(signOf('G4b')));
});
