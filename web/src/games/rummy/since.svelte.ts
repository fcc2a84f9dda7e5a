/** What the others did since this player's last turn: marked on the table, and shown again for those who ask. */
import { EMPTY, fresh, meldTexts, placeOf, tilesIn, isMeld, type Layout } from './layout';
import type { Tile } from './tiles';
import type { RummyEvent, RummyTilesLaid } from './wire';

export type Mark = 'laid' | 'moved';

interface Lay {
  event: RummyTilesLaid;
  /** The table after it. */
  layout: Layout;
}

const FIRST = 700; // milliseconds at normal speed that the table of before is shown
const EACH = 1700;

export class Since {
  /** The table before the first of the lays. */
  #from: Layout = EMPTY;
  lays = $state.raw<readonly Lay[]>([]);
  /** Which of them is being shown again: 0 is the table before all of them. */
  at = $state<number | null>(null);

  readonly marks = $derived.by(() => (this.lays.length > 0 ? marksOf(this.#from, this.lays.at(-1)!.layout) : NONE));
  /** What is shown instead of the table as it is. */
  readonly layout = $derived(this.at === null ? null : this.at === 0 ? this.#from : (this.lays[this.at - 1]?.layout ?? null));
  readonly shown = $derived(this.at === null ? null : (this.lays[this.at - 1] ?? null));

  #last: Layout = EMPTY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #before: () => void;

  /** `before` is called when another table is about to be drawn. */
  constructor(before: () => void) {
    this.#before = before;
  }

  /** Something happened, and the table lies like this now. Who only watches is shown the last lay. */
  hear(events: readonly RummyEvent[], table: Layout, me: number | null): void {
    this.stop();
    for (const event of events) {
      if (event.type === 'HandDealt' || ('seat' in event && event.seat === me)) this.#begin(event.type === 'HandDealt' ? EMPTY : table);
      else if (event.type === 'TilesLaid') {
        if (me === null) this.#begin(this.#last);
        this.lays = [...this.lays, { event, layout: table }];
      }
    }
    this.#last = table;
    if (this.lays.length === 0) this.#from = table;
  }

  #begin(from: Layout): void {
    [this.lays, this.#from] = [[], from];
  }

  /** From the table before to the one that is, one lay after the other. */
  show(speed: number): void {
    if (this.at !== null) return this.stop();
    this.#go(0, speed);
  }

  stop(): void {
    clearTimeout(this.#timer);
    if (this.at === null) return;
    this.#before();
    this.at = null;
  }

  #go(at: number, speed: number): void {
    if (at > this.lays.length) return this.stop();
    this.#before();
    this.at = at;
    this.#timer = setTimeout(() => this.#go(at + 1, speed), (at === 0 ? FIRST : EACH) / (speed > 0 ? speed : 1));
  }
}

const NONE: ReadonlyMap<Tile, Mark> = new Map();

/** Every tile that is new on the table, or lies in another meld than before. */
export function marksOf(before: Layout, after: Layout): ReadonlyMap<Tile, Mark> {
  const texts = meldTexts(after);
  const continued = fresh(texts, [], [], before); // the names that melds have if they continue those of before
  const marks = new Map<Tile, Mark>();
  for (const meld of after.melds)
    for (const tile of tilesIn(after, meld)) {
      const old = before.places.has(tile) ? placeOf(before, tile) : '';
      if (!isMeld(old)) marks.set(tile, 'laid');
      else if (old !== placeOf(continued, tile)) marks.set(tile, 'moved');
    }
  return marks;
}
