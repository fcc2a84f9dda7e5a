/** The cards, their back, and the tokens: face down, or with the number of a row. */
import { markup, type Stills } from '../../lib/stills';
import Card from './art/Card.svelte';
import { KINDS } from './art/kinds';
import Token from './art/Token.svelte';

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

export const stills: Stills = {
  ...Object.fromEntries(KINDS.map((kind) => [kind, markup(Card, { kind })])),
  back: markup(Card, { kind: null }),
  ...Object.fromEntries(ROWS.map((row) => [`row ${row}`, markup(Token, { row })])),
  token: markup(Token, {}),
};
