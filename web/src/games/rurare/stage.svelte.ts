/** What is drawn, and when: the count before the choices, every category of a scoring, and what leaves after it. */
import { Moments, type Pace, type Step } from '../../lib/moments.svelte';
import { afterTurn, atReveal, countedIn } from './scenes';
import { CATEGORIES, type Display } from './view';
import type { RuRaReCardsScored, RuRaReEvent, RuRaReView } from './wire';

const BEAT = 430; // milliseconds at normal speed
const READ_CHOICES = 1300; // and for each thing that came of them
const READ_LINE = 550;
const CATEGORY = 1300; // of a scoring
const READ = 30000; // a scoring that has been told whole, unless a press ends it
const READ_ON_SCREEN = 9000; // where nobody presses anything
const LEAVE = 2800; // cards on their way to the box

export type Beat = 'ru' | 'ra' | 're';

/** A state of the table as the player may see it. */
export interface Moment {
  view: RuRaReView;
  legal: readonly string[];
  events: readonly RuRaReEvent[];
  number: number;
}

const RESULTS = new Set(['RowTaken', 'CardRemoved', 'TurnCutShort']);

export class Stage {
  /** What the table draws. */
  now = $state.raw<Moment | null>(null);
  /** The word being spoken; at "re" the choices lie open. */
  beat = $state<Beat | null>(null);
  /** The events of the reveal that is being shown. */
  events = $state.raw<readonly RuRaReEvent[]>([]);
  scored = $state.raw<RuRaReCardsScored | null>(null);
  /** The cards that count in it. */
  counted = $state.raw<readonly Display[]>([]);
  /** How many of its categories have been told. */
  told = $state(0);
  /** Cards that are on their way to the box, by seat. */
  leaving = $state.raw<readonly Display[] | null>(null);
  /** Those that have just left, until the next choices are shown. */
  left = $state.raw<readonly Display[] | null>(null);

  readonly moments = new Moments<Moment>({
    scenes: (moment) => this.#scenes(moment),
    arrive: (moment) => this.#arrive(moment),
  });
  #motion = true;
  #screen = false;

  take(moment: Moment, pace: Pace & { motion: boolean; screen?: boolean }): void {
    [this.#motion, this.#screen] = [pace.motion, pace.screen ?? false];
    if (this.now && this.now.view.seat !== moment.view.seat) this.moments.flush();
    this.moments.take(moment, pace);
  }

  /** A press: the count is over, or the scoring has been read. */
  skip(): void {
    this.moments.skip();
  }

  /** A press on a scoring: first the rest of it, then it has been read. */
  next(): void {
    if (this.told >= CATEGORIES.length) return this.skip();
    const scored = this.scored;
    while (this.scored === scored && this.told < CATEGORIES.length) this.skip();
  }

  stop(): void {
    this.moments.stop();
  }

  #scenes({ view, events, number }: Moment): Step[] {
    const before = this.now?.view.seat === view.seat ? (this.now?.view ?? null) : null;
    const draw = (drawn: RuRaReView): void => {
      this.now = { view: drawn, legal: [], events: [], number };
      [this.beat, this.scored, this.leaving] = [null, null, null];
    };
    return [...this.#reveal(before, view, events, draw), ...this.#scorings(before, view, events, draw)];
  }

  #reveal(before: RuRaReView | null, view: RuRaReView, events: readonly RuRaReEvent[], draw: (view: RuRaReView) => void): Step[] {
    const at = events.findIndex((event) => event.type === 'ChoicesRevealed');
    if (at < 0 || !this.#motion) return [];
    const lain = atReveal(before, view, events);
    const speak = (beat: Beat) => (): void => {
      draw(lain);
      [this.beat, this.events, this.left] = [beat, events, null];
    };
    const last = events.findLastIndex((event) => RESULTS.has(event.type));
    const lines = events.filter((event) => RESULTS.has(event.type)).length;
    return [
      { for: BEAT, told: at, show: speak('ru') },
      { for: BEAT, told: at, show: speak('ra') },
      { for: READ_CHOICES + lines * READ_LINE, told: Math.max(at, last) + 1, show: speak('re') },
    ];
  }

  #scorings(before: RuRaReView | null, view: RuRaReView, events: readonly RuRaReEvent[], draw: (view: RuRaReView) => void): Step[] {
    const lain = afterTurn(before, view, events);
    return events.flatMap((event, k): Step[] => {
      if (event.type === 'CardsScored') return this.#scoring(event, k, { ...lain, displays: countedIn(event, view, events) }, draw);
      if (event.type !== 'CardsDiscarded' || !this.#motion) return [];
      const totals = events.slice(0, k).findLast((one) => one.type === 'CardsScored')?.totals ?? view.totals;
      const show = (): void => {
        draw({ ...lain, totals, first_scores: totals });
        this.leaving = event.cards;
      };
      return [{ for: LEAVE, told: k + 1, show }];
    });
  }

  #scoring(event: RuRaReCardsScored, k: number, lain: RuRaReView, draw: (view: RuRaReView) => void): Step[] {
    const tell = (told: number) => (): void => {
      draw(lain);
      [this.scored, this.counted, this.told] = [event, lain.displays, told];
    };
    const whole: Step = { for: this.#screen ? READ_ON_SCREEN : READ, told: k + 1, show: tell(CATEGORIES.length) };
    if (!this.#motion) return [whole];
    return [...CATEGORIES.slice(1).map((_, n): Step => ({ for: CATEGORY, told: k, show: tell(n + 1) })), whole];
  }

  #arrive(moment: Moment): void {
    const lost = moment.events.findLast((event) => event.type === 'CardsDiscarded');
    if (lost) this.left = lost.cards;
    else if (moment.events.some((event) => event.type === 'ChoicesRevealed')) this.left = null;
    this.now = moment;
    [this.beat, this.events, this.scored, this.leaving, this.told] = [null, [], null, null, 0];
  }
}
