/** The six colours: each has a shape of its own, for players who cannot tell colours apart. Drawn in a box of 24 by 24. */

export const COLOURS = ['B', 'G', 'R', 'Y', 'P', 'O'] as const;
export type Colour = (typeof COLOURS)[number];

export interface ColourArt {
  /** The silhouette. */
  d: string;
  /** A line cut out of it, in the colour of the ground. */
  vein?: string;
  /** The field of its cards, and what is written on it. */
  field: string;
  ink: string;
  /** The shade that the large shape behind the number has on the field. */
  veil: string;
}

export const COLOUR_ART: Record<Colour, ColourArt> = {
  B: {
    d: 'M12 1.2C12 1.2 3.8 10.4 3.8 15.1a8.2 7.8 0 0 0 16.4 0C20.2 10.4 12 1.2 12 1.2Z',
    vein: 'M7.4 15.2a4.4 4.2 0 0 0 3.4 4.1',
    field: '#1d5fb0',
    ink: '#ffffff',
    veil: '#3f7cc6',
  },
  G: {
    d: 'M21.4 2.6C10 2 2.6 8 3 18L1.6 22.2 5.4 20.8C16 21.8 22.4 14 21.4 2.6Z',
    vein: 'M4.4 19.6 15.4 8.6M8.6 15.4V10.6M8.6 15.4H13.6M12 12V8M12 12H16.2',
    field: '#2a7a3e',
    ink: '#ffffff',
    veil: '#4b955b',
  },
  R: {
    d: 'M4.8 8.4C5.2 11.4 7.6 11.6 8 9.2 8.6 5.8 9.4 3.6 12 .8c1.4 3.6 4.6 5.4 4 9.2 1.6-.6 2.4-2.2 2.2-4.6 3 3 4.2 6.6 3.2 10.4-1.1 4.4-4.8 7.2-9.4 7.2S3.4 20.2 2.4 15.9C1.8 13.1 2.8 10.6 4.8 8.4Z',
    vein: 'M12 21.4c-2.6-1.6-3-4.6 0-7.4 3 2.8 2.6 5.8 0 7.4Z',
    field: '#b8281f',
    ink: '#ffffff',
    veil: '#cf5046',
  },
  Y: {
    d: 'M12 .6 14.4 6.1 20.1 3.9 17.9 9.6 23.4 12 17.9 14.4 20.1 20.1 14.4 17.9 12 23.4 9.6 17.9 3.9 20.1 6.1 14.4.6 12 6.1 9.6 3.9 3.9 9.6 6.1Z',
    vein: 'M16.2 12a4.2 4.2 0 1 1-8.4 0a4.2 4.2 0 1 1 8.4 0Z',
    field: '#f4c62c',
    ink: '#33260a',
    veil: '#fbdf81',
  },
  P: {
    d: 'M14.6 1.2A11 11 0 1 0 22.8 16.4 9.4 9.4 0 0 1 14.6 1.2Z',
    field: '#7a3c9c',
    ink: '#ffffff',
    veil: '#965fb4',
  },
  O: {
    d: 'M15 .4 3.4 13.8H10.2L7.8 23.6 20.8 9.4H13.4Z',
    field: '#ee8122',
    ink: '#331700',
    veil: '#f8a75f',
  },
};

export function isColour(letter: string | null | undefined): letter is Colour {
  return letter != null && (COLOURS as readonly string[]).includes(letter);
}
