/** How chance deals Ru-Ra-Re: the order of the whole pile follows from the key. */
import { Stream } from '../../lib/proof/chance';
import { said, type Compared, type Dealt } from '../../lib/proof/deals';
import type { GameState } from '../../lib/proof/record';
import { dealTexts } from './dealTexts';
import type { RuRaReEvent } from './wire';

const KINDS = 'king church points2 points3 points4 knight sheep horse pig cow goat chicken goose rabbit farmer wife house'.split(' ');
const DECKS: Record<string, number[]> = {
  'reconstructed-a': [10, 8, 5, 5, 5, 15, 5, 5, 5, 5, 5, 5, 5, 5, 8, 8, 8],
  'reconstructed-b': [10, 8, 6, 6, 6, 12, 5, 5, 5, 5, 5, 5, 5, 5, 8, 8, 8],
  'reconstructed-c': [10, 10, 5, 5, 5, 15, 5, 5, 5, 5, 5, 5, 5, 5, 8, 8, 6],
  'reconstructed-d': [10, 8, 6, 6, 6, 14, 5, 5, 5, 5, 5, 5, 5, 5, 8, 8, 6],
};
const USED = [80, 102, 112];
const ROW_CARDS = 3;

/** The cards in use, the top of the pile first; null for a deck that is not known here. */
function dealtPile(key: Uint8Array, { seats, options }: GameState): string[] | null {
  const deck = DECKS[String(options['deck'] ?? 'reconstructed-a')];
  if (!deck) return null;
  const stream = new Stream(key);
  const own = (options['counts'] ?? {}) as Record<string, number>;
  const cards = KINDS.flatMap((kind, k) => Array<string>(own[kind] ?? deck[k]!).fill(kind));
  const used = Math.max(Math.floor((cards.length * USED[seats - 2]!) / 112), (seats + 4) * ROW_CARDS);
  for (let i = 0; i < used; i++) {
    const at = i + stream.draw(cards.length - i);
    [cards[i], cards[at]] = [cards[at]!, cards[i]!];
  }
  return cards.slice(0, used).reverse();
}

function compare(pile: string[], events: RuRaReEvent[]): Compared {
  let [pieces, same] = [0, true];
  const look = (cards: string[]): void => {
    cards.forEach((card, k) => (same &&= card === pile[pieces + k]));
    pieces += cards.length;
  };
  for (const event of events) {
    if (event.type === 'RowsLaid') look(event.rows.flat());
    else if (event.type === 'RowsRefilled') {
      const fresh = event.cards.flat();
      look(fresh.slice(0, fresh.length - event.from_box));
    }
  }
  return { pieces, same };
}

export function workOut(key: Uint8Array, record: GameState): Dealt | null {
  const pile = dealtPile(key, record);
  if (!pile) return null;
  const rows = Array.from({ length: record.seats + 4 }, (_, k) => pile.slice(ROW_CARDS * k, ROW_CARDS * (k + 1)));
  return {
    dealt: said(dealTexts, 'dealt', { n: pile.length }),
    left: said(dealTexts, 'left'),
    fit: { compared: 0, misfit: 0 }, // moves name rows, not cards
    compareShown: (events) => compare(pile, events as RuRaReEvent[]),
    heaps: (_, lang) => [
      { title: dealTexts[lang].rows, heaps: rows.map((pieces, k) => ({ name: String(k + 1), pieces })) },
      { title: dealTexts[lang].pile, heaps: [{ name: dealTexts[lang].pile, pieces: pile }] },
    ],
  };
}
