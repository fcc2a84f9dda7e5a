/**
 * What a game brings to the proof in `games/<game>/deals.ts`: how chance deals its pieces, in the order of the key.
 * This is how pieces come to the table, not what may be done with them there: rules are the server's and `erre verify`'s.
 */
import type { Lang, Phrase, Values } from '../i18n';
import type { GameEvent } from '../wire';
import type { GameState } from './record';

/** A sentence in the reader's language. */
export interface Said {
  words: Record<Lang, Phrase>;
  values: Values;
}
/** Whether the pieces that the moves of a record name are those that its key brought there. */
export interface Fit {
  /** Moves whose pieces were compared. */
  compared: number;
  /** The number of the first move that does not fit, counted from 1; 0 where all do. */
  misfit: number;
}
/** Whether what a replay shows on its pages is what the key brings. */
export interface Compared {
  /** Pieces that were compared. */
  pieces: number;
  /** Whether every one of them is the one that the key brings. */
  same: boolean;
}
export interface Heap {
  name: string;
  pieces: string[];
}
/** Heaps of pieces under a title, for the list of everything as it was dealt. */
export interface HeapGroup {
  title: string;
  heaps: Heap[];
}
/** What one key decides in one record. */
export interface Dealt {
  /** What was worked out from the key. */
  dealt: Said;
  /** What only the rules can tell. */
  left: Said;
  fit: Fit;
  /** How far moves could be followed, where that is not to the end. */
  stopped?: Said;
  compareShown(events: GameEvent[]): Compared;
  heaps(names: string[], lang: Lang): HeapGroup[];
}
export interface DealsModule {
  /** Work it out; null for options that are not known here. The number of seats has been checked. */
  workOut(key: Uint8Array, record: GameState): Dealt | null;
}

/** A text of a game in all languages, by its key. */
export function said<K extends string>(texts: Record<Lang, Record<K, Phrase>>, key: K, values: Values = {}): Said {
  return { words: { en: texts.en[key], it: texts.it[key], ro: texts.ro[key], de: texts.de[key] }, values };
}

/** Take one piece out of a heap; false where it is not there. */
export function take(heap: string[], piece: string): boolean {
  const at = heap.indexOf(piece);
  if (at < 0) return false;
  heap.splice(at, 1);
  return true;
}

/** Pieces in an order that does not depend on how they lie. */
export const sorted = (pieces: readonly string[]): string => [...pieces].sort().join(' ');

/** A heap for each player. */
export const heapsBy = (names: string[], hands: string[][]): Heap[] => hands.map((pieces, seat) => ({ name: names[seat] ?? '', pieces }));
