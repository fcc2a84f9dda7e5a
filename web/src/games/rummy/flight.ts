/** Tiles that fly from where they lay to where they lie. Nothing waits for them. */

const LONG = 320; // milliseconds at normal speed

export interface Origin {
  left: number;
  top: number;
  width: number;
  height: number;
}

export class Flight {
  #rects = new Map<string, { rect: Origin; area: Element | null }>();

  /** Note where every tile lies, before the page changes. */
  note(root: HTMLElement): void {
    this.#rects.clear();
    for (const node of tilesOf(root)) {
      this.#rects.set(node.dataset['tile'] ?? '', { rect: node.getBoundingClientRect(), area: node.closest('[data-area]') });
    }
  }

  /** Let every tile that lies elsewhere now fly there; `from` says where a tile comes from that was carried, or lay nowhere. */
  fly(root: HTMLElement, speed: number, from: (tile: string, known: boolean) => Origin | null): void {
    const layer = root.querySelector<HTMLElement>('[data-layer]');
    const duration = LONG / (speed > 0 ? speed : 1);
    for (const node of tilesOf(root)) {
      const tile = node.dataset['tile'] ?? '';
      const before = this.#rects.get(tile);
      const given = from(tile, before !== undefined);
      const start = given ?? before?.rect;
      const end = node.getBoundingClientRect();
      if (!start || (Math.abs(start.left - end.left) < 2 && Math.abs(start.top - end.top) < 2)) continue;
      const move = `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${start.width / Math.max(1, end.width)})`;
      const frames = [{ transform: move, transformOrigin: '0 0' }, { transform: 'none', transformOrigin: '0 0' }];
      const timing = { duration, easing: 'cubic-bezier(0.2, 0.8, 0.3, 1)' };
      const away = given !== null || before?.area !== node.closest('[data-area]');
      if (!away || !layer) node.animate(frames, timing);
      else flyOver(layer, node, end, frames, timing);
    }
  }
}

/** From one part of the table to another: a copy flies above all edges, and the tile shows when it has landed. */
function flyOver(layer: HTMLElement, node: HTMLElement, end: DOMRect, frames: Keyframe[], timing: KeyframeAnimationOptions): void {
  const copy = node.cloneNode(true) as HTMLElement;
  copy.removeAttribute('data-tile');
  copy.removeAttribute('id');
  copy.tabIndex = -1;
  Object.assign(copy.style, { position: 'fixed', left: `${end.left}px`, top: `${end.top}px`, margin: '0', fontSize: getComputedStyle(node).fontSize });
  layer.append(copy);
  node.animate([{ opacity: 0 }, { opacity: 0 }], timing);
  const flying = copy.animate(frames, timing);
  flying.onfinish = flying.oncancel = () => copy.remove();
}

function tilesOf(root: HTMLElement): NodeListOf<HTMLElement> {
  return root.querySelectorAll<HTMLElement>('[data-tile]');
}
