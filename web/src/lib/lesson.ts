/** A lesson as `python -m erre.server.after.lessons` writes it: what is seen, what is said, and which move is meant. */
import type { Lang } from './i18n';
import type { GameEvent, GameView } from './wire';

export interface Frame {
  view: GameView;
  legal: string[];
  events: GameEvent[];
}
export interface LessonStep {
  say: Record<Lang, string>;
  /** Where to look. */
  point: string | null;
  /** The move that is meant; null where there is only something to read. */
  expect: string | null;
  /** What is seen on the way here; the last stays. */
  frames: Frame[];
}
export interface LessonChapter {
  /** Null where there is only one. */
  title: Record<Lang, string> | null;
  names: string[];
  steps: LessonStep[];
}
export interface Lesson {
  game: string;
  chapters: LessonChapter[];
}
