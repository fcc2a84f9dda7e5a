/** The table by keys: arrows walk over tiles, letters do what buttons do. */
import { tick } from 'svelte';
import { NEW_MELD, type Controller } from './controller.svelte';
import type { Hands } from './hands.svelte';
import { RACK } from './layout';
import type { Tile } from './tiles';
import { nextBox, type Direction } from './walk';

/** Out of turn only the rack can be changed. */
const ALWAYS = 'gcvbm';

export interface KeysOutside {
  root(): HTMLElement | undefined;
  /** Keys mean something else just now. */
  isAway(): boolean;
  draw(): void;
  finish(): void;
  /** Escape, where nothing is dragged; false where there is nothing to close. */
  close(): boolean;
}

export class Keys {
  #controller: Controller;
  #hands: Hands;
  #out: KeysOutside;
  #letters: Record<string, () => void>;

  constructor(controller: Controller, hands: Hands, out: KeysOutside) {
    [this.#controller, this.#hands, this.#out] = [controller, hands, out];
    this.#letters = {
      u: () => controller.undo(),
      r: () => controller.redo(),
      x: () => controller.reset(),
      n: () => hands.put(this.#tiles(), { where: NEW_MELD }),
      b: () => hands.put(this.#tiles(), { where: RACK }),
      s: () => this.#split(),
      g: () => controller.group(),
      c: () => controller.sort('colour'),
      v: () => controller.sort('number'),
      m: () => controller.sort('sets'),
      d: () => out.draw(),
      f: () => out.finish(),
    };
  }

  press(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (this.#out.isAway() || event.altKey || target.closest('input, textarea, select, dialog')) return;
    if (event.ctrlKey || event.metaKey ? this.#withControl(event) : this.#plain(event, target)) event.preventDefault();
  }

  #withControl(event: KeyboardEvent): boolean {
    const letter = event.key.toLowerCase();
    if (letter === 'z') event.shiftKey ? this.#controller.redo() : this.#controller.undo();
    else if (letter === 'y') this.#controller.redo();
    else return false;
    return true;
  }

  #plain(event: KeyboardEvent, target: HTMLElement): boolean {
    const letter = event.key.toLowerCase();
    const here = this.#out.root()?.contains(target) || target === document.body;
    if (event.key.startsWith('Arrow') && here) this.#walk(event.key as Direction);
    else if (event.key === 'Escape') this.#escape();
    else if (letter in this.#letters && (this.#controller.mine || ALWAYS.includes(letter))) this.#letters[letter]?.();
    else return false;
    return true;
  }

  #escape(): void {
    if (this.#hands.drag.current) this.#hands.drag.cancel();
    else if (!this.#out.close()) this.#controller.clear();
  }

  #walk(key: Direction): void {
    const stops = [...(this.#out.root()?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
    const from = stops.indexOf(document.activeElement as HTMLElement);
    const to =
      from < 0
        ? stops.findIndex((one) => one.dataset['tile'] === this.#hands.stop)
        : nextBox(stops.map((one) => one.getBoundingClientRect()), from, key);
    const node = stops[Math.max(0, to)];
    this.#hands.focused = node?.dataset['tile'] ?? this.#hands.focused;
    void tick().then(() => node?.focus());
  }

  #split(): void {
    if (this.#controller.picked.length === 0) this.#controller.picked = this.#tiles();
    this.#controller.split();
  }

  /** The tiles that are picked; where there are none, the one that has the focus. */
  #tiles(): readonly Tile[] {
    const here = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['tile'] : undefined;
    return this.#controller.picked.length > 0 ? this.#controller.picked : here ? [here] : [];
  }
}
