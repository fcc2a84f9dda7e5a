/** What this browser window keeps of a turn and of the order on the rack, so that a reload loses neither. */
import type { Kept } from './controller.svelte';

export function keep(key: string, kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A browser without storage forgets; nothing else changes.
  }
}

export function kept(key: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}
