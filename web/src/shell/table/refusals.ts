/** Why something was refused: in the reader's language where the code says it all, else in the server's words. */
import { en, type ShellKey } from '../../lib/i18n/en';
import type { GameModule, ShellTranslate } from '../../lib/table';
import type { Refused } from '../../lib/wire';

export function refusalWords(refused: Refused, t: ShellTranslate, game: GameModule | null = null): string {
  const key = `refused_${refused.code}`;
  if (key in en) return t(key as ShellKey);
  const said = game?.sayRule?.(refused.rule, t);
  if (said) return said;
  return refused.rule ? `${refused.rule}: ${refused.why}` : refused.why;
}
