/** The kinds of cards in the order of the scoring, and the ground that each family of them is painted on. */

export const ANIMALS = ['sheep', 'horse', 'pig', 'cow', 'goat', 'chicken', 'goose', 'rabbit'] as const;
export const KINDS = [
  'king',
  'church',
  'points2',
  'points3',
  'points4',
  'knight',
  ...ANIMALS,
  'farmer',
  'wife',
  'house',
] as const;
export type Kind = (typeof KINDS)[number];
export type Animal = (typeof ANIMALS)[number];

export function isKind(name: string): name is Kind {
  return (KINDS as readonly string[]).includes(name);
}

export function isAnimal(kind: Kind): kind is Animal {
  return (ANIMALS as readonly string[]).includes(kind);
}

/** What is printed on it: a tick stays after the first scoring, a cross leaves. Drawn at the left, where cards overlap. */
export const STAYS: Record<Kind, boolean> = {
  king: true,
  church: false,
  points2: false,
  points3: false,
  points4: false,
  knight: true,
  sheep: true,
  horse: true,
  pig: true,
  cow: true,
  goat: true,
  chicken: true,
  goose: true,
  rabbit: true,
  farmer: false,
  wife: false,
  house: false,
};

export interface Ground {
  sky: string;
  earth: string;
}

const MEADOW: Ground = { sky: '#dfeefa', earth: '#a9cf8f' };
const FARM: Ground = { sky: '#fde3c4', earth: '#e3ab74' };
const POINTS: Ground = { sky: '#f7e0e4', earth: '#eec3ca' };

export const GROUNDS: Record<Kind, Ground> = {
  king: { sky: '#ffeeb8', earth: '#f2cf6b' },
  church: { sky: '#ebe1f6', earth: '#c9b3e2' },
  points2: POINTS,
  points3: POINTS,
  points4: POINTS,
  knight: { sky: '#dce7f3', earth: '#b2c6da' },
  sheep: MEADOW,
  horse: MEADOW,
  pig: MEADOW,
  cow: MEADOW,
  goat: MEADOW,
  chicken: MEADOW,
  goose: MEADOW,
  rabbit: MEADOW,
  farmer: FARM,
  wife: FARM,
  house: FARM,
};
