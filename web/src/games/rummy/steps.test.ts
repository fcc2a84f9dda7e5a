import { expect, it } from 'vitest';
import type { HintGiven } from '../../lib/wire';
import { fresh } from './layout';
import { readHint } from './steps';

const given = (move: string, numbers: HintGiven['numbers']): HintGiven => ({ type: 'hint', seat: 0, move, reason: 'rummy.small', numbers, why: '', steps: [] });
const rack = 'R11a R12a R13a B1a G1a Y1a G5a'.split(' ');
const ALL = 'lay [R11a R12a R13a] [B1a G1a Y1a]';
const layout = fresh([], rack);

it('a hint to lay few tiles says how many could be laid at most', () => {
  const found = readHint(given('lay [R11a R12a R13a]', { tiles: 3, most: 6, now: ALL }), layout);
  expect(found.steps.map((step) => step.rack.length)).toEqual([3]);
  expect(found).toMatchObject({ lay: 'lay [R11a R12a R13a]', most: 6 });
});

it('a hint to wait shows the most that can be laid', () => {
  expect(readHint(given('draw', { most: 6, now: ALL }), layout)).toMatchObject({ lay: ALL, most: 6 });
});

it('where nobody says how many there are, those of the lay are counted', () => {
  expect(readHint(given(ALL, {}), layout).most).toBe(6);
  expect(readHint(given('draw', {}), layout)).toEqual({ lay: '', steps: [], most: 0 });
  expect(readHint(null, layout).most).toBe(0);
});
