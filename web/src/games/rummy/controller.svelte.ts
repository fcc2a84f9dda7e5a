/** What this player is doing: the turn that is being built, what is picked, what is dragged. Never the table itself. */
import type { DraftJudged } from '../../lib/wire';
import type { RummyJudgedDraft, RummyView } from './wire';
import {
  EMPTY,
  fitsJoker,
  freeJoker,
  fresh,
  group,
  HAND,
  isMeld,
  isOnRack,
  join,
  meldTexts,
  newMeld,
  placeOf,
  RACK,
  rackOrder,
  sameMelds,
  sortRack,
  split,
  takeBack,
  tilesIn,
  turnMeld,
  withMelds,
  type Layout,
  type RackOrder,
} from './layout';
import type { Sorting } from './sets';
import { formatMelds, isJoker, kindOf, nameOf, standsOf, type Tile } from './tiles';

/** Where tiles are put: a meld, a new one, the rack, the hand; before the tile at a place there, or on a joker. */
export interface Spot {
  where: string;
  at?: number;
  joker?: Tile;
  /** Where on the screen a new meld was put down. */
  point?: { x: number; y: number };
}
export const NEW_MELD = 'new';

/** Kept for this browser window, so that a rack stays sorted and a turn is not lost with its page. */
export interface Kept {
  order: RackOrder;
  /** Whose turn on which table this was. */
  stamp: string;
  melds: string[][] | null;
}

export interface Outside {
  send(move: string): void;
  /** Have the turn judged; absent where nobody does. */
  judge?: ((draft: string) => void) | undefined;
  keep(kept: Kept): void;
  /** The table is about to be drawn otherwise. */
  before?(): void;
  /** The order that the rack keeps by itself, as it was chosen last; and a new choice. */
  sorting?: Sorting | null;
  sorted?(by: Sorting | null): void;
}

/** A page may send 100 messages in 20 s; drafts take less than half of them. */
export const JUDGE_EVERY = 450;

export class Controller {
  layout = $state.raw<Layout>(EMPTY);
  /** As it lay when the turn began. */
  base = $state.raw<Layout>(EMPTY);
  picked = $state.raw<readonly Tile[]>([]);
  past = $state.raw<readonly Layout[]>([]);
  future = $state.raw<readonly Layout[]>([]);
  /** It is this player's turn. */
  mine = $state(false);
  judged = $state.raw<RummyJudgedDraft | null>(null);
  /** A move on its way. */
  sent = $state<string | null>(null);
  /** The order that the rack keeps by itself. */
  sorting = $state<Sorting | null>(null);
  /** Done was pressed, and the answer tells why not. */
  asked = $state(false);

  #out: Outside;
  #stamp = '';
  #hand = -1;
  #stands = new Map<Tile, string>();
  #wantsEnd = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #judgedAt = 0;
  #judging = '';

  constructor(out: Outside) {
    this.#out = out;
    this.sorting = out.sorting ?? null;
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  // -- what comes from outside

  /** A view has come. The turn is kept where it still fits (or is `given`); the rack keeps its order in any case. */
  look(view: RummyView, mine: boolean, kept: Kept | null = null, given = false): void {
    const stamp = JSON.stringify([view.hand, view.table, [...view.rack].sort(), mine]);
    if (stamp === this.#stamp) return;
    this.#out.before?.();
    const isNewHand = this.#hand !== view.hand;
    this.#hand = view.hand;
    const order = kept?.order ?? (isNewHand ? [] : rackOrder(this.layout));
    const before = this.#stamp === '' ? null : this.layout;
    const base = this.#inOrder(fresh(view.table, view.rack, order, isNewHand ? EMPTY : this.layout));
    const old = this.base;
    this.#stamp = stamp;
    this.#stands = new Map(view.table.flat().flatMap((tile) => (standsOf(tile) ? [[nameOf(tile), standsOf(tile)!]] : [])));
    [this.base, this.layout, this.picked, this.past, this.future] = [base, base, [], [], []];
    [this.sent, this.asked, this.judged, this.#judging, this.#wantsEnd] = [null, false, null, '', false];
    const stays = before !== null && this.mine && mine && sameMelds(old, base) && !sameMelds(before, old);
    const melds = stays ? meldTexts(before) : (given || kept?.stamp === stamp) && mine ? (kept?.melds ?? null) : null;
    this.mine = mine;
    const restored = melds && withMelds(base, melds);
    if (restored && !(sameMelds(restored, base) && tilesIn(restored, HAND).length === 0)) [this.past, this.layout] = [[base], restored];
    this.#keep();
    if (mine) this.#ask();
  }

  /** The server has judged a draft; one that has changed since is not meant. */
  hear(message: DraftJudged | null): void {
    const judged = (message?.judged ?? null) as RummyJudgedDraft | null;
    if (!judged || !this.mine) return;
    const told = judged.melds.map((meld) => meld.tiles.map(nameOf).join());
    const here = this.layout.melds.map((meld) => tilesIn(this.layout, meld).join());
    if (told.sort().join(' ') !== here.sort().join(' ')) return;
    this.judged = judged;
    if (this.#wantsEnd) this.end();
  }

  /** A move was refused: everything lies as it lay. */
  refuse(): void {
    this.sent = null;
    this.#wantsEnd = false;
  }

  /** A server that was away has forgotten the draft, which the clock counts: tell it again. */
  remind(): void {
    if (!this.mine || !this.isTouched) return;
    this.#judging = '';
    this.#ask();
  }

  // -- what is known of the draft

  get isTouched(): boolean {
    return !sameMelds(this.layout, this.base) || tilesIn(this.layout, HAND).length > 0;
  }

  /** What a joker stands for, as far as anybody has said. */
  standsFor(joker: Tile): string | null {
    if (!isJoker(joker) || !isMeld(placeOf(this.layout, joker))) return null;
    const told = this.judged?.melds.flatMap((meld) => meld.tiles).find((tile) => nameOf(tile) === joker);
    return (told && standsOf(told)) ?? (placeOf(this.layout, joker) === placeOf(this.base, joker) ? (this.#stands.get(joker) ?? null) : null);
  }

  // -- building

  /** Change the draft; out of turn only the rack can be changed. */
  change(next: Layout): void {
    if (next === this.layout || this.sent !== null) return;
    if (!this.mine && !sameMelds(next, this.layout)) return;
    const melds = !sameMelds(next, this.layout) || tilesIn(next, HAND).join() !== tilesIn(this.layout, HAND).join();
    this.#out.before?.();
    this.past = [...this.past, this.layout].slice(-200);
    this.future = [];
    this.layout = next;
    this.#changed(melds);
  }

  #changed(melds: boolean): void {
    this.#wantsEnd = false;
    if (melds) [this.judged, this.asked] = [null, false];
    this.#keep();
    if (melds) this.#ask();
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last || this.sent !== null) return;
    [this.future, this.past] = [[this.layout, ...this.future], this.past.slice(0, -1)];
    this.#show(last);
  }

  redo(): void {
    const next = this.future[0];
    if (!next || this.sent !== null) return;
    [this.past, this.future] = [[...this.past, this.layout], this.future.slice(1)];
    this.#show(next);
  }

  #show(layout: Layout): void {
    this.#out.before?.();
    this.layout = layout;
    this.picked = [];
    this.#changed(true);
  }

  /** As the turn began; the rack keeps its order, and undo brings everything back. */
  reset(): void {
    if (!this.isTouched) return;
    this.picked = [];
    const order = rackOrder(this.layout);
    this.change({ ...this.base, ...rackOf(this.base, order) });
  }

  /** Put tiles somewhere. */
  place(tiles: readonly Tile[], spot: Spot): void {
    const layout = this.layout;
    const [tile] = tiles;
    if (tile === undefined) return;
    this.picked = [];
    if (spot.where === NEW_MELD) return this.change(newMeld(layout, tiles));
    if (spot.where === HAND || isOnRack(spot.where)) {
      if (tiles.every((one) => isOnRack(placeOf(layout, one)))) this.#keepOrder(null); // sorted by hand
      return this.change(this.#inOrder(takeBack(layout, tiles, spot.where, spot.at)));
    }
    const joker = spot.joker ?? (tiles.length === 1 ? this.#jokerFor(spot.where, tile, spot.at) : undefined);
    if (joker && tiles.length === 1 && !tiles.includes(joker) && fitsJoker(tilesIn(layout, spot.where), this.standsFor(joker), tile)) {
      return this.change(freeJoker(layout, tile, joker));
    }
    this.change(join(layout, tiles, spot.where, spot.at));
  }

  /** Put on a meld as a whole, a tile that a joker stands for takes the joker's place. */
  #jokerFor(meld: string, tile: Tile, at: number | undefined): Tile | undefined {
    if (at !== undefined) return undefined;
    return tilesIn(this.layout, meld).find((one) => isJoker(one) && this.standsFor(one) === kindOf(tile));
  }

  split(): void {
    const tile = this.picked.length === 1 ? this.picked[0] : undefined;
    if (tile === undefined || !this.canSplit) return;
    this.picked = [];
    this.change(split(this.layout, tile));
  }

  get canSplit(): boolean {
    const place = this.picked.length === 1 ? this.layout.places.get(this.picked[0]!) : undefined;
    return this.mine && place !== undefined && isMeld(place.where) && place.at > 0;
  }

  turn(meld: string): void {
    this.change(turnMeld(this.layout, meld));
  }

  /** The rack in order, now and from now on; pressed again, it stays as it is. */
  sort(by: Sorting): void {
    this.#keepOrder(this.sorting === by ? null : by);
    this.change(this.#inOrder(this.layout));
  }

  #inOrder(layout: Layout): Layout {
    return this.sorting ? sortRack(layout, this.sorting) : layout;
  }

  #keepOrder(by: Sorting | null): void {
    if (by === this.sorting) return;
    this.sorting = by;
    this.#out.sorted?.(by);
  }

  group(): void {
    const tiles = this.picked;
    this.picked = [];
    this.#keepOrder(null);
    this.change(group(this.layout, tiles));
  }

  // -- picking

  /** A tap or Enter on a tile: it is picked, let go, or the place for those that are. */
  tap(tile: Tile, more = false): void {
    const where = placeOf(this.layout, tile);
    const first = this.picked[0];
    const area = (one: string): string => (isMeld(one) ? one : RACK);
    if (this.picked.includes(tile)) {
      this.picked = this.picked.filter((one) => one !== tile);
    } else if (first === undefined || more || area(placeOf(this.layout, first)) === area(where)) {
      if (this.mine || !isMeld(where)) this.picked = [...this.picked, tile];
    } else {
      this.tapPlace({ where: area(where), ...(isJoker(tile) && isMeld(where) ? { joker: tile } : {}) });
    }
  }

  /** A tap or Enter on a place. */
  tapPlace(spot: Spot): void {
    if (this.picked.length > 0) this.place(this.picked, spot);
  }

  clear(): void {
    this.picked = [];
  }

  // -- the end of the turn

  draw(move: string): void {
    if (!this.mine || this.sent !== null) return;
    this.#submit(move);
  }

  /** Done: sent only where the server has said that it may be; otherwise the reason is shown. */
  end(): void {
    if (!this.mine || this.sent !== null) return;
    this.asked = true;
    this.#wantsEnd = this.judged === null;
    if (this.judged?.ready) this.#submit(`lay ${formatMelds(meldTexts(this.layout))}`);
    else if (this.judged === null) this.#ask();
  }

  #submit(move: string): void {
    this.sent = move;
    this.picked = [];
    this.#out.send(move);
  }

  // -- the server's eye

  /** Ask at once, but never more often than the server allows. */
  #ask(): void {
    if (!this.mine || !this.#out.judge || this.#timer) return;
    const wait = Math.max(0, this.#judgedAt + JUDGE_EVERY - Date.now());
    const ask = (): void => {
      this.#timer = null;
      if (!this.mine) return;
      const text = formatMelds(meldTexts(this.layout));
      if (this.judged !== null && text === this.#judging) return;
      [this.#judgedAt, this.#judging] = [Date.now(), text];
      this.#out.judge?.(text);
    };
    if (wait === 0) ask();
    else this.#timer = setTimeout(ask, wait);
  }

  #keep(): void {
    const melds = this.mine && this.isTouched ? meldTexts(this.layout) : null;
    this.#out.keep({ order: rackOrder(this.layout), stamp: this.#stamp, melds });
  }
}

/** The rack of a layout in an order. */
function rackOf(base: Layout, order: RackOrder): Pick<Layout, 'places' | 'groups'> {
  const rack = fresh([], [...base.own], order);
  return { places: new Map([...base.places, ...rack.places]), groups: rack.groups };
}
