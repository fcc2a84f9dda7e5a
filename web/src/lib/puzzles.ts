/** What `games/<game>/puzzles.ts` brings: the words of its puzzles, and how a turn answers one. */
import type { Phrase, Texts } from './i18n';

type PuzzleWords = Record<'title' | 'what' | 'goal' | 'less' | 'none' | 'own', Phrase>;

export interface PuzzlesModule {
  texts: Texts<PuzzleWords>;
  /** What the server is asked about a move; null for one that is no answer. */
  answerOf(move: string): string | null;
}
