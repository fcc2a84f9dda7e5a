/** What `games/<game>/puzzles.ts` brings: the words of its puzzles. */
import type { Catalogue, Texts, Translate } from './i18n';
import type { Graded } from './wire';

/**
 * Keys that every game has: `what`, `value` (what a figure means, with `{value}`), `share` (what a share means), for each kind `kind_…` (its name) and
 * `ask_…` (the question, with `{n}` for the goal where it is part of it), and for each theme `theme_…`.
 */
export interface PuzzlesModule {
  texts: Texts<Catalogue>;
  /** An answer of somebody that is no move, in words; null for one that is. */
  sayAnswer?(answer: string, t: Translate): string | null;
  /** What an answer has reached, in words, where no moves were weighed. */
  sayReached?(kind: string, graded: Graded, t: Translate): string;
}
