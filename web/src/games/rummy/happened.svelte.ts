/** What has just happened at the table, as far as the table itself shows it: notes, drawn tiles, where laid ones come from. */
import { untrack } from 'svelte';
import type { Origin } from './flight';
import type { Tile } from './tiles';
import type { RummyEvent } from './wire';
import { someTiles, tileNames, type RummyTranslate } from './words';

const NOTED = 12_000; // milliseconds that a note stays

export interface Source {
  fresh(): { events: readonly RummyEvent[] };
  seat(): number | null;
  words(): RummyTranslate;
  rectOf(selector: string): Origin | null;
}

export class Happened {
  note = $state('');
  /** The tiles that this player has drawn last. */
  drawn = $state.raw<ReadonlySet<Tile>>(new Set());
  /** Where tiles come from that others have laid. */
  origins = new Map<Tile, Origin>();
  /** How many updates were looked at: the first one deals nothing before the eyes. */
  heard = 0;

  #source: Source;

  constructor(source: Source) {
    this.#source = source;
    $effect.pre(() => {
      const { events } = source.fresh();
      untrack(() => {
        this.heard += 1;
        for (const event of events) this.#happen(event, events);
      });
    });
    $effect(() => {
      if (!this.note) return;
      const timer = setTimeout(() => (this.note = ''), NOTED);
      return () => clearTimeout(timer);
    });
  }

  #happen(event: RummyEvent, all: readonly RummyEvent[]): void {
    const { seat, words, rectOf } = this.#source;
    const mine = 'seat' in event && event.seat === seat();
    if (event.type === 'TilesLaid') {
      const rect = rectOf(`[data-seat="${event.seat}"]`);
      if (rect) event.tiles.forEach((tile) => this.origins.set(tile, rect));
      if (mine) this.drawn = new Set();
    } else if (event.type === 'TilesDrawn' && mine) {
      this.drawn = new Set(event.tiles ?? []);
      if (!all.some((one) => one.type === 'TimeRanOut')) this.note = words()('youDrew', { tiles: someTiles(event.tiles ?? [], words()) });
    } else if (event.type === 'HandDealt') [this.drawn, this.note] = [new Set(), ''];
    else if (event.type === 'TimeRanOut' && mine) this.note = timeUp(all, words());
  }
}

/** What became of a turn whose time ran out. */
function timeUp(all: readonly RummyEvent[], words: RummyTranslate): string {
  const laid = all.find((event) => event.type === 'TilesLaid');
  const drawn = all.find((event) => event.type === 'TilesDrawn');
  if (laid) return words('timeStays', { tiles: tileNames(laid.tiles, words) });
  return drawn ? words('timeDrawn', { n: drawn.count }) : words('timePassed');
}
