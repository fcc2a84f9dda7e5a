/** Every card by its notation. */
import { COLOURS } from './colours';

const VALUES = Array.from({ length: 16 }, (_, n) => n);
const ACTIONS = ['J', 'NT', 'CT', '+5', '-5'];
export const ALL = [...COLOURS.flatMap((colour) => [...VALUES.map((n) => `${colour}${n}`), `J:${colour}`]), ...ACTIONS];
