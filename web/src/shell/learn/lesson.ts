/** A lesson: what is seen, what is said, and which move is meant. Made by `python -m erre.server.after.lessons`. */
import type { GameName } from '../../lib/games';
import type { Lang } from '../../lib/i18n';
import type { DraftJudged, GameEvent, GameView, TableInfo } from '../../lib/wire';
import type { RummyJudgedDraft } from '../../games/rummy/wire';

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
export interface Lesson {
  game: GameName;
  names: string[];
  steps: LessonStep[];
}

const lessons = import.meta.glob<{ default: Lesson }>('./lessons/*.json');

export async function loadLesson(game: GameName): Promise<Lesson | null> {
  return (await lessons[`./lessons/${game}.json`]?.())?.default ?? null;
}

/** The tiles of each meld in a text, each meld and all of them in order: `[R5 R6] [B2]` as `B2|R5 R6`. */
function meldsIn(text: string): string[] {
  return (text.match(/\[[^\]]*\]/g) ?? []).map((meld) => meld.slice(1, -1).trim().split(/\s+/).sort().join(' ')).sort();
}

/** Whether two moves are the same: in which order melds and tiles are named does not matter. */
export function isSame(move: string, expected: string): boolean {
  if (!expected.startsWith('lay')) return move === expected;
  return move.startsWith('lay') && meldsIn(move).join('|') === meldsIn(expected).join('|');
}

/** A turn of Rummy that is being built, beside the one that is meant: that is all a lesson knows of right and wrong. */
export function judge(draft: string, expected: string | null): DraftJudged {
  const meant = meldsIn(expected ?? '');
  const melds = (draft.match(/\[[^\]]*\]/g) ?? []).map((meld) => {
    const tiles = meld.slice(1, -1).trim().split(/\s+/).filter(Boolean);
    return { tiles, valid: meant.includes([...tiles].sort().join(' ')), points: 0, why: null };
  });
  const ready = meldsIn(draft).join('|') === meant.join('|');
  const judged: RummyJudgedDraft = { melds, opening: null, ready, why: null };
  return { type: 'judged', n: 0, seat: 0, judged };
}

/** A table for one, as a game's own table wants one. */
export function infoOf(lesson: Lesson, names: string[], view: GameView): TableInfo {
  return {
    id: `lesson-${lesson.game}`,
    revision: 0,
    game: lesson.game,
    seats: names.map((name, seat) => ({
      seat,
      kind: seat === 0 ? 'person' : 'bot',
      name,
      level: '',
      here: true,
      away_since: null,
      autopilot_at: null,
      autopilot: false,
      ping: null,
      rating: null,
      vacated: false,
    })),
    options: { ...view.options },
    access: 'link',
    stage: 'playing',
    host: '',
    rated: false,
    round_no: 0,
    watching: 0,
    paused: false,
    wants_pause: [],
    wants_rematch: [],
    turn: view.turn,
    deadlines: {},
    commitment: '',
    record: null,
    marker: null,
    terms: null,
    played_on: false,
  };
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
