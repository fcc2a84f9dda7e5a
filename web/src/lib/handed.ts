/** Which games played on this device a server has by now; kept in the browser, for pages of both servers. */
const HANDED = 'erre.handed';
const WAITING = 'erre.waiting';

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser without storage offers the same games again; the server knows them.
  }
}

const handed = (): string[] => {
  const found = read(HANDED);
  return Array.isArray(found) ? found.map(String) : [];
};

/** Of some records of this device, those that no server has; how many there are is noted for pages of the server. */
export function notHanded(records: string[]): string[] {
  const known = new Set(handed());
  const left = records.filter((id) => !known.has(id));
  write(WAITING, left.length);
  return left;
}

export function noteHanded(record: string, left: number): void {
  write(HANDED, [...new Set([...handed(), record])].slice(-1000));
  write(WAITING, left);
}

/** How many games of this device wait to be handed over. */
export function waitingGames(): number {
  const found = read(WAITING);
  return typeof found === 'number' ? found : 0;
}
