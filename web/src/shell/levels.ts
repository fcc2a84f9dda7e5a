/** Levels of bots in words; one that we have no word for is shown as it is. */
import { en, type ShellKey } from '../lib/i18n/en';
import type { ShellTranslate } from '../lib/table';

export function levelName(t: ShellTranslate, level: string): string {
  const key = `level_${level}`;
  return key in en ? t(key as ShellKey) : level;
}
