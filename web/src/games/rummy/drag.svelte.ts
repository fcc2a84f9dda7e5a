/** Tiles in the air: from the press, over the first few pixels, to the place where they are let go. */
import { NEW_MELD, type Spot } from './controller.svelte';
import type { Origin } from './flight';
import { HAND, isMeld, placeOf, RACK, tilesIn, type Layout } from './layout';
import { isJoker, type Tile } from './tiles';

export const DRAG_FROM = 5; // pixels
const EDGE = 44; // of the table, where it scrolls by itself

export interface Surroundings {
  root(): HTMLElement | undefined;
  layout(): Layout;
  picked(): readonly Tile[];
  mine(): boolean;
  drop(tiles: readonly Tile[], spot: Spot): void;
}

interface Air {
  tiles: readonly Tile[];
  x: number;
  y: number;
  size: number;
  spot: Spot | null;
}

export class Drag {
  current = $state.raw<Air | null>(null);
  /** The press that has just ended was a drag, and no tap. */
  wasDragged = false;
  /** Where tiles were let go, so that they fly on from there. */
  readonly landed = new Map<Tile, Origin>();

  #around: Surroundings;
  #from: { tile: Tile; x: number; y: number; size: number; id: number } | null = null;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  down(tile: Tile, event: PointerEvent): void {
    this.wasDragged = false;
    if (event.button !== 0 || !event.isPrimary) return;
    if (!this.#around.mine() && isMeld(placeOf(this.#around.layout(), tile))) return;
    const size = (event.currentTarget as HTMLElement).getBoundingClientRect().width;
    this.#from = { tile, x: event.clientX, y: event.clientY, size, id: event.pointerId };
  }

  move(event: PointerEvent): void {
    const from = this.#from;
    if (!from || event.pointerId !== from.id) return;
    if (!this.current && Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_FROM) return;
    const picked = this.#around.picked();
    const tiles = picked.includes(from.tile) ? picked : [from.tile];
    const size = Math.max(from.size, 40);
    const lift = event.pointerType === 'touch' ? size * 1.1 : size * 0.68; // a finger would cover it
    const x = event.clientX - size / 2;
    const y = event.clientY - lift;
    this.current = { tiles, x, y, size, spot: this.#spotAt(event.clientX, event.clientY, tiles) };
    this.#scroll(event.clientX, event.clientY);
  }

  up(event: PointerEvent): void {
    if (this.#from && event.pointerId !== this.#from.id) return;
    const air = this.current;
    this.#from = null;
    this.current = null;
    if (!air) return;
    this.wasDragged = true;
    setTimeout(() => (this.wasDragged = false), 60);
    // A finger's touch ends a moment after its pointer, on the tile where it began: that must still be there then.
    if (event.pointerType === 'touch') setTimeout(() => this.#land(air), 0);
    else this.#land(air);
  }

  #land(air: Air): void {
    if (!air.spot) return;
    air.tiles.forEach((tile, k) => {
      this.landed.set(tile, { left: air.x + k * air.size * 1.05, top: air.y, width: air.size, height: air.size * 1.36 });
    });
    this.#around.drop(air.tiles, air.spot);
  }

  cancel(): void {
    this.wasDragged = this.current !== null;
    this.#from = null;
    this.current = null;
  }

  #scroll(x: number, y: number): void {
    const felt = this.#around.root()?.querySelector<HTMLElement>('[data-area="table"]');
    const box = felt?.getBoundingClientRect();
    if (!felt || !box || x < box.left || x > box.right) return;
    if (y > box.top && y < box.top + EDGE) felt.scrollTop -= 8;
    else if (y < box.bottom && y > box.bottom - EDGE) felt.scrollTop += 8;
  }

  /** The place under the pointer; null where tiles cannot go. */
  #spotAt(x: number, y: number, tiles: readonly Tile[]): Spot | null {
    const root = this.#around.root();
    const under = document.elementsFromPoint(x, y).filter((node) => root?.contains(node)) as HTMLElement[];
    const layout = this.#around.layout();
    const find = (selector: string): HTMLElement | undefined =>
      under.map((node) => node.closest<HTMLElement>(selector)).find((node) => node && root?.contains(node)) ?? undefined;
    const node = find('[data-tile]');
    const spot = node ? tileSpot(layout, node, x, tiles) : areaSpot(find, layout, x);
    const onTable = spot !== null && (spot.where === NEW_MELD || isMeld(spot.where));
    return !this.#around.mine() && (onTable || spot?.where === HAND) ? null : spot;
  }
}

/** Before or behind a tile; on it, where it is a joker in a meld. */
function tileSpot(layout: Layout, node: HTMLElement, x: number, tiles: readonly Tile[]): Spot {
  const tile = node.dataset['tile'] ?? '';
  const place = layout.places.get(tile) ?? { where: RACK, at: 0 };
  const box = node.getBoundingClientRect();
  const part = (x - box.left) / box.width;
  if (isMeld(place.where) && isJoker(tile) && tiles.length === 1 && part > 0.2 && part < 0.8) return { where: place.where, joker: tile };
  return { where: place.where, at: place.at + (part > 0.5 ? 1 : 0) };
}

function areaSpot(find: (selector: string) => HTMLElement | undefined, layout: Layout, x: number): Spot | null {
  const meld = find('[data-meld]');
  if (meld) {
    const where = meld.dataset['meld'] ?? '';
    const box = meld.getBoundingClientRect();
    return { where, at: x < box.left + box.width / 2 ? 0 : tilesIn(layout, where).length };
  }
  const group = find('[data-group]');
  if (group) return { where: group.dataset['group'] ?? RACK };
  const area = find('[data-area]')?.dataset['area'];
  return area === 'table' ? { where: NEW_MELD } : area === 'rack' ? { where: RACK } : area === 'hand' ? { where: HAND } : null;
}
