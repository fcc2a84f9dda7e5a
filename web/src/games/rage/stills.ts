/** The cards, their back, and the colours as badges. */
import { markup, type Stills } from '../../lib/stills';
import Card from './art/Card.svelte';
import Colour from './art/Colour.svelte';
import { COLOURS } from './art/colours';
import { ALL } from './art/names';

export const stills: Stills = {
  ...Object.fromEntries(ALL.map((card) => [card, markup(Card, { card })])),
  back: markup(Card, { card: null }),
  ...Object.fromEntries(COLOURS.map((colour) => [colour, markup(Colour, { colour, badge: true })])),
};
