/** Lessons, and which of them were gone through on this device. */
import { api } from '../../lib/api';
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

const LEARNT = 'erre.learnt';
const OFFERED = 'erre.offered';

/** The games under a key of this device. */
function kept(key: string): string[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as string[];
  } catch {
    return [];
  }
}
function keep(key: string, game: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([...new Set([...kept(key), game])]));
  } catch {
    // A browser without storage forgets.
  }
}

/** The games whose lesson was gone through on this device. */
export const learnt = (): string[] => kept(LEARNT);
export const noteLearnt = (game: string): void => keep(LEARNT, game);

/** Whether to offer a game's lesson: once, to somebody who has neither gone through it nor finished a game. */
export async function offersLesson(game: string): Promise<boolean> {
  if (!declarationOf(game)?.lesson || learnt().includes(game) || kept(OFFERED).includes(game)) return false;
  keep(OFFERED, game);
  if (!kept(OFFERED).includes(game)) return false; // without storage it would come every time
  const played = await api.statistics().catch(() => null);
  return played?.games.every((one) => one.game !== game || one.played === 0) ?? true;
}
