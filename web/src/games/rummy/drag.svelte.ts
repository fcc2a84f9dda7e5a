/**
 * Tiles in the air: from the press to the place where they are let go. A mouse lifts after a few pixels, and so does a
 * finger on the rack. On the table, which scrolls, a finger that goes up or down pans; a pull to the side or a long
 * press lifts.
 */
import { NEW_MELD, type Spot } from './controller.svelte';
import type { Origin } from './flight';
import { HAND, isMeld, placeOf, RACK, tilesIn, type Layout } from './layout';
import { isJoker, type Tile } from './tiles';

export const DRAG_FROM = 5; // pixels
const PULL_FROM = 8; // to the side, on a table that scrolls
export const LONG_PRESS = 280; // milliseconds
const EDGE = 44; // of the table, where it scrolls by itself
const SCROLL = 7; // pixels in a frame

export interface Surroundings {
  root(): HTMLElement | undefined;
  layout(): Layout;
  picked(): readonly Tile[];
  mine(): boolean;
  drop(tiles: readonly Tile[], spot: Spot): void;
  /** A finger has lifted tiles by a long press. */
  lifted?(): void;
}

interface Air {
  tiles: readonly Tile[];
  x: number;
  y: number;
  size: number;
  spot: Spot | null;
}

interface From {
  tile: Tile;
  x: number;
  y: number;
  size: number;
  id: number;
  /** A finger where the page scrolls: up and down are the browser's. */
  pans: boolean;
}

export class Drag {
  current = $state.raw<Air | null>(null);
  /** The press that has just ended was a drag, and no tap. */
  wasDragged = false;
  /** Where tiles were let go, so that they fly on from there. */
  readonly landed = new Map<Tile, Origin>();

  #around: Surroundings;
  #from: From | null = null;
  #at: { x: number; y: number; touch: boolean } = { x: 0, y: 0, touch: false };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  down(tile: Tile, event: PointerEvent): void {
    this.wasDragged = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const onTable = isMeld(placeOf(this.#around.layout(), tile));
    if (!this.#around.mine() && onTable) return;
    const node = event.currentTarget as HTMLElement;
    const size = node.getBoundingClientRect().width;
    const touch = event.pointerType === 'touch';
    this.#from = { tile, x: event.clientX, y: event.clientY, size, id: event.pointerId, pans: touch && getComputedStyle(node).touchAction !== 'none' };
    this.#at = { x: event.clientX, y: event.clientY, touch };
    if (this.#from.pans) this.#timer = setTimeout(() => this.#longPress(), LONG_PRESS);
  }

  move(event: PointerEvent): void {
    const from = this.#from;
    if (!from || event.pointerId !== from.id) return;
    this.#at = { x: event.clientX, y: event.clientY, touch: event.pointerType === 'touch' };
    if (this.current || this.#isPull(from)) this.#carry();
  }

  #isPull(from: From): boolean {
    const [dx, dy] = [Math.abs(this.#at.x - from.x), Math.abs(this.#at.y - from.y)];
    if (!from.pans) return Math.hypot(dx, dy) >= DRAG_FROM;
    if (Math.hypot(dx, dy) >= PULL_FROM) clearTimeout(this.#timer);
    return dx >= PULL_FROM && dx > dy;
  }

  #longPress(): void {
    if (!this.#from || this.current) return;
    this.#around.lifted?.();
    this.#carry();
  }

  #carry(): void {
    const from = this.#from;
    if (!from) return;
    const picked = this.#around.picked();
    const tiles = picked.includes(from.tile) ? picked : [from.tile];
    const size = Math.max(from.size, 40);
    const { x, y, touch } = this.#at;
    const lift = touch ? size * 1.1 : size * 0.68; // a finger would cover it
    this.current = { tiles, x: x - size / 2, y: y - lift, size, spot: this.#spotAt(x, y, tiles) };
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#scroll());
  }

  up(event: PointerEvent): void {
    if (this.#from && event.pointerId !== this.#from.id) return;
    const air = this.current;
    this.#end();
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
    this.#end();
  }

  #end(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    [this.#from, this.current, this.#frame] = [null, null, 0];
  }

  /** A finger that carries tiles moves nothing else; listeners of the page itself may not say so. */
  holds(node: HTMLElement): () => void {
    const hold = (event: TouchEvent): void => {
      if (this.current && event.cancelable) event.preventDefault();
    };
    node.addEventListener('touchmove', hold, { passive: false });
    return () => node.removeEventListener('touchmove', hold);
  }

  /** Near its edge the table scrolls, as long as tiles are held there. */
  #scroll(): void {
    this.#frame = 0;
    const felt = this.#around.root()?.querySelector<HTMLElement>('[data-area="table"]');
    const air = this.current;
    if (!felt || !air) return;
    const [box, { x, y }, before] = [felt.getBoundingClientRect(), this.#at, felt.scrollTop];
    if (x >= box.left && x <= box.right) {
      if (y > box.top && y < box.top + EDGE) felt.scrollTop -= SCROLL;
      else if (y < box.bottom && y > box.bottom - EDGE) felt.scrollTop += SCROLL;
    }
    if (felt.scrollTop !== before) this.current = { ...air, spot: this.#spotAt(x, y, air.tiles) };
    this.#frame = requestAnimationFrame(() => this.#scroll());
  }

  /** The place under the pointer; null where tiles cannot go. */
  #spotAt(x: number, y: number, tiles: readonly Tile[]): Spot | null {
    const root = this.#around.root();
    const under = document.elementsFromPoint(x, y).filter((node) => root?.contains(node)) as HTMLElement[];
    const layout = this.#around.layout();
    const find = (selector: string): HTMLElement | undefined =>
      under.map((node) => node.closest<HTMLElement>(selector)).find((node) => node && root?.contains(node)) ?? undefined;
    const node = find('[data-tile]');
    const spot = node ? tileSpot(layout, node, x, tiles) : areaSpot(find, layout, x, y);
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

function areaSpot(find: (selector: string) => HTMLElement | undefined, layout: Layout, x: number, y: number): Spot | null {
  const meld = find('[data-meld]');
  if (meld) {
    const where = meld.dataset['meld'] ?? '';
    const box = meld.getBoundingClientRect();
    return { where, at: x < box.left + box.width / 2 ? 0 : tilesIn(layout, where).length };
  }
  const group = find('[data-group]');
  if (group) return { where: group.dataset['group'] ?? RACK };
  if (find('[data-new]')) return { where: NEW_MELD };
  const area = find('[data-area]')?.dataset['area'];
  if (area === 'table') return { where: NEW_MELD, point: { x, y } };
  return area === 'rack' ? { where: RACK } : area === 'hand' ? { where: HAND } : null;
}
