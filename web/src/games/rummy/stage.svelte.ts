/**
 * What the table shows just now. An update waits until the one before it has been seen, and a hand that ends stays:
 * the last table, all racks turned over, the points, until somebody goes on.
 */
import { Moments, type Pace, type Step } from '../../lib/moments.svelte';
import type { SeatView } from '../../lib/table';
import type { RummyEvent, RummyHandScored, RummyView } from './wire';

const UNTIL_READ = 600_000; // milliseconds: a press on Continue comes earlier
const REPLAYED = 2500; // where nobody can press
const LAID = 500; // before the next player

export interface Moment {
  number: number;
  sight: SeatView | undefined;
  events: readonly RummyEvent[];
}

export class Stage {
  sight = $state.raw<SeatView | undefined>(undefined);
  /** The hand that has just ended, while its table is shown. */
  scored = $state.raw<RummyHandScored | null>(null);
  /** What has happened on the way to what is shown; a new object each time. */
  fresh = $state.raw<{ events: readonly RummyEvent[] }>({ events: [] });

  #moments: Moments<Moment>;
  #live = true;

  constructor() {
    this.#moments = new Moments<Moment>({
      scenes: (moment) => this.#scenes(moment),
      arrive: (moment) => this.#arrive(moment),
      rest: ({ events, sight }) => (this.#live && events.some((event) => event.type === 'TilesLaid' && event.seat !== sight?.seat) ? LAID : 0),
    });
  }

  get told(): { number: number; events: number } {
    return this.#moments.told;
  }

  take(moment: Moment, pace: Pace): void {
    this.#live = pace.live;
    this.#moments.take(moment, pace);
  }

  /** The end of the hand has been seen. */
  goOn(): void {
    if (this.scored) this.#moments.skip();
  }

  stop(): void {
    this.#moments.stop();
  }

  #scenes({ sight, events }: Moment): Step[] {
    const at = endOf(events);
    const view = sight?.view as RummyView | undefined;
    if (!sight || !view || at < 0 || view.phase === 'over') return [];
    const scored = events[at] as RummyHandScored;
    const last = closing(view, this.sight?.view as RummyView | undefined, scored, events);
    const show = (): void => {
      this.scored = scored;
      this.sight = { ...sight, view: last, legal: [], may_act: false };
      this.fresh = { events: events.slice(0, at + 1) };
    };
    return [{ for: this.#live ? UNTIL_READ : REPLAYED, told: at + 1, show }];
  }

  #arrive({ sight, events }: Moment): void {
    const told = this.scored ? endOf(events) + 1 : 0;
    [this.scored, this.sight] = [null, sight];
    this.fresh = { events: events.slice(told) };
  }
}

const endOf = (events: readonly RummyEvent[]): number => events.findIndex((event) => event.type === 'HandScored');

/** The table as it lay when the hand ended, all racks shown. */
function closing(view: RummyView, before: RummyView | undefined, scored: RummyHandScored, events: readonly RummyEvent[]): RummyView {
  const laid = events.find((event) => event.type === 'TilesLaid');
  return {
    ...view,
    hand: scored.hand,
    table: laid?.table ?? before?.table ?? [],
    rack: view.seat === null ? [] : (scored.racks[view.seat] ?? []),
    rack_counts: scored.racks.map((rack) => rack.length),
    opened: before?.opened ?? view.opened,
    pool: before?.pool ?? view.pool,
    turn: [],
    totals: scored.totals,
    racks: scored.racks,
  };
}
