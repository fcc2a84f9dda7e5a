/** What a lesson needs to know of a turn that is built step by step. */
import type { RummyJudgedDraft } from './wire';

/** The tiles of each meld in a text, each meld and all of them in order: `[R5 R6] [B2]` as `B2|R5 R6`. */
function meldsIn(text: string): string[] {
  return (text.match(/\[[^\]]*\]/g) ?? []).map((meld) => meld.slice(1, -1).trim().split(/\s+/).sort().join(' ')).sort();
}

/** Whether two moves are the same: in which order melds and tiles are named does not matter. */
export function isSameMove(move: string, expected: string): boolean {
  if (!expected.startsWith('lay')) return move === expected;
  return move.startsWith('lay') && meldsIn(move).join('|') === meldsIn(expected).join('|');
}

/** A turn that is being built, next to the one that is meant. */
export function judgeDraft(draft: string, expected: string | null): RummyJudgedDraft {
  const meant = meldsIn(expected ?? '');
  const melds = (draft.match(/\[[^\]]*\]/g) ?? []).map((meld) => {
    const tiles = meld.slice(1, -1).trim().split(/\s+/).filter(Boolean);
    return { tiles, valid: meant.includes([...tiles].sort().join(' ')), points: 0, why: null };
  });
  const ready = meldsIn(draft).join('|') === meant.join('|');
  return { melds, opening: null, ready, why: null };
}
