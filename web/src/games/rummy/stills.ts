/** The kinds of tiles, and jokers with and without what they stand for. */
import type { Stills } from '../../lib/stills';
import { still } from './art/still';
import { COLOURS } from './tiles';

const KINDS = COLOURS.flatMap((colour) => Array.from({ length: 13 }, (_, n) => `${colour}${n + 1}`));

export const stills: Stills = Object.fromEntries(['J', ...KINDS, ...KINDS.map((kind) => `J=${kind}`)].map((tile) => [tile, still(tile)]));
