/** Whether the pieces that the moves of a record name are those that its key brought there. */
import { dealsOf, type Deals, type RageDeals, type RokDeals, type RummyHand } from './deals';
import type { GameRecord, RecordMove } from './record';

export interface Fit {
  deals: Deals;
  /** Moves whose pieces were compared. */
  compared: number;
  /** The number of the first move that does not fit, counted from 1; 0 where all do. */
  misfit: number;
  /** Moves that could be followed; the rest depends on rules. */
  followed: number;
}

/** Take one piece out of a heap; false where it is not there. */
function take(heap: string[], piece: string): boolean {
  const at = heap.indexOf(piece);
  if (at < 0) return false;
  heap.splice(at, 1);
  return true;
}

function fitRage(deals: RageDeals, { moves, seats }: GameRecord): Omit<Fit, 'deals'> {
  let [round, played, compared] = [0, 0, 0];
  let hands = deals.rounds[0]!.hands.map((hand) => [...hand]);
  for (const [k, { seat, move }] of moves.entries()) {
    if (/^bid \d+$/.test(move)) {
      if (played > 0) return { compared, misfit: k + 1, followed: k };
      continue;
    }
    const card = move.startsWith('J:') ? 'J' : move;
    if (!hands[seat] || !take(hands[seat], card)) return { compared, misfit: k + 1, followed: k };
    compared += 1;
    played += 1;
    if (played < (10 - round) * seats) continue;
    [round, played] = [round + 1, 0];
    hands = (deals.rounds[round]?.hands ?? []).map((hand) => [...hand]);
  }
  return { compared, misfit: 0, followed: moves.length };
}

/** The kinds of tiles in the melds of a move: `R5a` is an `R5`, `J1=R5` a `J`. */
function kindsIn(move: string): string[] {
  return (move.match(/[BGRYJ][0-9=A-Za-z]*/g) ?? []).map(kindOf);
}
const kindOf = (tile: string): string => (tile.startsWith('J') ? 'J' : tile.replace(/[ab]$/, ''));

/** Follow a hand of Rummy as long as moves name what they do; how far, and whether a tile was where it could not be. */
function followHand(hand: RummyHand, moves: RecordMove[], from: number, seats: number): { next: number; misfit: number; compared: number; over: boolean } {
  const racks = hand.racks.map((rack) => rack.map(kindOf));
  const pool = hand.pool.map(kindOf);
  let [table, passes, compared] = [[] as string[], 0, 0];
  for (let k = from; k < moves.length; k++) {
    const { seat, move } = moves[k]!;
    const rack = racks[seat];
    const wrong = { next: k, misfit: k + 1, compared, over: false };
    if (!rack) return wrong;
    if (move.startsWith('timeout')) return { next: k, misfit: 0, compared, over: false };
    if (move === 'draw') {
      const tile = pool.shift();
      if (tile === undefined) return wrong;
      rack.push(tile);
      passes = 0;
    } else if (move === 'pass') {
      passes += 1;
    } else {
      const now = kindsIn(move.slice(4));
      const fresh = [...now];
      if (!table.every((tile) => take(fresh, tile))) return wrong;
      if (fresh.length === 0 || !fresh.every((tile) => take(rack, tile))) return wrong;
      [table, passes] = [now, 0];
      compared += 1;
    }
    if (rack.length === 0 || passes === seats) return { next: k + 1, misfit: 0, compared, over: true };
  }
  return { next: moves.length, misfit: 0, compared, over: false };
}

function fitRummy(key: Uint8Array, record: GameRecord): Fit {
  const { moves, seats, options } = record;
  let [next, compared, hands] = [0, 0, 1];
  for (;;) {
    const deals = dealsOf(key, 'rummy', seats, options, hands)!;
    const hand = deals.game === 'rummy' ? deals.hands[hands - 1]! : null;
    const found = followHand(hand!, moves, next, seats);
    compared += found.compared;
    if (found.misfit || !found.over || found.next >= moves.length)
      return { deals, compared, misfit: found.misfit, followed: found.next };
    next = found.next;
    hands += 1;
  }
}

/** The first grab of ROK is of a rune that fell face up; a throw without any pair is followed by another at once. */
function fitRok(deals: RokDeals, { moves }: GameRecord): Omit<Fit, 'deals'> {
  const up = deals.thrown.filter((one) => one.up).map((one) => one.rune);
  const kinds = [...up, ...deals.balance].map((rune) => rune.slice(0, -1));
  if (new Set(kinds).size === kinds.length) return { compared: 0, misfit: 0, followed: 0 };
  const first = moves[0]?.move ?? '';
  const rune = /^grab (\w+)$/.exec(first)?.[1];
  if (rune === undefined) return { compared: 0, misfit: 0, followed: 0 };
  return { compared: 1, misfit: up.includes(rune) ? 0 : 1, followed: 1 };
}

/** Compare what the moves name with what the key brings; null for a game or options that are not known here. */
export function fitMoves(key: Uint8Array, record: GameRecord): Fit | null {
  const deals = dealsOf(key, record.game, record.seats, record.options);
  switch (deals?.game) {
    case 'rage':
      return { deals, ...fitRage(deals, record) };
    case 'rummy':
      return fitRummy(key, record);
    case 'rok':
      return { deals, ...fitRok(deals, record) };
    case 'rurare':
      return { deals, compared: 0, misfit: 0, followed: 0 };
    default:
      return null;
  }
}
