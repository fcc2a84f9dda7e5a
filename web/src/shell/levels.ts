/** Levels of bots in words; one that we have no word for is shown as it is. */
import { en, type ShellKey } from '../lib/i18n/en';
import type { ShellTranslate } from '../lib/table';
import type { GameInfo } from '../lib/wire';

const LEVELS = ['beginner', 'casual', 'solid', 'strong', 'champion'];
const BASELINES = ['random', 'greedy'];
const KEY = 'erre.levels';

export function levelName(t: ShellTranslate, level: string): string {
  const key = `level_${level}`;
  return key in en ? t(key as ShellKey) : level;
}

/** What to choose from: the levels in their order from the gentlest to the best, then whatever else a game has. */
export function levelsIn(bots: readonly string[]): string[] {
  const levels = LEVELS.filter((level) => bots.includes(level));
  const others = bots.filter((level) => !LEVELS.includes(level) && !BASELINES.includes(level));
  return levels.length > 0 ? [...levels, ...others] : [...bots];
}

function chosen(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/** Whom one plays against: the level chosen last for this game, else the game's usual one. */
export function usualLevel(game: Pick<GameInfo, 'name' | 'bots' | 'usual_level'> | undefined): string {
  const bots = game?.bots ?? [];
  const wanted = [chosen()[game?.name ?? ''], game?.usual_level].find((level) => level && bots.includes(level));
  return wanted ?? bots.at(-1) ?? '';
}

/** Remember the level for the next game of this kind. */
export function chooseLevel(game: string, level: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...chosen(), [game]: level }));
  } catch {
    // A browser without storage forgets.
  }
}
