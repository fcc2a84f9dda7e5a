/** How chance deals ROK: the Balance Runes and the first throw. Later throws depend on what was left in the bag. */
import { Stream } from '../../lib/proof/chance';
import { heapsBy, said, sorted, type Compared, type Dealt, type Fit } from '../../lib/proof/deals';
import type { GameState } from '../../lib/proof/record';
import { dealTexts } from './dealTexts';
import type { RokEvent } from './wire';

const RUNES = ['W', 'G', 'B'].flatMap((colour) =>
  Array.from({ length: 8 }, (_, k) => [`${colour}${k + 1}a`, `${colour}${k + 1}b`]).flat(),
);
const THROWN = [5, 4, 3, 2];
const SPREAD = 14000;

interface FirstThrow {
  balance: string[];
  /** The runes in the order drawn, and whether chance turned them face up. */
  thrown: { rune: string; up: boolean }[];
}

/** The runes that are still in the bag. */
class Bag {
  readonly #left = RUNES.map(() => true);

  constructor(private readonly stream: Stream) {}

  get size(): number {
    return this.#left.filter(Boolean).length;
  }
  take(): number {
    let at = this.stream.draw(this.size);
    for (let rune = 0; ; rune++) {
      if (this.#left[rune] && at-- === 0) {
        this.#left[rune] = false;
        return rune;
      }
    }
  }
  put(rune: number): void {
    this.#left[rune] = true;
  }
}

/** One Balance Rune for each seat; twins go back until all kinds differ. */
function drawnBalance(bag: Bag, seats: number): number[] {
  const balance = Array<number>(seats).fill(-1);
  do {
    for (let seat = 0; seat < seats; seat++) if (balance[seat] === -1) balance[seat] = bag.take();
    const kinds = balance.map((rune) => rune >> 1);
    const twins = kinds.map((kind) => kinds.filter((one) => one === kind).length > 1);
    twins.forEach((twin, seat) => {
      if (!twin) return;
      bag.put(balance[seat]!);
      balance[seat] = -1;
    });
  } while (balance.includes(-1));
  return balance;
}

function firstThrow(key: Uint8Array, { seats, options }: GameState): FirstThrow {
  const stream = new Stream(key);
  const bag = new Bag(stream);
  const balance = drawnBalance(bag, seats);
  const runes = Array.from({ length: Math.min(THROWN[seats - 2]! * seats, bag.size) }, () => bag.take());
  const faceUp = Math.round(Number(options['faceUpProbability'] ?? 0.5) * 1000);
  const thrown = runes.map((rune) => {
    let [x, y] = [SPREAD, SPREAD];
    while (x * x + y * y > SPREAD * SPREAD) {
      x = stream.draw(2 * SPREAD + 1) - SPREAD;
      y = stream.draw(2 * SPREAD + 1) - SPREAD;
    }
    return { rune: RUNES[rune]!, up: stream.draw(1000) < faceUp };
  });
  return { balance: balance.map((rune) => RUNES[rune]!), thrown };
}

/** The first grab is of a rune that fell face up; a throw without any pair is followed by another at once. */
function fitOf({ balance, thrown }: FirstThrow, { moves }: GameState): Fit {
  const up = thrown.filter((one) => one.up).map((one) => one.rune);
  const kinds = [...up, ...balance].map((rune) => rune.slice(0, -1));
  const rune = /^grab (\w+)$/.exec(moves[0]?.move ?? '')?.[1];
  if (new Set(kinds).size === kinds.length || rune === undefined) return { compared: 0, misfit: 0 };
  return { compared: 1, misfit: up.includes(rune) ? 0 : 1 };
}

function compare(deal: FirstThrow, events: RokEvent[]): Compared {
  const balance: string[] = [];
  for (const event of events) {
    if (event.type === 'BalanceDrawn') event.seats.forEach((seat, k) => (balance[seat] = event.runes[k]!));
    if (event.type !== 'RunesThrown') continue;
    const seen = event.runes.flatMap((one) => (one.rune === null ? [] : [`${one.rune} ${one.up}`]));
    const due = deal.thrown.filter((one) => one.up || seen.includes(`${one.rune} false`));
    const same = sorted(seen) === sorted(due.map((one) => `${one.rune} ${one.up}`)) && balance.join() === deal.balance.join();
    return { pieces: balance.length + seen.length, same };
  }
  return { pieces: 0, same: true };
}

export function workOut(key: Uint8Array, record: GameState): Dealt {
  const deal = firstThrow(key, record);
  return {
    dealt: said(dealTexts, 'dealt', { n: deal.thrown.length }),
    left: said(dealTexts, 'left'),
    fit: fitOf(deal, record),
    compareShown: (events) => compare(deal, events as RokEvent[]),
    heaps: (names, lang) => [
      { title: dealTexts[lang].balance, heaps: heapsBy(names, deal.balance.map((rune) => [rune])) },
      { title: dealTexts[lang].thrown, heaps: [{ name: dealTexts[lang].thrown, pieces: deal.thrown.map((one) => `${one.rune}${one.up ? ' ▲' : ' ▽'}`) }] },
    ],
  };
}
