/** People whom somebody does not want to hear, on this device; by name, since that is what a line of chat has. */

const KEY = 'erre.muted';
const MOST = 100;

function read(): string[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

let names = $state.raw(read());
let blocked = $state.raw<string[]>([]); // names of people at this table whom I blocked

export const muted = {
  has(name: string): boolean {
    return name !== '' && (names.includes(name) || blocked.includes(name));
  },
  /** Hear nothing of people whom I blocked, whatever they are called here. */
  block(these: string[]): void {
    blocked = these;
  },
  toggle(name: string): void {
    names = muted.has(name) ? names.filter((one) => one !== name) : [...names, name].slice(-MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(names));
    } catch {
      // A browser without storage forgets.
    }
  },
};
