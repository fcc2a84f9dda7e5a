import { expect, test } from 'vitest';
import { translator } from '../../lib/i18n';
import { shellTexts } from '../../lib/i18n/shell';
import type { SeatInfo, TableInfo } from '../../lib/wire';
import { clock, freeName, statusOf } from './people';

const t = translator(shellTexts, 'en');
const table = (change: Partial<TableInfo>): TableInfo => {
  const seats = ['Ana', 'Ben', 'Carla'].map((name, seat) => ({ seat, name, kind: 'person', here: true }) as SeatInfo);
  return { seats, stage: 'playing', paused: false, turn: [], ...change } as TableInfo;
};

test.each([
  ['it is my turn', table({ turn: [0, 1] }), [0], 'Your turn'],
  ['several of us share a device', table({ turn: [1] }), [0, 1], 'Ben, your turn'],
  ['we wait for others', table({ turn: [1, 2] }), [0], 'Waiting for Ben and Carla'],
  ['nobody is waited for', table({}), [0], 'One moment …'],
  ['a pause comes first', table({ turn: [0], paused: true }), [0], 'Pause'],
  ['so does the end', table({ stage: 'over' }), [0], 'Game over'],
])('the status says when %s', (_, info, mine, expected) => {
  expect(statusOf(info, mine, t)).toBe(expected);
});

test('a clock never shows less than nothing', () => {
  expect([61_000, 59_001, 400, -5].map(clock)).toEqual(['1:01', '1:00', '0:01', '0:00']);
});

test('two people of one name get different ones', () => {
  expect(freeName(table({}), 'Ana')).toBe('Ana 2');
  expect(freeName(table({}), 'Dora')).toBe('Dora');
});
