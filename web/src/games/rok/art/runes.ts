/** The 24 signs of the elder futhark as strokes in a box from -8 to 8 and -12 to 12; eight for each colour. */

export type Colour = 'W' | 'G' | 'B';
export const COLOURS: readonly Colour[] = ['W', 'G', 'B'];

interface Sign {
  name: string;
  strokes: string;
}

const SIGNS: Record<Colour, Sign[]> = {
  W: [
    { name: 'Fehu', strokes: 'M-4 12V-12M-4-3 6-11M-4 4 6-4' },
    { name: 'Uruz', strokes: 'M-6 12V-12L6-3V12' },
    { name: 'Thurisaz', strokes: 'M-4 12V-12M-4-7 6 0-4 7' },
    { name: 'Ansuz', strokes: 'M-4 12V-12L6-5M-4-4 6 3' },
    { name: 'Raido', strokes: 'M-5 12V-12L5-6-5 0 6 12' },
    { name: 'Kenaz', strokes: 'M5-10-6 0 5 10' },
    { name: 'Gebo', strokes: 'M-8-11 8 11M8-11-8 11' },
    { name: 'Wunjo', strokes: 'M-4 12V-12L6-6-4 0' },
  ],
  G: [
    { name: 'Hagalaz', strokes: 'M-6 12V-12M6 12V-12M-6-4 6 4' },
    { name: 'Nauthiz', strokes: 'M0 12V-12M-7-4 7 4' },
    { name: 'Isa', strokes: 'M0 12V-12' },
    { name: 'Jera', strokes: 'M2-12-6-5 2 2M-2-2 6 5-2 12' },
    { name: 'Eihwaz', strokes: 'M6-6 0-12V12L-6 6' },
    { name: 'Perthro', strokes: 'M6-11 1-5-5-12V12L1 5 6 11' },
    { name: 'Algiz', strokes: 'M0 12V-12M-8-10 0-1 8-10' },
    { name: 'Sowilo', strokes: 'M5-12-5-4 5 3-5 12' },
  ],
  B: [
    { name: 'Tiwaz', strokes: 'M0 12V-12M-8-4 0-12 8-4' },
    { name: 'Berkano', strokes: 'M-4 12V-12L6-6-4 0 6 6-4 12' },
    { name: 'Ehwaz', strokes: 'M-7 12V-12L0-5 7-12V12' },
    { name: 'Mannaz', strokes: 'M-7 12V-12L7 0M7 12V-12L-7 0' },
    { name: 'Laguz', strokes: 'M-3 12V-12L6-3' },
    { name: 'Ingwaz', strokes: 'M0-10 8 0 0 10-8 0z' },
    { name: 'Dagaz', strokes: 'M-8-10V10L8-10V10z' },
    { name: 'Othala', strokes: 'M-7 12 6-4 0-12-6-4 7 12' },
  ],
};

const PLAIN: Sign = { name: '', strokes: '' };

/** The sign of a rune (`W1a`) or of a kind (`W1`). */
export function signOf(rune: string): Sign {
  return SIGNS[colourOf(rune)][Number(rune.charAt(1)) - 1] ?? PLAIN;
}

export function colourOf(rune: string): Colour {
  const letter = rune.charAt(0);
  return letter === 'G' || letter === 'B' ? letter : 'W';
}

/** `W1` of `W1a`. */
export function kindOf(rune: string): string {
  return rune.slice(0, 2);
}

/** Each colour has a shape of its own, in a box from -20 to 20: a pebble, a slate with six sides, a block with four. */
export const SHAPES: Record<Colour, string> = {
  W: 'M0-19C11-19 19-11 19 0S11 19 0 19-19 11-19 0-11-19 0-19z',
  G: 'M-7.5-19H7.5Q9.5-19 10.5-17.3L18.6-2Q19.6 0 18.6 2L10.5 17.3Q9.5 19 7.5 19H-7.5Q-9.5 19-10.5 17.3L-18.6 2Q-19.6 0-18.6-2L-10.5-17.3Q-9.5-19-7.5-19z',
  B: 'M-12-18H12Q18-18 18-12V12Q18 18 12 18H-12Q-18 18-18 12V-12Q-18-18-12-18z',
};

/** How a stone of each colour, and a back, is painted: the outline is drawn around the body, the sign is cut into it. */
export interface Stone {
  body: string;
  edge: string;
  outline: number;
  rim: string;
  /** The rim is a dashed line. */
  dashes?: string;
  light?: string;
  cut?: string;
}

export const STONES: Record<Colour, Stone> = {
  W: { body: '#f6efdf', edge: '#5a4c36', outline: 1.6, rim: '#cbbd9f', light: '#fffdf6', cut: '#3a2410' },
  G: { body: '#8d99a6', edge: '#28313a', outline: 1.6, rim: '#b7c1cb', dashes: '4 2', light: '#c9d2da', cut: '#10171e' },
  B: { body: '#26221f', edge: '#f1d9a4', outline: 1.2, rim: '#57493c', light: '#0a0806', cut: '#f6dfa9' },
};
export const BACK: Stone = { body: '#a4703f', edge: '#4c2c12', outline: 1.6, rim: '#855425' };
