/** Where things lie: seats around the felt, cards of a trick, cards in the fan. Sizes in pixels; nothing here knows the game. */

export interface Place {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}

/** `round`: seats around a table. `rows`: seats above the trick, on an upright phone. `sides`: seats next to it, on one held sideways. */
export type Shape = 'round' | 'rows' | 'sides';

export interface Around {
  /** Centres of the seats' plates; index 0 is the bottom. */
  seats: Place[];
  plate: Size;
  card: Size;
  /** Centre of a card by the place of its seat and by its number in the trick. */
  spot(place: number, k: number): Place;
  middle: Place;
  /** Where a line about the trick lies. */
  line: number;
  /** The height that the seats need, without a trick and with one. */
  least: number;
  leastWithTrick: number;
  /** Where the middle begins below the seats. */
  head: number;
}

export const CARD_RATIO = 1.4;
const EDGE = 6;
const LARGEST = 220; // of a card in the trick

/** A seat by the edge, and its card: parts of the room for plates, and steps from the middle. */
interface Slot {
  plate: [x: number, y: number];
  card: [x: number, y: number];
}

const BOTTOM: Slot = { plate: [0.5, 1], card: [0, 1] };

/** Seats clockwise after the bottom one: up the left side, along the top, down the right side; here up to the middle. */
const LEFT: Record<number, Slot[]> = {
  3: [{ plate: [0, 0.2], card: [-0.78, -0.55] }],
  4: [{ plate: [0, 0.5], card: [-1.15, 0] }],
  5: [
    { plate: [0, 0.64], card: [-1.3, 0.35] },
    { plate: [0.2, 0], card: [-0.6, -1] },
  ],
  6: [
    { plate: [0, 0.62], card: [-1.2, 0.55] },
    { plate: [0, 0.05], card: [-1.2, -0.6] },
  ],
  7: [
    { plate: [0, 0.92], card: [-1.15, 0.72] },
    { plate: [0, 0.45], card: [-1.6, -0.12] },
    { plate: [0.2, 0], card: [-0.6, -0.95] },
  ],
  8: [
    { plate: [0, 0.92], card: [-1.12, 0.75] },
    { plate: [0, 0.47], card: [-1.7, -0.05] },
    { plate: [0, 0.02], card: [-1.12, -0.8] },
  ],
};
const TOP: Slot = { plate: [0.5, 0], card: [0, -1] };

function mirrored({ plate, card }: Slot): Slot {
  return { plate: [1 - plate[0], plate[1]], card: [-card[0], card[1]] };
}

function slots(seats: number): Slot[] {
  const left = LEFT[seats] ?? LEFT[8] ?? [];
  return [BOTTOM, ...left, ...(seats % 2 === 0 ? [TOP] : []), ...left.map(mirrored).toReversed()];
}

/** Seats on the edge of a table, clockwise from the bottom. `seated`: the bottom seat's plate lies elsewhere. */
export function around(seats: number, { width, height }: Size, shape: Shape, seated: boolean): Around {
  if (shape !== 'round') return inLine(seats, { width, height }, shape, seated);
  const plateWidth = Math.max(146, Math.min(width * 0.2, height * 0.4, 320));
  const plate = { width: plateWidth, height: Math.max(58, plateWidth * 0.42) };
  const places = slots(seats);
  const [left, top] = [plate.width / 2 + EDGE, plate.height / 2 + EDGE];
  const head = seats === 3 ? EDGE : plate.height + 2 * EDGE; // above the highest card
  const foot = seated ? EDGE : plate.height + 2 * EDGE;
  const room = { x: width - 2 * (plate.width + 2 * EDGE), y: height - head - foot };
  // Cards touch, or lie on each other's edge: the trick is one thing in the middle of the table.
  const closest = { x: 0.72, y: seats > 5 ? 0.72 : seats === 3 ? 0.6 : 0.5 };
  const reach = { x: Math.max(...places.map(({ card }) => Math.abs(card[0]))), y: Math.max(...places.map(({ card }) => Math.abs(card[1]))) };
  const cardWidth = Math.max(46, Math.min(room.x / (1 + 2 * reach.x * closest.x), room.y / (1 + 2 * reach.y * closest.y) / CARD_RATIO, LARGEST));
  const card = { width: cardWidth, height: cardWidth * CARD_RATIO };
  const step = { x: Math.min(seats > 5 ? 1 : 0.86, (room.x / cardWidth - 1) / (2 * reach.x)), y: closest.y };
  const middle = { x: width / 2, y: head + room.y / 2 };
  const cards = places.map((slot) => ({ x: middle.x + slot.card[0] * step.x * card.width, y: middle.y + slot.card[1] * step.y * card.height }));
  return {
    seats: places.map((slot) => ({ x: left + slot.plate[0] * (width - 2 * left), y: top + slot.plate[1] * (height - 2 * top) })),
    plate,
    card,
    spot: (place) => cards[place] ?? middle,
    middle,
    line: Math.max(...cards.map(({ y }) => y)) + card.height / 2 - 20,
    least: 2 * plate.height + 40,
    leastWithTrick: 2 * plate.height + 80,
    head,
  };
}

/** Seats above the trick or at both its sides, and the cards in the order they are played. */
function inLine(seats: number, { width, height }: Size, shape: Shape, seated: boolean): Around {
  const others = seated ? seats - 1 : seats;
  const plates = shape === 'rows' ? above(others, width) : beside(others, width, height);
  const area = plates.area(height);
  const { card, at } = trickRows(seats, area);
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  const own = { x: middle.x, y: height };
  return {
    seats: seated ? [own, ...plates.places] : plates.places,
    plate: plates.size,
    card,
    spot: (_, k) => at[k] ?? middle,
    middle,
    line: Math.min(area.y + area.height, height - 24),
    least: plates.least,
    leastWithTrick: shape === 'rows' ? plates.least + 92 : Math.max(plates.least, 104),
    head: area.y,
  };
}

interface Plates {
  places: Place[];
  size: Size;
  area(height: number): Place & Size;
  least: number;
}

const PLATE_HEIGHT = 47;
const LEAST_PLATE = 40; // a finger's breadth: a press explains it
const GAP = 5;
const LINE = 22; // below the trick, for what is said about it

function above(count: number, width: number): Plates {
  const most = width < 330 && count < 7 ? 3 : 4;
  const lines = Math.ceil(count / most);
  const perLine = Math.ceil(count / lines);
  const size = { width: Math.min(150, (width - 2 * EDGE - (perLine - 1) * GAP) / perLine), height: PLATE_HEIGHT };
  const places = Array.from({ length: count }, (_, k) => {
    const line = Math.floor(k / perLine);
    const own = Math.min(perLine, count - line * perLine);
    const left = (width - own * size.width - (own - 1) * GAP) / 2;
    return { x: left + (k % perLine) * (size.width + GAP) + size.width / 2, y: EDGE + line * (size.height + GAP) + size.height / 2 };
  });
  const least = 2 * EDGE + lines * (size.height + GAP);
  return { places, size, least, area: (height) => ({ x: EDGE, y: least - EDGE, width: width - 2 * EDGE, height: height - least - LINE }) };
}

/** The height that plates at both sides need. */
export function besideLeast(count: number): number {
  return Math.ceil(count / 2) * (LEAST_PLATE + 2) + 2 * EDGE;
}

function beside(count: number, width: number, height: number): Plates {
  const left = Math.ceil(count / 2);
  const size = { width: Math.max(92, Math.min(140, width * 0.17)), height: Math.max(LEAST_PLATE, Math.min(PLATE_HEIGHT, (height - 2 * EDGE) / left - 2)) };
  const step = Math.min(size.height * 1.6, (height - 2 * EDGE - size.height) / Math.max(1, left - 1));
  const places = Array.from({ length: count }, (_, k) => {
    const first = k < left;
    const [own, line] = first ? [left, left - 1 - k] : [count - left, k - left];
    const top = (height - size.height - (own - 1) * step) / 2;
    return { x: first ? EDGE + size.width / 2 : width - EDGE - size.width / 2, y: top + line * step + size.height / 2 };
  });
  const x = size.width + 2 * EDGE;
  return { places, size, least: besideLeast(count), area: (room) => ({ x, y: EDGE, width: width - 2 * x, height: room - 2 * EDGE }) };
}

const APART = 0.8; // of a card's width: less would hide its number
const CROWDED = 0.6; // and where it must, the one in the corner is left

/** The cards of a trick in one row, or in two where that makes them clearly larger. */
function trickRows(count: number, area: Place & Size): { card: Size; at: Place[] } {
  const widthIn = (rows: number): number => {
    const perRow = Math.ceil(count / rows);
    return Math.min((area.height / rows - GAP) / CARD_RATIO, area.width / (1 + (perRow - 1) * (perRow > 4 ? CROWDED : APART)), 124);
  };
  const rows = widthIn(2) > 1.15 * widthIn(1) ? 2 : 1;
  const width = Math.max(34, widthIn(rows));
  const card = { width, height: width * CARD_RATIO };
  const perRow = Math.ceil(count / rows);
  const step = perRow < 2 ? 0 : Math.min(width + 8, (area.width - width) / (perRow - 1));
  const tall = rows * card.height + (rows - 1) * GAP;
  const at = Array.from({ length: count }, (_, k) => {
    const row = Math.floor(k / perRow);
    const own = Math.min(perRow, count - row * perRow);
    return {
      x: area.x + area.width / 2 + ((k % perRow) - (own - 1) / 2) * step,
      y: area.y + (area.height - tall) / 2 + row * (card.height + GAP) + card.height / 2,
    };
  });
  return { card, at };
}

export interface Fan {
  places: { x: number; y: number; turn: number }[];
  card: Size;
  height: number;
}

const LEAST_STEP = 44; // what a finger needs
export const LIFT = 18;

/** How wide the cards of a hand are. */
export function heldWidth(table: Size, shape: Shape): number {
  if (shape === 'sides') return Math.max(54, Math.min(96, table.height * 0.2));
  if (shape === 'rows') return Math.min(84, (table.width - 16) / 4.8, Math.max(56, table.height * 0.112));
  return Math.max(72, Math.min(table.height * 0.145, table.width / 9, 168));
}

/** A hand in one row, or in two where a finger could not tell the cards apart; `flat` where height is dear. */
export function fan(count: number, width: number, cardWidth: number, flat = false): Fan {
  const card = { width: cardWidth, height: cardWidth * CARD_RATIO };
  const room = Math.max(0, width - cardWidth - 12);
  const one = count < 2 || room / (count - 1) >= LEAST_STEP;
  const rows = one ? [count] : [Math.ceil(count / 2), Math.floor(count / 2)];
  const rowStep = card.height * (flat ? 0.5 : 0.54);
  const bend = flat ? 0.3 : one ? 1 : 0.5;
  const lift = flat ? 10 : LIFT;
  const places = rows.flatMap((cards, row) => {
    const step = cards < 2 ? 0 : Math.min(cardWidth * 0.82, room / (cards - 1));
    return Array.from({ length: cards }, (_, k) => {
      const off = k - (cards - 1) / 2;
      return {
        x: width / 2 + off * step - cardWidth / 2,
        y: lift + row * rowStep + Math.abs(off) ** 1.7 * bend * 1.1,
        turn: off * 1.5 * bend,
      };
    });
  });
  const sag = Math.max(0, ...places.map((place) => place.y));
  return { places, card, height: sag + card.height + 6 };
}
