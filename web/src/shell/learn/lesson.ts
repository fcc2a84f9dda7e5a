/** Lessons, and which of them were gone through on this device. */
import { declarationOf } from '../../lib/games';
import type { Lesson } from '../../lib/lesson';
import { stillSeat, stillTable } from '../../lib/stillTable';
import type { GameView, TableInfo } from '../../lib/wire';

export async function loadLesson(game: string): Promise<Lesson | null> {
  return (await declarationOf(game)?.lesson?.())?.default ?? null;
}

/** A table for one learner among bots, as a game's own table wants one; its id says that it waits for nobody else. */
export function lessonTable(game: string, names: string[], view: GameView, id = ''): TableInfo {
  const seats = names.map((name, seat) => ({ ...stillSeat(seat, name, seat === 0 ? 'person' : 'bot'), level: '' }));
  return stillTable(game, seats, view, { id: `lesson-${game}${id}`, stage: 'playing', host: '' });
}

const KEY = 'erre.learnt';

/** The games whose lesson was gone through on this device. */
export function learnt(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}
export function noteLearnt(game: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...learnt(), game])]));
  } catch {
    // A browser without storage forgets.
  }
}
