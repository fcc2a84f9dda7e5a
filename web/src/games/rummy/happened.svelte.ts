/** What has just happened at the table, as far as the table itself shows it: marks, notes, the score of a hand. */
import { untrack } from 'svelte';
import type { RummyEvent, RummyHandScored } from './wire';
import type { Origin } from './flight';
import type { Tile } from './tiles';
import { tileNames, type RummyTranslate } from './words';

const NOTED = 12_000; // milliseconds that a note stays
const SCORED = 30_000;

export interface Source {
  events(): readonly RummyEvent[];
  /** Of the last update. */
  number(): number;
  seat(): number | null;
  words(): RummyTranslate;
  rectOf(selector: string): Origin | null;
}

export class Happened {
  /** The tiles of the last lay of somebody else. */
  recent = $state.raw<ReadonlySet<Tile>>(new Set());
  scored = $state.raw<RummyHandScored | null>(null);
  note = $state('');
  /** Where tiles come from that others have laid. */
  origins = new Map<Tile, Origin>();
  /** The number of the last update that was looked at. */
  heard = -1;

  #source: Source;

  constructor(source: Source) {
    this.#source = source;
    $effect.pre(() => {
      const [told, number] = [source.events(), source.number()];
      untrack(() => this.#hear(told, number));
    });
    $effect(() => forget(this.note, NOTED, () => (this.note = '')));
    $effect(() => forget(this.scored, SCORED, () => (this.scored = null)));
  }

  #hear(told: readonly RummyEvent[], number: number): void {
    if (number === this.heard) return;
    this.heard = number;
    for (const event of told) this.#happen(event, told);
  }

  #happen(event: RummyEvent, all: readonly RummyEvent[]): void {
    const { seat, words, rectOf } = this.#source;
    if (event.type === 'TilesLaid') {
      this.recent = event.seat === seat() ? new Set() : new Set(event.tiles);
      const rect = rectOf(`[data-seat="${event.seat}"]`);
      if (rect) event.tiles.forEach((tile) => this.origins.set(tile, rect));
    } else if (event.type === 'HandDealt') this.recent = new Set();
    else if (event.type === 'HandScored') this.scored = event;
    else if (event.type === 'TimeRanOut' && event.seat === seat()) this.note = timeUp(all, words());
  }
}

/** What became of a turn whose time ran out. */
function timeUp(all: readonly RummyEvent[], words: RummyTranslate): string {
  const laid = all.find((event) => event.type === 'TilesLaid');
  const drawn = all.find((event) => event.type === 'TilesDrawn');
  if (laid) return words('timeStays', { tiles: tileNames(laid.tiles, words) });
  return drawn ? words('timeDrawn', { n: drawn.count }) : words('timePassed');
}

function forget(shown: unknown, after: number, act: () => void): (() => void) | undefined {
  if (!shown) return undefined;
  const timer = setTimeout(act, after);
  return () => clearTimeout(timer);
}
