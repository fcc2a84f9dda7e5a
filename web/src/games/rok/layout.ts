/** Where things lie on the screen. The table is measured in radii of a rune, Destiny at 0, 0; seats sit around it. */

export interface Point {
  x: number;
  y: number;
}

/** From the table to the screen: turned so that one seat is at the bottom, then stretched to the cloth. */
export interface Sheet {
  middle: Point;
  /** Pixels for a radius, across and down. */
  across: number;
  down: number;
  /** How far the table is turned, in radians. */
  turn: number;
  /** Diameter of a rune as it is drawn. */
  rune: number;
}

const TABLE = 20; // radii
const RIM = 20.9; // the cloth is a little wider
const FAR_RIM = 24.6; // a slide begins at 22
const LEAST_RUNE = 44;
const GAP = 1.04; // between runes, in diameters

/** Where a seat's hand is, in radians. */
export function handAngle(seat: number, seats: number): number {
  return (2 * Math.PI * seat) / seats;
}

/** The cloth in a room of this size. `far`: at its true scale and with the hands in sight, as a slide wants it. */
export function sheetOf(width: number, height: number, bottom: number, seats: number, far: boolean): Sheet {
  const turn = Math.PI / 2 - handAngle(bottom, seats);
  const middle = { x: width / 2, y: height / 2 };
  if (far) {
    const radius = Math.min(width, height) / 2 / FAR_RIM;
    return { middle, across: radius, down: radius, turn, rune: 2 * radius };
  }
  const [wide, high] = [Math.min(width, height * 1.55), Math.min(height, width * 1.45)];
  const rune = Math.max(LEAST_RUNE, Math.min(64, Math.sqrt(wide * high) / 9));
  return { middle, across: wide / 2 / RIM, down: high / 2 / RIM, turn, rune };
}

/** A place of the table on the screen. */
export function toScreen(sheet: Sheet, x: number, y: number): Point {
  const [cos, sin] = [Math.cos(sheet.turn), Math.sin(sheet.turn)];
  return {
    x: sheet.middle.x + (x * cos - y * sin) * sheet.across,
    y: sheet.middle.y + (x * sin + y * cos) * sheet.down,
  };
}

/** A place of the screen on the table. */
export function toTable(sheet: Sheet, x: number, y: number): Point {
  const [u, v] = [(x - sheet.middle.x) / sheet.across, (y - sheet.middle.y) / sheet.down];
  const [cos, sin] = [Math.cos(sheet.turn), Math.sin(sheet.turn)];
  return { x: u * cos + v * sin, y: -u * sin + v * cos };
}

/** Whether a rune drawn here lies on the cloth. */
function onCloth(sheet: Sheet, point: Point): Point {
  const [a, b] = [TABLE * sheet.across - sheet.rune / 2, TABLE * sheet.down - sheet.rune / 2];
  const [dx, dy] = [point.x - sheet.middle.x, point.y - sheet.middle.y];
  const out = Math.hypot(dx / a, dy / b);
  return out <= 1 ? point : { x: sheet.middle.x + dx / out, y: sheet.middle.y + dy / out };
}

/**
 * Places for runes that are drawn larger than they are, so that a finger hits the one it means. Those that are laid
 * already stay; the others give way to them, to Destiny and to each other.
 */
export function spread(sheet: Sheet, wanted: readonly { key: string; x: number; y: number }[], laid: ReadonlyMap<string, Point>): Map<string, Point> {
  const places = wanted.map((one) => ({ key: one.key, fixed: laid.has(one.key), ...(laid.get(one.key) ?? onCloth(sheet, toScreen(sheet, one.x, one.y))) }));
  const least = sheet.rune * GAP;
  const destiny = { key: '', fixed: true, ...sheet.middle };
  for (let round = 0; round < 160; round += 1) {
    let moved = false;
    for (let i = 0; i < places.length; i += 1) {
      const one = places[i]!;
      for (const other of [destiny, ...places.slice(i + 1)]) {
        let [dx, dy] = [one.x - other.x, one.y - other.y];
        let far = Math.hypot(dx, dy);
        if (far >= least || (one.fixed && other.fixed)) continue;
        if (far < 0.01) [dx, dy, far] = [Math.cos(i * 2.4), Math.sin(i * 2.4), 1];
        const push = (least - far) / far + 0.01;
        const share = one.fixed ? 0 : other.fixed ? 1 : 0.5;
        one.x += dx * push * share;
        one.y += dy * push * share;
        other.x -= dx * push * (1 - share) * (other.fixed ? 0 : 1);
        other.y -= dy * push * (1 - share) * (other.fixed ? 0 : 1);
        moved = true;
      }
    }
    for (const one of places) if (!one.fixed) Object.assign(one, onCloth(sheet, one));
    if (!moved) break;
  }
  return new Map(places.map(({ key, x, y }) => [key, { x, y }]));
}

/** Slides are aimed by pulling the rune: the way of the pointer gives direction and force. */
export interface Aim {
  /** From the straight way to Destiny, as moves have it. */
  degrees: number;
  /** 0 to 1. */
  force: number;
}

const HAND = 22; // radii
/** So far a rune is pulled for force 1. */
export const FULL_PULL = HAND;

/** So far a rune slides with force 1 where nothing stops it, in radii; the way grows with the square of the force. */
export const FULL_REACH = 45;
const UNSTEADY = 0.03; // a hand's force is not known more closely than this

/** About how far a rune slides, in radii: at least and at most. */
export function reachOf(force: number): { least: number; most: number } {
  const way = (exact: number): number => FULL_REACH * Math.min(1, Math.max(0, exact)) ** 2;
  return { least: way(force - UNSTEADY), most: way(force + UNSTEADY) };
}

/** The place that many radii along the way that an aim points. */
export function alongAim(seat: number, seats: number, aim: Aim, way: number): Point {
  return pointOf(seat, seats, { degrees: aim.degrees, force: way / FULL_PULL });
}

/** Where a seat's rune lies before it slides. */
export function handOf(seat: number, seats: number): Point {
  const angle = handAngle(seat, seats);
  return { x: HAND * Math.cos(angle), y: HAND * Math.sin(angle) };
}

/** The aim of a pull from the hand to a place of the table; kept as precise as the rules keep it. */
export function aimAt(seat: number, seats: number, to: Point): Aim {
  const hand = handOf(seat, seats);
  const [dx, dy] = [to.x - hand.x, to.y - hand.y];
  const straight = handAngle(seat, seats) + Math.PI;
  const off = ((Math.atan2(dy, dx) - straight) * 180) / Math.PI;
  const force = Math.min(1, Math.hypot(dx, dy) / FULL_PULL);
  return { degrees: Math.round(wrap(off) * 10) / 10, force: Math.round(force * 100) / 100 };
}

/** The place of the table that an aim points to. */
export function pointOf(seat: number, seats: number, aim: Aim): Point {
  const hand = handOf(seat, seats);
  const angle = handAngle(seat, seats) + Math.PI + (aim.degrees * Math.PI) / 180;
  return { x: hand.x + Math.cos(angle) * aim.force * FULL_PULL, y: hand.y + Math.sin(angle) * aim.force * FULL_PULL };
}

/** Degrees from -180 to 180. */
function wrap(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** A slide in notation. */
export function slideMove(aim: Aim): string {
  return `slide ${(((aim.degrees % 360) + 360) % 360).toFixed(1).replace(/\.0$/, '')} ${aim.force.toFixed(2).replace(/0+$/, '').replace(/\.$/, '')}`;
}
