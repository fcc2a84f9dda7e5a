/**
 * What the key alone decides in each game: the cards, tiles and runes in the order in which chance brings them.
 * This is how pieces come to the table, not what may be done with them there: rules are the server's and `erre verify`'s.
 */
import { Stream } from './chance';

type Options = Record<string, unknown>;

// -- Rage: every deal of the match follows from the key

const COLOURS = ['B', 'G', 'R', 'Y', 'P', 'O'];
const COLOURED = 96;
const RAGE_DECK = [
  ...COLOURS.flatMap((colour) => Array.from({ length: 16 }, (_, value) => `${colour}${value}`)),
  ...[...Array<string>(2).fill('J'), ...Array<string>(4).fill('NT'), ...Array<string>(4).fill('CT')],
  ...[...Array<string>(3).fill('+5'), ...Array<string>(3).fill('-5')],
];

export interface RageRound {
  hands: string[][];
  /** The top of the face-down stock, the top card first, as deep as the round can turn it. */
  stock: string[];
}
export interface RageDeals {
  game: 'rage';
  dealer: number;
  rounds: RageRound[];
}

function rageRound(stream: Stream, seats: number, size: number): RageRound {
  const stock = RAGE_DECK.map((card, code) => ({ card, coloured: code < COLOURED }));
  const hands: string[][] = [];
  let colours = 1;
  for (let seat = 0; seat < seats; seat++) {
    const hand: string[] = [];
    for (let n = 0; n < size; n++) {
      const at = stream.draw(stock.length);
      const { card } = stock[at]!;
      const last = stock.pop()!;
      if (at < stock.length) stock[at] = last;
      hand.push(card);
      if (card === 'NT' || card === 'CT') colours += 1;
    }
    hands.push(hand);
  }
  const turned: string[] = [];
  for (let top = stock.length; colours > 0 && top > 0; ) {
    const at = stream.draw(top);
    top -= 1;
    const found = stock[at]!;
    stock[at] = stock[top]!;
    stock[top] = found;
    turned.push(found.card);
    if (found.coloured) colours -= 1;
  }
  return { hands, stock: turned };
}

function rageDeals(stream: Stream, seats: number): RageDeals {
  const dealer = stream.draw(seats);
  return { game: 'rage', dealer, rounds: Array.from({ length: 10 }, (_, k) => rageRound(stream, seats, 10 - k)) };
}

// -- Ru-Ra-Re: the order of the whole pile follows from the key

const KINDS = 'king church points2 points3 points4 knight sheep horse pig cow goat chicken goose rabbit farmer wife house'.split(' ');
const DECKS: Record<string, number[]> = {
  'reconstructed-a': [10, 8, 5, 5, 5, 15, 5, 5, 5, 5, 5, 5, 5, 5, 8, 8, 8],
  'reconstructed-b': [10, 8, 6, 6, 6, 12, 5, 5, 5, 5, 5, 5, 5, 5, 8, 8, 8],
  'reconstructed-c': [10, 10, 5, 5, 5, 15, 5, 5, 5, 5, 5, 5, 5, 5, 8, 8, 6],
  'reconstructed-d': [10, 8, 6, 6, 6, 14, 5, 5, 5, 5, 5, 5, 5, 5, 8, 8, 6],
};
const USED = [80, 102, 112];
const ROW_CARDS = 3;

export interface RurareDeals {
  game: 'rurare';
  /** The cards in use, the top of the pile first. */
  pile: string[];
  /** The rows as they are laid out at the start. */
  rows: string[][];
}

function rurareDeals(stream: Stream, seats: number, options: Options): RurareDeals | null {
  const deck = DECKS[String(options['deck'] ?? 'reconstructed-a')];
  if (!deck) return null;
  const own = (options['counts'] ?? {}) as Record<string, number>;
  const cards = KINDS.flatMap((kind, k) => Array<string>(own[kind] ?? deck[k]!).fill(kind));
  const rows = seats + 4;
  const used = Math.max(Math.floor((cards.length * USED[seats - 2]!) / 112), rows * ROW_CARDS);
  for (let i = 0; i < used; i++) {
    const at = i + stream.draw(cards.length - i);
    [cards[i], cards[at]] = [cards[at]!, cards[i]!];
  }
  const pile = cards.slice(0, used).reverse();
  return { game: 'rurare', pile, rows: Array.from({ length: rows }, (_, k) => pile.slice(3 * k, 3 * k + 3)) };
}

// -- Rummy: who begins and the order of the whole pool, hand after hand

const TILES = [
  ...['B', 'G', 'R', 'Y'].flatMap((colour) =>
    Array.from({ length: 13 }, (_, k) => [`${colour}${k + 1}a`, `${colour}${k + 1}b`]).flat(),
  ),
  'J1',
  'J2',
];
const RACK = 14;

export interface RummyHand {
  /** By lot; null where another rule says who begins. */
  starter: number | null;
  racks: string[][];
  /** The tiles to be drawn, the first one first. */
  pool: string[];
}
export interface RummyDeals {
  game: 'rummy';
  hands: RummyHand[];
}

function rummyDeals(stream: Stream, seats: number, options: Options, count: number): RummyDeals {
  const byLot = (options['nextStarter'] ?? 'lot') === 'lot';
  const hands = Array.from({ length: count }, (_, number): RummyHand => {
    const starter = number === 0 || byLot ? stream.draw(seats) : null;
    const tiles = [...TILES];
    stream.shuffle(tiles);
    tiles.reverse();
    const racks = Array.from({ length: seats }, (_, seat) => tiles.slice(RACK * seat, RACK * (seat + 1)));
    return { starter, racks, pool: tiles.slice(RACK * seats) };
  });
  return { game: 'rummy', hands };
}

// -- ROK: the Balance Runes and the first throw; later throws depend on what was left in the bag

const RUNES = ['W', 'G', 'B'].flatMap((colour) =>
  Array.from({ length: 8 }, (_, k) => [`${colour}${k + 1}a`, `${colour}${k + 1}b`]).flat(),
);
const THROWN = [5, 4, 3, 2];
const SPREAD = 14000;

export interface RokDeals {
  game: 'rok';
  balance: string[];
  /** The first throw: the runes in the order drawn, and whether chance turned them face up. */
  thrown: { rune: string; up: boolean }[];
}

function rokDeals(stream: Stream, seats: number, options: Options): RokDeals {
  const bag = RUNES.map(() => true);
  const take = (): number => {
    let at = stream.draw(bag.filter(Boolean).length);
    for (let rune = 0; ; rune++) if (bag[rune] && at-- === 0) return rune;
  };
  const balance = Array<number>(seats).fill(-1);
  do {
    for (let seat = 0; seat < seats; seat++) {
      if (balance[seat] !== -1) continue;
      balance[seat] = take();
      bag[balance[seat]!] = false;
    }
    const kinds = balance.map((rune) => rune >> 1);
    const twins = kinds.map((kind) => kinds.filter((one) => one === kind).length > 1);
    twins.forEach((twin, seat) => {
      if (!twin) return;
      bag[balance[seat]!] = true;
      balance[seat] = -1;
    });
  } while (balance.includes(-1));
  const count = Math.min(THROWN[seats - 2]! * seats, bag.filter(Boolean).length);
  const runes = Array.from({ length: count }, () => {
    const rune = take();
    bag[rune] = false;
    return rune;
  });
  const faceUp = Math.round(Number(options['faceUpProbability'] ?? 0.5) * 1000);
  const thrown = runes.map((rune) => {
    let [x, y] = [SPREAD, SPREAD];
    while (x * x + y * y > SPREAD * SPREAD) {
      x = stream.draw(2 * SPREAD + 1) - SPREAD;
      y = stream.draw(2 * SPREAD + 1) - SPREAD;
    }
    return { rune: RUNES[rune]!, up: stream.draw(1000) < faceUp };
  });
  return { game: 'rok', balance: balance.map((rune) => RUNES[rune]!), thrown };
}

export type Deals = RageDeals | RurareDeals | RummyDeals | RokDeals;

const SEATS: Record<string, [number, number]> = { rage: [3, 8], rurare: [2, 4], rummy: [2, 4], rok: [2, 5] };

/** What a key decides in a game; null for a game that is not known here. `hands` is how many of Rummy's are wanted. */
export function dealsOf(key: Uint8Array, game: string, seats: number, options: Options, hands = 1): Deals | null {
  const [least, most] = SEATS[game] ?? [1, 0];
  if (!Number.isInteger(seats) || seats < least || seats > most) return null;
  const stream = new Stream(key);
  switch (game) {
    case 'rage':
      return rageDeals(stream, seats);
    case 'rurare':
      return rurareDeals(stream, seats, options);
    case 'rummy':
      return rummyDeals(stream, seats, options, hands);
    case 'rok':
      return rokDeals(stream, seats, options);
    default:
      return null;
  }
}
