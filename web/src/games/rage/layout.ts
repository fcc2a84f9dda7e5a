/** Where things lie: seats around the felt, cards in the fan. Sizes in pixels; nothing here knows the game. */

export interface Place {
  x: number;
  y: number;
}

export interface Around {
  /** Centres of the seats' plates; index 0 is the bottom. */
  seats: Place[];
  /** Centres of the cards they have played. */
  cards: Place[];
  card: { width: number; height: number };
  middle: Place;
}

export const CARD_RATIO = 1.4;

/** A seat by the edge, and its card: parts of the room for plates, and steps from the middle. */
interface Slot {
  plate: [x: number, y: number];
  card: [x: number, y: number];
}

const BOTTOM: Slot = { plate: [0.5, 1], card: [0, 1] };

/** Seats clockwise after the bottom one: up the left side, along the top, down the right side; here up to the middle. */
const LEFT: Record<number, Slot[]> = {
  3: [{ plate: [0, 0.3], card: [-1, -0.4] }],
  4: [{ plate: [0, 0.5], card: [-1, 0] }],
  5: [
    { plate: [0, 0.6], card: [-1, 0.1] },
    { plate: [0.2, 0], card: [-0.7, -1] },
  ],
  6: [
    { plate: [0, 0.58], card: [-1, 0.12] },
    { plate: [0, 0], card: [-1.4, -0.9] },
  ],
  7: [
    { plate: [0, 0.9], card: [-1.4, 0.55] },
    { plate: [0, 0.45], card: [-1, -0.25] },
    { plate: [0.2, 0], card: [-0.7, -1] },
  ],
  8: [
    { plate: [0, 0.9], card: [-1.4, 0.6] },
    { plate: [0, 0.45], card: [-1, -0.18] },
    { plate: [0, 0], card: [-1.4, -0.9] },
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
export function around(
  seats: number,
  width: number,
  height: number,
  plate: { width: number; height: number },
  seated: boolean,
): Around {
  const crowd = seats > 5 ? 0.84 : seats === 5 ? 0.92 : 1;
  const cardWidth = Math.max(38, Math.min(width / 5.4, height / 4.8, 112) * crowd);
  const card = { width: cardWidth, height: cardWidth * CARD_RATIO };
  const [left, top] = [plate.width / 2 + 6, plate.height / 2 + 6];
  const foot = seated ? 6 : plate.height + 10; // what lies below the lowest card
  const middle = { x: width / 2, y: (plate.height + 8 + height - foot) / 2 };
  const step = {
    x: Math.max(cardWidth * 0.62, Math.min(width / 2 - plate.width - cardWidth / 2 - 14, cardWidth * 2.3)),
    y: Math.max(
      card.height * 0.5,
      Math.min((height - foot - plate.height - 8 - card.height) / 2, card.height * (seats > 5 ? 1.45 : 1.15)),
    ),
  };
  const places = slots(seats);
  return {
    seats: places.map((slot) => ({
      x: left + slot.plate[0] * (width - 2 * left),
      y: top + slot.plate[1] * (height - 2 * top),
    })),
    cards: places.map((slot) => ({ x: middle.x + slot.card[0] * step.x, y: middle.y + slot.card[1] * step.y })),
    card,
    middle,
  };
}

export interface Fan {
  places: { x: number; y: number; turn: number }[];
  card: { width: number; height: number };
  height: number;
}

const LEAST_STEP = 44; // what a finger needs
const LIFT = 18;

/** A hand in one row, or in two where a finger could not tell the cards apart. */
export function fan(count: number, width: number, big: boolean): Fan {
  const cardWidth = big ? Math.min(108, Math.max(72, width / 9)) : Math.min(84, width / 4.8);
  const card = { width: cardWidth, height: cardWidth * CARD_RATIO };
  const room = Math.max(0, width - cardWidth - 12);
  const one = count < 2 || room / (count - 1) >= LEAST_STEP;
  const rows = one ? [count] : [Math.ceil(count / 2), Math.floor(count / 2)];
  const rowStep = card.height * 0.54;
  const bend = one ? 1 : 0.5;
  const places = rows.flatMap((cards, row) => {
    const step = cards < 2 ? 0 : Math.min(cardWidth * 0.82, room / (cards - 1));
    return Array.from({ length: cards }, (_, k) => {
      const off = k - (cards - 1) / 2;
      return {
        x: width / 2 + off * step - cardWidth / 2,
        y: LIFT + row * rowStep + Math.abs(off) ** 1.7 * bend * 1.1,
        turn: off * 1.5 * bend,
      };
    });
  });
  const sag = Math.max(0, ...places.map((place) => place.y));
  return { places, card, height: sag + card.height + 6 };
}
