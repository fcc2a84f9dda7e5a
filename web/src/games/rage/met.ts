/** Which action cards somebody has met on this device: the first time, a banner says what each does. */
const KEY = 'erre.rage.met';

function known(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** The kind of an action card: a joker is one whatever its colour. */
const kindOf = (card: string): string => (card.startsWith('J') ? 'J' : card);

/** Whether a card is new on this device; from now on it is not. */
export function isNew(card: string): boolean {
  const [kind, met] = [kindOf(card), known()];
  if (met.includes(kind)) return false;
  try {
    localStorage.setItem(KEY, JSON.stringify([...met, kind]));
  } catch {
    return false; // a browser without storage would tell it again and again
  }
  return true;
}
