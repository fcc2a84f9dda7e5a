/** Which thing the arrow keys come to: the nearest one that lies in their direction. */

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const middle = (box: Box): [number, number] => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];

/** The index of the next box from the one at `from`; the one before or after it in order where nothing lies there. */
export function nextBox(boxes: readonly Box[], from: number, direction: Direction): number {
  const here = boxes[from];
  if (!here) return 0;
  const [x, y] = middle(here);
  const sideways = direction === 'ArrowLeft' || direction === 'ArrowRight';
  const sign = direction === 'ArrowLeft' || direction === 'ArrowUp' ? -1 : 1;
  let [best, least] = [-1, Infinity];
  boxes.forEach((box, k) => {
    const [bx, by] = middle(box);
    const along = sign * (sideways ? bx - x : by - y);
    const across = Math.abs(sideways ? by - y : bx - x);
    const inLine = sideways ? across < (here.bottom - here.top) / 2 : along > (here.bottom - here.top) / 2;
    if (k === from || along <= 1 || !inLine) return;
    const far = sideways ? along : along * 3 + across;
    if (far < least) [best, least] = [k, far];
  });
  if (best >= 0) return best;
  const step = from + sign;
  return step >= 0 && step < boxes.length ? step : from;
}
