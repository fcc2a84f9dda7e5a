/** The server's throw as an animation: steps of its physics become keyframes that the browser plays by itself. */
import { toScreen, type Point, type Sheet } from './layout';

export const IN_THE_AIR = 0.34; // of the time from the hand to the table; the rest is sliding
const STRIDE = 3;
const OUTSIDE = 23; // radii: where hands are

export interface Flight {
  key: string;
  frames: Keyframe[];
}

function at(point: Point, turn: number, scale: number): string {
  return `translate3d(${point.x.toFixed(1)}px, ${point.y.toFixed(1)}px, 0) rotate(${turn.toFixed(0)}deg) scale(${scale.toFixed(2)})`;
}

/** Where the hand was that threw a rune: straight back from the way it landed with. */
export function handBefore(path: readonly [number, number][]): Point {
  const [x, y] = path[0] ?? [0, 0];
  const next = path.find(([a, b]) => Math.hypot(a - x, b - y) > 0.01) ?? [0, 0];
  const length = Math.hypot(next[0] - x, next[1] - y) || 1;
  const [dx, dy] = [(next[0] - x) / length, (next[1] - y) / length];
  // The far end of the line through the landing that leaves the table behind it.
  const along = x * dx + y * dy;
  const back = along + Math.sqrt(Math.max(0, along * along + OUTSIDE * OUTSIDE - x * x - y * y));
  return { x: x - dx * back, y: y - dy * back };
}

/** The way of one rune over the screen, ending where it is drawn at rest. */
export function framesOf(path: readonly [number, number][], sheet: Sheet, rest: Point, spin: number): Keyframe[] {
  const last = path.at(-1) ?? [0, 0];
  const end = toScreen(sheet, last[0], last[1]);
  const off = { x: rest.x - end.x, y: rest.y - end.y };
  const half = sheet.rune / 2;
  const corner = (x: number, y: number, share: number): Point => {
    const point = toScreen(sheet, x, y);
    return { x: point.x + off.x * share - half, y: point.y + off.y * share - half };
  };
  const hand = handBefore(path);
  const landing = path[0] ?? [0, 0];
  const frames: Keyframe[] = [
    { offset: 0, transform: at(corner(hand.x, hand.y, 0), spin * 3, 1.5), opacity: 0, easing: 'linear' },
    { offset: 0.06, opacity: 1 },
    {
      offset: IN_THE_AIR / 2,
      transform: at(corner((hand.x + landing[0]) / 2, (hand.y + landing[1]) / 2, 0.2), spin * 2, 1.75),
      easing: 'linear',
    },
  ];
  const steps = path.length;
  // Steps of the physics are so short that every third one is enough.
  for (let k = 0; k < steps; k += k + STRIDE < steps ? STRIDE : Math.max(1, steps - 1 - k)) {
    const [x, y] = path[k]!;
    const share = steps < 2 ? 1 : k / (steps - 1);
    frames.push({
      offset: IN_THE_AIR + (0.97 - IN_THE_AIR) * share,
      transform: at(corner(x, y, 0.3 + 0.7 * share), spin * (1 - share) ** 2, 1),
      easing: 'linear',
    });
  }
  frames.push({ offset: 1, transform: at({ x: rest.x - half, y: rest.y - half }, 0, 1), opacity: 1 });
  return frames;
}

/** Which thrown rune lies at the end of which way; the order of ways tells nothing. */
export function waysTo(paths: readonly [number, number][][], places: readonly { key: string; x: number; y: number }[]): Map<string, [number, number][]> {
  const left = [...paths];
  const found = new Map<string, [number, number][]>();
  for (const place of places) {
    const far = left.map((path) => {
      const [x, y] = path.at(-1) ?? [Infinity, Infinity];
      return Math.hypot(x - place.x, y - place.y);
    });
    const best = far.indexOf(Math.min(...far));
    if (best >= 0 && far[best]! < 0.01) found.set(place.key, ...left.splice(best, 1) as [[number, number][]]);
  }
  return found;
}
