/** Recovery codes while they are typed. The server decides; `codes.json` keeps both in step. */

const CONSONANTS = 'bdfghjklmnprstvz';
const VOWELS = 'aeou';
export const WORDS = 8;
const LENGTH = 5;
const SUM_MODULUS = 4093;
const ALIKE: Record<string, string> = { c: 'k', q: 'k', w: 'v', 0: 'o', 1: 'l', 5: 's' };

/** What is wrong with a code: a word by its number from 1, all of them together, or how many there are. */
export type CodeProblem = { kind: 'word'; word: number } | { kind: 'sum' } | { kind: 'count' };

export interface TypedCode {
  words: string[];
  problem: CodeProblem | null;
}

/** What was typed, as plain words: any case, accents, hyphens, line breaks or no spaces at all. */
export function wordsIn(text: string): string[] {
  const plain = text.slice(0, 200).toLowerCase().replaceAll('ß', 's').normalize('NFKD').replace(/\p{M}/gu, '');
  const pieces = plain.split(/[^a-z0-9]+/).filter((piece) => piece && !/^\d+$/.test(piece));
  const words = pieces.map((piece) => [...piece].map((letter) => ALIKE[letter] ?? letter).join(''));
  const joined = words.join('');
  if (words.length === WORDS || joined.length !== WORDS * LENGTH) return words;
  return Array.from({ length: WORDS }, (_, at) => joined.slice(at * LENGTH, (at + 1) * LENGTH));
}

/** The number of a word; null if there is no such word. */
function numberOf(word: string): number | null {
  if (word.length !== LENGTH) return null;
  const letters = [...word.slice(0, -1)].map((letter, at) => (at % 2 ? VOWELS : CONSONANTS).indexOf(letter));
  const [a, b, c, d] = letters as [number, number, number, number];
  if (Math.min(a, b, c, d) < 0 || CONSONANTS[(a + 3 * b + 5 * c + 7 * d) % 16] !== word[4]) return null;
  return ((a * 4 + b) * 16 + c) * 4 + d;
}

export function readCode(text: string): TypedCode {
  const words = wordsIn(text);
  if (words.length !== WORDS) return { words, problem: { kind: 'count' } };
  const numbers = words.map(numberOf);
  const wrong = numbers.indexOf(null);
  if (wrong >= 0) return { words, problem: { kind: 'word', word: wrong + 1 } };
  const sum = numbers.slice(0, -1).reduce<number>((total, number, at) => total + (at + 1) * number!, 0) % SUM_MODULUS;
  return { words, problem: sum === numbers.at(-1) ? null : { kind: 'sum' } };
}
