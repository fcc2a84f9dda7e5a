/** Levels of bots in words; one that we have no word for is shown as it is. */
import { en, type ShellKey } from '../lib/i18n/en';
import type { ShellTranslate } from '../lib/table';

const LEVELS = ['beginner', 'casual', 'solid', 'strong', 'champion'];
const USUAL = 'solid';

export function levelName(t: ShellTranslate, level: string): string {
  const key = `level_${level}`;
  return key in en ? t(key as ShellKey) : level;
}

/** What to choose from: the five levels where a game has them, from the gentlest to the best; else whatever it has. */
export function levelsIn(bots: readonly string[]): string[] {
  const levels = LEVELS.filter((level) => bots.includes(level));
  return levels.length > 0 ? levels : [...bots];
}

/** Whom one plays against without having chosen. */
export function usualLevel(bots: readonly string[]): string {
  return bots.includes(USUAL) ? USUAL : (bots.at(-1) ?? '');
}
