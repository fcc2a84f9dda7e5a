/** Why something was refused at a table: the rule in the game's words, else by the code, else in the server's words. */
import type { GameModule, ShellTranslate } from '../../lib/table';
import type { Refused } from '../../lib/wire';
import { codeWords } from '../problems';

export function refusalWords(refused: Refused, t: ShellTranslate, game: GameModule | null = null): string {
  const said = refused.rule ? game?.sayRule?.(refused.rule, t) : null;
  return said || codeWords(refused.code, refused.rule ? `${refused.rule}: ${refused.why}` : refused.why, t);
}
