import { expect, test } from 'vitest';
import { declarationOf, GAMES } from './games';

const files = import.meta.glob<string>(['./**/*', '../shell/**/*', '../rules/**/*', '../styles/**/*', '../App.svelte', '../main.ts', '!./wire.ts', '!**/*.json'], {
  eager: true,
  import: 'default',
  query: '?raw',
});
const names = GAMES.flatMap((game) => [game, declarationOf(game)!.facts.title]);
const named = new RegExp(`\\b(${names.join('|')})\\b`, 'i');

test('folders that all games share name none of them', () => {
  expect(Object.keys(files).length).toBeGreaterThan(80);
  const found = Object.entries(files).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, k) => (named.test(line) ? [`${file}:${k + 1} ${line.trim().slice(0, 100)}`] : [])),
  );
  expect(found).toEqual([]);
});
