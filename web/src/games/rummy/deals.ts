/** How chance deals Rummy: who begins and the order of the whole pool, hand after hand. */
import { say } from '../../lib/i18n';
import { Stream } from '../../lib/proof/chance';
import { heapsBy, said, sorted, take, type Compared, type Dealt } from '../../lib/proof/deals';
import type { GameState, RecordMove } from '../../lib/proof/record';
import { dealTexts } from './dealTexts';
import type { RummyEvent } from './wire';

const TILES = [
  ...['B', 'G', 'R', 'Y'].flatMap((colour) =>
    Array.from({ length: 13 }, (_, k) => [`${colour}${k + 1}a`, `${colour}${k + 1}b`]).flat(),
  ),
  'J1',
  'J2',
];
const RACK = 14;

interface Hand {
  racks: string[][];
  /** The tiles to be drawn, the first one first. */
  pool: string[];
}

function dealtHand(stream: Stream, seats: number, isStarterDrawn: boolean): Hand {
  if (isStarterDrawn) stream.draw(seats);
  const tiles = [...TILES];
  stream.shuffle(tiles);
  tiles.reverse();
  const racks = Array.from({ length: seats }, (_, seat) => tiles.slice(RACK * seat, RACK * (seat + 1)));
  return { racks, pool: tiles.slice(RACK * seats) };
}

const kindOf = (tile: string): string => (tile.startsWith('J') ? 'J' : tile.replace(/[ab]$/, ''));
/** The kinds of tiles in the melds of a move: `R5a` is an `R5`, `J1=R5` a `J`. */
function kindsIn(move: string): string[] {
  return (move.match(/[BGRYJ][0-9=A-Za-z]*/g) ?? []).map(kindOf);
}

interface Followed {
  next: number;
  misfit: number;
  compared: number;
  over: boolean;
}

/** Follow a hand as long as moves name what they do; how far, and whether a tile was where it could not be. */
function followHand(hand: Hand, moves: RecordMove[], from: number, seats: number): Followed {
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

/** Deal hand after hand for as long as the moves of the record go on. */
function dealtHands(key: Uint8Array, { moves, seats, options }: GameState): { hands: Hand[] } & Followed {
  const stream = new Stream(key);
  const always = (options['nextStarter'] ?? 'lot') === 'lot';
  const hands: Hand[] = [];
  let [next, compared] = [0, 0];
  for (;;) {
    const hand = dealtHand(stream, seats, hands.length === 0 || always);
    hands.push(hand);
    const found = followHand(hand, moves, next, seats);
    [next, compared] = [found.next, compared + found.compared];
    if (found.misfit || !found.over || next >= moves.length) return { ...found, hands, compared };
  }
}

function compare(hands: Hand[], events: RummyEvent[]): Compared {
  let [pieces, same, hand, drawn] = [0, true, 0, 0];
  for (const event of events) {
    if (event.type === 'HandDealt') {
      [hand, drawn] = [event.hand - 1, 0];
      event.racks.forEach((rack, seat) => {
        if (!rack) return;
        pieces += rack.length;
        same &&= sorted(rack) === sorted(hands[hand]?.racks[seat] ?? []);
      });
    } else if (event.type === 'TilesDrawn') {
      const next = hands[hand]?.pool.slice(drawn, drawn + event.count) ?? [];
      drawn += event.count;
      if (!event.tiles) continue;
      pieces += event.count;
      same &&= sorted(event.tiles) === sorted(next);
    }
  }
  return { pieces, same };
}

export function workOut(key: Uint8Array, record: GameState): Dealt {
  const { hands, compared, misfit, next } = dealtHands(key, record);
  return {
    dealt: said(dealTexts, 'dealt', { n: hands.length }),
    left: said(dealTexts, 'left'),
    fit: { compared, misfit },
    ...(next < record.moves.length && !misfit ? { stopped: said(dealTexts, 'followed', { n: next }) } : {}),
    compareShown: (events) => compare(hands, events as RummyEvent[]),
    heaps: (names, lang) =>
      hands.map((hand, k) => ({
        title: say(dealTexts[lang].hand, lang, { n: k + 1 }),
        heaps: [...heapsBy(names, hand.racks), { name: dealTexts[lang].pool, pieces: hand.pool }],
      })),
  };
}
