/** Faces and tempers, made of nothing but a name: everybody at the table sees the same ones. */

export const TEMPERS = ['cheerful', 'proud', 'dry', 'shy'] as const;
export type Temper = (typeof TEMPERS)[number];

/** A number for a text, the same on every device (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

export const temperOf = (name: string): Temper => TEMPERS[hashOf(`temper ${name}`) % TEMPERS.length]!;

/** Two letters at most, as they are written on a badge. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return letters.map((word) => [...word][0]!.toUpperCase()).join('');
}

export interface Face {
  colour: string;
  head: string;
  eyes: number;
  top: number;
}

const COLOURS = ['#2f7a74', '#a2542b', '#5b4d96', '#8a6a12', '#3b6ea5', '#9a3f5c', '#4c7a2e', '#6b5a49'];
const HEADS = [
  'M8 12Q8 7 13 7H27Q32 7 32 12V27Q32 33 26 33H14Q8 33 8 27z',
  'M20 6C29 6 33 12 33 20S29 34 20 34 7 28 7 20 11 6 20 6z',
  'M13 7H27L34 17 31 30 25 34H15L9 30 6 17z',
  'M8 20C8 10 13 6 20 6S32 10 32 20V31Q32 34 29 34H11Q8 34 8 31z',
];

/** The parts of a bot's face. */
export function faceOf(name: string): Face {
  const hash = hashOf(name);
  return { colour: COLOURS[hash % 8]!, head: HEADS[(hash >>> 3) % 4]!, eyes: (hash >>> 5) % 4, top: (hash >>> 7) % 4 };
}

/** The colours of a person's badge: ground and ink. */
export function badgeOf(name: string): string {
  return COLOURS[hashOf(`badge ${name}`) % 8]!;
}
