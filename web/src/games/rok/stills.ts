/** The kinds of runes, their back, and Destiny. */
import { markup, type Stills } from '../../lib/stills';
import Destiny from './art/Destiny.svelte';
import Rune from './art/Rune.svelte';
import { COLOURS } from './art/runes';

const KINDS = COLOURS.flatMap((colour) => [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${colour}${number}`));

export const stills: Stills = {
  ...Object.fromEntries(KINDS.map((rune) => [rune, markup(Rune, { rune })])),
  back: markup(Rune, { rune: null }),
  destiny: markup(Destiny, {}),
};
