/** Reading a view of ROK: nothing here decides, all of it only looks. */
import type { RokEvent, RokLying, RokRunesThrown, RokView } from './wire';
import { COLOURS, colourOf, kindOf, type Colour } from './art/runes';

/** The name of a place on the table: no two runes lie in the same one. */
export function placeOf(lying: { x: number; y: number }): string {
  return `${lying.x},${lying.y}`;
}

/** The last throw that some events tell of. */
export function lastThrow(events: readonly RokEvent[]): RokRunesThrown | null {
  return events.findLast((event) => event.type === 'RunesThrown') ?? null;
}

/** How many runes of each colour a treasure has. */
export function byColour(treasure: readonly string[]): Record<Colour, number> {
  const counts: Record<Colour, number> = { W: 0, G: 0, B: 0 };
  for (const rune of treasure) counts[colourOf(rune)] += 1;
  return counts;
}

/** The pairs of a treasure by kind, in the order of the colours. */
export function pairsOf(treasure: readonly string[]): string[] {
  const kinds = [...new Set(treasure.map(kindOf))];
  return kinds.sort((a, b) => COLOURS.indexOf(colourOf(a)) - COLOURS.indexOf(colourOf(b)) || a.localeCompare(b));
}

/** The moves that begin with a word, without it. */
export function movesWith(word: string, legal: readonly string[]): string[] {
  return legal.filter((move) => move.startsWith(`${word} `)).map((move) => move.slice(word.length + 1));
}

/** The seats from the one at the bottom on, clockwise. */
export function around(seats: number, bottom: number): number[] {
  return Array.from({ length: seats }, (_, k) => (bottom + k) % seats);
}

/** How far a slid rune came to rest from Destiny, in radii. */
export function distanceOf(slid: { x: number; y: number }): number {
  return Math.hypot(slid.x, slid.y);
}

/** Letters for the face-up runes, as one reads: in rows from above, each from the left. What has one keeps it. */
export function letter(
  places: readonly { key: string; x: number; y: number }[],
  row: number,
  given: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const taken = new Set(given.values());
  const free = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((sign) => !taken.has(sign));
  const fresh = places.filter((place) => !given.has(place.key));
  fresh.sort((a, b) => Math.round(a.y / row) - Math.round(b.y / row) || a.x - b.x || a.y - b.y);
  return new Map([...given, ...fresh.map((place, k): [string, string] => [place.key, free[k] ?? ''])]);
}

/** The seats whose Balance Runes are captured in the contest, with what each capture takes. */
export function victims(view: RokView): { owner: number; taker: number; rune: string; spoils: string[] }[] {
  const colour = view.contest?.colour;
  return view.captures
    .filter((capture) => !colour || colourOf(capture.rune) === colour)
    .map((capture) => ({
      ...capture,
      spoils: (view.treasure[capture.owner] ?? []).filter((rune) => colourOf(rune) === colourOf(capture.rune)),
    }));
}

export function isUp(lying: RokLying): lying is RokLying & { rune: string } {
  return lying.up && lying.rune !== null;
}
