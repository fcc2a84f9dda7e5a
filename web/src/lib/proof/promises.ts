/** The promises that this device has seen: a table publishes one before the first card, and it is noted here. */

const KEY = 'erre.promises';
const MOST = 200;

type Noted = [record: string, commitment: string][];

function read(): Noted {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(found) ? (found as Noted) : [];
  } catch {
    return [];
  }
}

/** Note what a table has promised; the first note stays, whatever is said later. */
export function notePromise(record: string, commitment: string): void {
  const noted = read();
  if (!commitment || noted.some(([one]) => one === record)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...noted, [record, commitment]].slice(-MOST)));
  } catch {
    // A browser without storage notes nothing.
  }
}

/** What was promised for a record when it was played on this device; null where this device was not there. */
export function promiseOf(record: string): string | null {
  return read().find(([one]) => one === record)?.[1] ?? null;
}

/** Whether this device has seen this very promise, at whatever table. */
export function hasSeen(commitment: string): boolean {
  return read().some(([, one]) => one === commitment);
}
