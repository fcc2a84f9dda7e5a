/** What the lobby can say about a game before, or without, the server. */
import type { GameName } from '../lib/games';
import type { ShellKey } from '../lib/i18n/en';

interface Facts {
  title: string;
  line: ShellKey;
  least: number;
  most: number;
  minutes: number;
}

export const FACTS: Record<GameName, Facts> = {
  rurare: { title: 'Ru-Ra-Re', line: 'rurareLine', least: 2, most: 4, minutes: 20 },
  rage: { title: 'Rage', line: 'rageLine', least: 3, most: 8, minutes: 40 },
  rok: { title: 'ROK', line: 'rokLine', least: 2, most: 5, minutes: 20 },
  rummy: { title: 'Rummy', line: 'rummyLine', least: 2, most: 4, minutes: 40 },
};

export function titleOf(game: string): string {
  return FACTS[game as GameName]?.title ?? game;
}
