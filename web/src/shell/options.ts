/** Which options of a game are a question at all. */
import type { GameInfo, OptionInfo } from '../lib/wire';

/** All but those that are a list of their own or have only one value. */
export function askedOptions(game: GameInfo | null | undefined): OptionInfo[] {
  const isSingle = (one: OptionInfo): boolean => typeof one.default !== 'object' || one.default === null;
  return (game?.options ?? []).filter((one) => isSingle(one) && !(one.kind === 'choice' && one.choices.length < 2));
}
