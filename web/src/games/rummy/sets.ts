/** Ready melds among the tiles of a rack, to put them side by side: a help for the eye. Whether one may be laid the server says. */
import { byColour, byNumber, colourOf, COLOURS, isJoker, kindOf, numberOf, type Tile } from './tiles';

const LEAST = 3;
const LAST = 13;
const PIECE = 5; // tiles of a run at most, while it is looked for: longer ones are put together of pieces

/** Disjoint melds that together have most tiles; jokers are left out. */
export function readySets(tiles: readonly Tile[]): Tile[][] {
  const held = new Map<string, Tile[]>();
  for (const tile of [...tiles].sort(byNumber)) if (!isJoker(tile)) held.set(kindOf(tile), [...(held.get(kindOf(tile)) ?? []), tile]);
  const kinds = [...held.keys()];
  const counts = new Map(kinds.map((kind) => [kind, held.get(kind)!.length]));
  const taken = new Map<string, number>();
  return joined(best(kinds, counts, new Map()).sets).map((set) =>
    set.map((kind) => {
      const k = taken.get(kind) ?? 0;
      taken.set(kind, k + 1);
      return held.get(kind)![k]!;
    }),
  );
}

interface Found {
  size: number;
  sets: string[][];
}

/** The first kind is left over, or belongs to one of the melds that can begin with it. */
function best(kinds: readonly string[], counts: ReadonlyMap<string, number>, known: Map<string, Found>): Found {
  const first = kinds.find((kind) => (counts.get(kind) ?? 0) > 0);
  if (first === undefined) return { size: 0, sets: [] };
  const key = kinds.map((kind) => counts.get(kind)).join('');
  const before = known.get(key);
  if (before) return before;
  const without = (set: readonly string[]): Found => {
    const left = new Map(counts);
    for (const kind of set) left.set(kind, left.get(kind)! - 1);
    return best(kinds, left, known);
  };
  let found = without([first]);
  for (const set of meldsWith(first, counts)) {
    const rest = without(set);
    if (rest.size + set.length > found.size) found = { size: rest.size + set.length, sets: [set, ...rest.sets] };
  }
  known.set(key, found);
  return found;
}

/** Runs that go on where another one ends are one. */
function joined(sets: string[][]): string[][] {
  const isRun = (set: string[]): boolean => numberOf(set[0]!) !== numberOf(set[1]!);
  const runs: string[][] = [];
  for (const run of sets.filter(isRun)) {
    const before = runs.find((one) => colourOf(one[0]!) === colourOf(run[0]!) && numberOf(one.at(-1)!) + 1 === numberOf(run[0]!));
    if (before) before.push(...run);
    else runs.push([...run]);
  }
  return [...runs, ...sets.filter((set) => !isRun(set))];
}

/** Runs that begin with a kind, and groups that it belongs to. */
function meldsWith(kind: string, counts: ReadonlyMap<string, number>): string[][] {
  const has = (one: string): boolean => (counts.get(one) ?? 0) > 0;
  const found: string[][] = [];
  const run = [kind];
  for (let n = numberOf(kind) + 1; n <= LAST && run.length < PIECE && has(`${colourOf(kind)}${n}`); n++) {
    run.push(`${colourOf(kind)}${n}`);
    if (run.length >= LEAST) found.push([...run]);
  }
  const others = COLOURS.filter((colour) => colour !== colourOf(kind)).map((colour) => `${colour}${numberOf(kind)}`).filter(has);
  if (others.length >= LEAST - 1) found.push([kind, ...others]);
  if (others.length === LEAST) for (const out of others) found.push([kind, ...others.filter((one) => one !== out)]);
  return found.reverse();
}

export type Sorting = 'colour' | 'number' | 'sets';

/** The tiles in order, and those after which a ready meld ends. */
export function sorted(tiles: readonly Tile[], by: Sorting): Tile[] {
  if (by !== 'sets') return [...tiles].sort(by === 'colour' ? byColour : byNumber);
  const sets = readySets(tiles);
  const ready = sets.flat();
  return [...ready, ...tiles.filter((tile) => !ready.includes(tile)).sort(byColour)];
}
