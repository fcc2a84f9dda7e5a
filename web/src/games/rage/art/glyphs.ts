/** Numbers drawn with a round pen, so that cards look alike on every machine. A figure is 18 high. */

interface Figure {
  d: string;
  width: number;
}

const FIGURES: Record<string, Figure> = {
  '0': { d: 'M6 1.5C2.6 1.5 1.5 5 1.5 9S2.6 16.5 6 16.5 10.5 13 10.5 9 9.4 1.5 6 1.5Z', width: 12 },
  '1': { d: 'M1.6 5.2 6 1.5V16.5', width: 8 },
  '2': { d: 'M1.8 5.2C1.8 3 3.5 1.5 6 1.5S10.2 3 10.2 5.4C10.2 9 1.6 12 1.6 16.5H10.6', width: 12 },
  '3': {
    d: 'M2 3.6C2.8 2.2 4.2 1.5 5.8 1.5 8.2 1.5 9.8 2.9 9.8 5S8 8.4 5.2 8.5C8.4 8.5 10.4 10.2 10.4 12.6S8.4 16.5 5.8 16.5C3.8 16.5 2.2 15.6 1.5 14',
    width: 12,
  },
  '4': { d: 'M8.2 16.5V1.5L1.4 12.2H11', width: 12.4 },
  '5': {
    d: 'M9.8 1.5H3.2L2.4 8.4C3.4 7.4 4.6 7 6 7 8.8 7 10.6 8.9 10.6 11.6S8.6 16.5 5.8 16.5C3.8 16.5 2.4 15.7 1.5 14.3',
    width: 12,
  },
  '6': {
    d: 'M9.6 2.8C8.8 2 7.8 1.5 6.6 1.5 3 1.5 1.5 5.4 1.5 10 1.5 14 3 16.5 6 16.5 8.7 16.5 10.5 14.6 10.5 11.9S8.8 7.4 6.1 7.4C3.6 7.4 1.6 9 1.5 11.4',
    width: 12,
  },
  '7': { d: 'M1.6 1.5H10.6L5 16.5', width: 12 },
  '8': {
    d: 'M6 8.4C3.6 8.4 2.2 7 2.2 5S3.7 1.5 6 1.5 9.8 3 9.8 5 8.4 8.4 6 8.4C3.2 8.4 1.4 10 1.4 12.5S3.2 16.5 6 16.5 10.6 15 10.6 12.5 8.8 8.4 6 8.4Z',
    width: 12,
  },
  '9': {
    d: 'M2.4 15.2C3.2 16 4.2 16.5 5.4 16.5 9 16.5 10.5 12.6 10.5 8 10.5 4 9 1.5 6 1.5 3.3 1.5 1.5 3.4 1.5 6.1S3.2 10.6 5.9 10.6C8.4 10.6 10.4 9 10.5 6.6',
    width: 12,
  },
  '+': { d: 'M1 9.5H10M5.5 5V14', width: 11 },
  '-': { d: 'M1 9.5H9', width: 10 },
};

const GAP = 2;

export interface Written {
  figures: { d: string; x: number }[];
  width: number;
}

/** The strokes of a number, side by side from 0. */
export function write(text: string): Written {
  let x = 0;
  const figures = [...text].map((letter) => {
    const figure = FIGURES[letter] ?? { d: '', width: 6 };
    const at = x;
    x += figure.width + GAP;
    return { d: figure.d, x: at };
  });
  return { figures, width: Math.max(0, x - GAP) };
}
