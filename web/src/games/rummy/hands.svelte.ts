/** Tiles by hand: tapped, dragged, put somewhere; and the one that the tabulator comes to. */
import type { Controller, Spot } from './controller.svelte';
import { NEW_MELD } from './controller.svelte';
import { Drag } from './drag.svelte';
import { RACK, tilesIn, type Layout } from './layout';
import type { Tile } from './tiles';

const NONE: readonly Tile[] = [];

export interface HandsOutside {
  root(): HTMLElement | undefined;
  /** A tile has been put somewhere. */
  heard(): void;
  /** A new meld is put down at a point of the screen. */
  aim(point: { x: number; y: number }): void;
  /** A finger has lifted tiles by a long press. */
  lifted(): void;
  /** Something was tapped: what was said before is old. */
  tapped(): void;
}

export class Hands {
  /** The tile that had the focus last. */
  focused = $state('');
  /** The one tile that the tabulator comes to. */
  readonly stop = $derived.by(() => firstStop(this.#controller.layout, this.focused));
  readonly drag: Drag;

  #controller: Controller;
  #out: HandsOutside;

  constructor(controller: Controller, out: HandsOutside) {
    this.#controller = controller;
    this.#out = out;
    this.drag = new Drag({
      root: () => out.root(),
      layout: () => controller.layout,
      picked: () => controller.picked,
      mine: () => controller.mine,
      drop: (tiles, spot) => this.put(tiles, spot),
      lifted: () => out.lifted(),
    });
  }

  /** Tiles in the air. */
  get lifted(): readonly Tile[] {
    return this.drag.current?.tiles ?? NONE;
  }

  /** The place that they are over. */
  get over(): Spot | null {
    return this.drag.current?.spot ?? null;
  }

  down(tile: Tile, event: PointerEvent): void {
    this.drag.down(tile, event);
  }

  put(tiles: readonly Tile[], spot: Spot): void {
    if (spot.point) this.#out.aim(spot.point);
    this.#controller.place(tiles, spot);
    this.#out.heard();
  }

  tap(tile: Tile, event: MouseEvent): void {
    if (this.drag.wasDragged) return;
    this.focused = tile;
    this.#out.tapped();
    const before = this.#controller.layout;
    this.#controller.tap(tile, event.shiftKey || event.ctrlKey || event.metaKey);
    if (this.#controller.layout !== before) this.#out.heard();
  }

  tapPlace(where: string, point?: { x: number; y: number }): void {
    if (this.drag.wasDragged || this.#controller.picked.length === 0) return;
    this.put(this.#controller.picked, { where, ...(point ? { point } : {}) });
  }

  /** A press on a place itself, next to its tiles; keys have `n` and `b` for it. */
  places(node: HTMLElement): () => void {
    const press = (event: MouseEvent): void => {
      const target = event.target as HTMLElement;
      if (target.closest('button, .band, .over')) return;
      const place = target.closest<HTMLElement>('[data-meld], [data-group], [data-area]');
      const { meld, group, area } = place?.dataset ?? {};
      const where = meld ?? group ?? (area === 'table' ? NEW_MELD : area);
      if (where) this.tapPlace(where, where === NEW_MELD ? { x: event.clientX, y: event.clientY } : undefined);
    };
    node.addEventListener('click', press);
    return () => node.removeEventListener('click', press);
  }
}

function firstStop(layout: Layout, focused: Tile): Tile | null {
  if (layout.places.has(focused)) return focused;
  const first = (where: string | undefined): Tile | undefined => (where === undefined ? undefined : tilesIn(layout, where)[0]);
  return first(RACK) ?? first(layout.groups[0]) ?? first(layout.melds[0]) ?? null;
}
