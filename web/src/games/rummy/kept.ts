/** What this browser keeps: a turn and the places of melds for its window, and how the player likes the rack. */
import type { KeptSlots } from './board.svelte';
import type { Kept } from './controller.svelte';
import type { Sorting } from './sets';

export interface KeptTable extends Kept {
  slots: KeptSlots;
}

export function keep(key: string, kept: KeptTable): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A browser without storage forgets; nothing else changes.
  }
}

export function kept(key: string): KeptTable | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptTable | null;
  } catch {
    return null;
  }
}

const SORTING = 'erre.rummy.sorting';
const WAYS: readonly string[] = ['colour', 'number', 'sets'];

export function keepSorting(by: Sorting | null): void {
  try {
    localStorage.setItem(SORTING, by ?? '');
  } catch {
    // Forgotten.
  }
}

/** By colour until somebody wants it otherwise. */
export function keptSorting(): Sorting | null {
  try {
    const found = localStorage.getItem(SORTING);
    return found === null ? 'colour' : WAYS.includes(found) ? (found as Sorting) : null;
  } catch {
    return 'colour';
  }
}
