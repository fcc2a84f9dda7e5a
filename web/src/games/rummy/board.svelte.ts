/**
 * The table top as this window shows it: how large tiles are, and where each meld lies. Within a turn neither changes
 * by itself; between turns tiles become smaller where more melds have come.
 */
import { untrack } from 'svelte';
import { meldTexts, tilesIn, type Layout } from './layout';
import { LEAST } from './sizes';
import { arrange, rowsOf, type Lying, type Near, type Slots } from './slots';

const MARGIN = 1.05; // from one tile to the next, in tiles
const TALL = 1.36;
const BETWEEN = 18; // pixels between rows: the mark of a meld lies there
const TINY = 18; // where all tiles are wanted in sight
const NEXT: Lying = { name: '', tiles: ['', '', ''] }; // room that is kept for a new meld

export const pitchOf = (size: number): number => size * MARGIN;
export const rowOf = (size: number): number => Math.round(size * TALL + BETWEEN);

/** What a page keeps of the places of melds, so that a reload moves none. */
export type KeptSlots = readonly [tiles: string, row: number, col: number][];

interface History {
  /** Which hand, in which width. */
  table: string;
  columns: number;
  /** The places as they are, and by what lies there, for undo. */
  slots: Slots;
  of: Map<string, Slots>;
}

export class Board {
  /** The inner size of the table, in pixels, and the height of the whole game around it. */
  wide = $state(340);
  high = $state(300);
  around = $state(0);
  /** By the player: larger, or all in sight. */
  zoom = $state(1);
  all = $state(false);
  screen = $state(false);

  readonly size = $derived.by(() => this.#fit());
  readonly columns = $derived((this.wide - 4) / pitchOf(this.size));

  #base: () => Layout;
  #hand: () => number;
  #history: History = { table: '', columns: 0, slots: new Map(), of: new Map() };
  #wanted: Near | null = null;
  #kept: KeptSlots = [];

  constructor(base: () => Layout, hand: () => number) {
    [this.#base, this.#hand] = [base, hand];
  }

  get rows(): number {
    return Math.max(1, Math.floor((this.high + BETWEEN) / rowOf(this.size)));
  }

  /** A new meld was put down here, in pixels from the upper left of the melds. */
  want(x: number, y: number): void {
    const size = this.size * this.zoom;
    this.#wanted = { row: Math.max(0, Math.floor(y / rowOf(size))), col: Math.max(0, x / pitchOf(size) - 0.6) };
  }

  /** Places that were kept by the page before. */
  remember(kept: KeptSlots): void {
    this.#kept = kept;
  }

  /** Where the melds of a layout lie. The same melds lie in the same places, also after undo. */
  slotsOf(layout: Layout): Slots {
    const { columns, rows } = this;
    const history = this.#historyFor(`${this.#hand()} ${this.all} ${this.wide}`, columns);
    const text = meldTexts(layout).map((meld) => meld.join(' ')).sort().join('|');
    const known = history.of.get(text);
    if (known && layout.melds.every((name) => known.has(name))) return (history.slots = known);
    const slots = arrange(lying(layout), { columns, rows }, this.#restored(layout, history.slots), this.#wanted);
    this.#wanted = null;
    history.slots = slots;
    history.of.set(text, slots);
    return slots;
  }

  keep(): KeptSlots {
    return [...this.#history.slots.values()].map((slot) => [slot.tiles.join(' '), slot.row, slot.col]);
  }

  zoomBy(factor: number): void {
    if (this.all && factor > 1) return void (this.all = false);
    const next = this.zoom * factor;
    if (next < 0.99 && this.zoom <= 1) this.all = true;
    this.zoom = Math.min(2.5, Math.max(1, next));
  }

  /** Another hand begins at an empty table, and in a window of another width everything is laid out again. */
  #historyFor(table: string, columns: number): History {
    if (this.#history.table !== table) this.#history = { table, columns, slots: new Map(), of: new Map() };
    else if (this.#history.columns !== columns) this.#history = { ...this.#history, columns, of: new Map() };
    return this.#history;
  }

  #restored(layout: Layout, slots: Slots): Slots {
    if (slots.size > 0 || this.#kept.length === 0) return slots;
    const found = new Map(lying(layout).map((meld) => [meld.tiles.join(' '), meld]));
    const back = this.#kept.flatMap(([text, row, col]) => {
      const meld = found.get(text);
      return meld ? [[meld.name, { row, col, tiles: meld.tiles }] as const] : [];
    });
    this.#kept = [];
    return new Map(back);
  }

  /** The largest tiles with which the melds of the turn's beginning, and one more, are in sight. */
  #fit(): number {
    const melds = [...lying(this.#base()), NEXT];
    const { wide, all } = this;
    const { high, slots } = untrack(() => ({ high: this.high, slots: all ? new Map() : this.#history.slots }));
    const most = Math.round(Math.min(this.screen ? 96 : 84, Math.max(46, Math.sqrt(wide * high) / 11)));
    void this.around;
    const least = all ? TINY : LEAST;
    for (let size = most; size > least; size -= 2) {
      const room = { columns: (wide - 4) / pitchOf(size), rows: Math.max(1, Math.floor((high + BETWEEN) / rowOf(size))) };
      if (rowsOf(arrange(melds, room, slots), room.columns) <= room.rows) return size;
    }
    return least;
  }
}

const lying = (layout: Layout): Lying[] => layout.melds.map((name) => ({ name, tiles: tilesIn(layout, name) }));
