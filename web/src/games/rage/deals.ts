/** How chance deals Rage: every deal of the match follows from the key. */
import { say } from '../../lib/i18n';
import { Stream } from '../../lib/proof/chance';
import { heapsBy, said, sorted, take, type Compared, type Dealt, type Fit } from '../../lib/proof/deals';
import type { GameState } from '../../lib/proof/record';
import { dealTexts } from './dealTexts';
import type { RageEvent } from './wire';

const COLOURS = ['B', 'G', 'R', 'Y', 'P', 'O'];
const COLOURED = 96;
const ROUNDS = 10;
const DECK = [
  ...COLOURS.flatMap((colour) => Array.from({ length: 16 }, (_, value) => `${colour}${value}`)),
  ...[...Array<string>(2).fill('J'), ...Array<string>(4).fill('NT'), ...Array<string>(4).fill('CT')],
  ...[...Array<string>(3).fill('+5'), ...Array<string>(3).fill('-5')],
];

interface Round {
  hands: string[][];
  /** The top of the face-down stock, the top card first, as deep as the round can turn it. */
  stock: string[];
}

function dealtRound(stream: Stream, seats: number, size: number): Round {
  const stock = DECK.map((card, code) => ({ card, coloured: code < COLOURED }));
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

function dealtRounds(key: Uint8Array, seats: number): Round[] {
  const stream = new Stream(key);
  stream.draw(seats); // the first dealer
  return Array.from({ length: ROUNDS }, (_, k) => dealtRound(stream, seats, ROUNDS - k));
}

function fitOf(rounds: Round[], { moves, seats }: GameState): Fit {
  let [round, played, compared] = [0, 0, 0];
  let hands = rounds[0]!.hands.map((hand) => [...hand]);
  for (const [k, { seat, move }] of moves.entries()) {
    if (/^bid \d+$/.test(move)) {
      if (played > 0) return { compared, misfit: k + 1 };
      continue;
    }
    const card = move.startsWith('J:') ? 'J' : move;
    if (!hands[seat] || !take(hands[seat], card)) return { compared, misfit: k + 1 };
    compared += 1;
    played += 1;
    if (played < (ROUNDS - round) * seats) continue;
    [round, played] = [round + 1, 0];
    hands = (rounds[round]?.hands ?? []).map((hand) => [...hand]);
  }
  return { compared, misfit: 0 };
}

function compare(rounds: Round[], events: RageEvent[]): Compared {
  let [pieces, same, round, turned] = [0, true, 0, 0];
  for (const event of events) {
    if (event.type === 'RoundDealt') {
      [round, turned] = [event.round - 1, 0];
      const { hands } = rounds[round]!;
      event.hands.forEach((hand, seat) => {
        if (!hand) return;
        pieces += hand.length;
        same &&= sorted(hand) === sorted(hands[seat] ?? []);
      });
    } else if (event.type === 'TrumpTurned') {
      const { stock } = rounds[round]!;
      event.cards.forEach((card, k) => (same &&= card === stock[turned + k]));
      pieces += event.cards.length;
      turned += event.cards.length;
    }
  }
  return { pieces, same };
}

export function workOut(key: Uint8Array, record: GameState): Dealt {
  const rounds = dealtRounds(key, record.seats);
  return {
    dealt: said(dealTexts, 'dealt', { n: rounds.length }),
    left: said(dealTexts, 'left'),
    fit: fitOf(rounds, record),
    compareShown: (events) => compare(rounds, events as RageEvent[]),
    heaps: (names, lang) =>
      rounds.map((round, k) => ({
        title: say(dealTexts[lang].round, lang, { n: k + 1 }),
        heaps: [...heapsBy(names, round.hands), { name: dealTexts[lang].trumps, pieces: round.stock }],
      })),
  };
}
