/** What is drawn, and when: a trick is seen before the next one, a round is judged before the next hand is dealt. */
import { untrack } from 'svelte';
import { Moments, type Pace, type Step } from '../../lib/moments.svelte';
import type { TableProps } from '../../lib/table';
import { atRoundEnd, atTrick } from './scenes';
import { isAction } from './view';
import type { RageEvent, RageRoundScored, RageTrickWon, RageView } from './wire';

export const PLAY = 250; // milliseconds at normal speed: a card on its way to the table
const HOLD = 1600; // a trick that lies complete
const HOLD_ACTIONS = 2600; // and one in which more happened than a number beats another
const COLLECT = 350;
const JUDGE = 2200; // kept or broken
const READ = 20000; // the line of a round, unless a press ends it
const READ_ON_SCREEN = 7000; // where nobody presses anything

export interface Ghost {
  trick: RageTrickWon;
  /** The cards are on their way to the winner. */
  leaving: boolean;
}

/** A state of the table as the player may see it. */
export interface Moment {
  view: RageView;
  legal: readonly string[];
  events: readonly RageEvent[];
  number: number;
}

export type StagePace = Pace & { motion: boolean; screen?: boolean };

export class Stage {
  /** What the table draws. */
  now = $state.raw<Moment | null>(null);
  /** The trick that is being taken. */
  ghost = $state.raw<Ghost | null>(null);
  /** The round whose promises are being judged. */
  verdict = $state.raw<RageRoundScored | null>(null);
  /** The round whose score is being read. */
  scored = $state.raw<RageRoundScored | null>(null);
  /** The last trick of the round before, to be looked up after the deal. */
  before = $state.raw<{ round: number; trick: RageTrickWon } | null>(null);

  readonly moments = new Moments<Moment>({
    scenes: (moment) => this.#scenes(moment),
    arrive: (moment) => this.#arrive(moment),
    rest: ({ events }) => (this.#motion && events.some((event) => event.type === 'CardPlayed') ? PLAY : 0),
  });
  #motion = true;
  #screen = false;

  /** Take every state that a table is given; called while its component is made. */
  follow(given: Pick<TableProps, 'eyes' | 'active' | 'events' | 'number'>, pace: () => StagePace): void {
    $effect.pre(() => {
      const sight = given.eyes[given.active] ?? given.eyes[0];
      if (!sight) return;
      const now = pace();
      const view = sight.view as RageView;
      const moment = { view, legal: now.screen ? [] : sight.legal, events: given.events as RageEvent[], number: given.number };
      untrack(() => this.take(moment, now));
    });
  }

  take(moment: Moment, pace: StagePace): void {
    [this.#motion, this.#screen] = [pace.motion, pace.screen ?? false];
    const seat = this.now?.view.seat;
    if (this.now && seat !== moment.view.seat) this.moments.flush();
    this.moments.take(moment, pace);
  }

  /** A press on the table: whatever is shown has been seen. */
  skip(): void {
    this.moments.skip();
  }

  stop(): void {
    this.moments.stop();
  }

  #scenes({ view, events, number }: Moment): Step[] {
    const before = this.now?.view.seat === view.seat ? (this.now?.view ?? null) : null;
    const won = events.findLast((event) => event.type === 'TrickWon');
    const scored = events.findLast((event) => event.type === 'RoundScored');
    const end = scored ? atRoundEnd(won ? atTrick(before, view, events, won) : (before ?? view), scored) : null;
    const draw = (drawn: RageView, shown: readonly RageEvent[] = []): void => {
      this.now = { view: drawn, legal: [], events: shown, number };
    };
    const steps: Step[] = [];
    if (won && this.#motion) {
      const lain = atTrick(before, view, events, won);
      const told = events.indexOf(won) + 1;
      steps.push(
        {
          for: PLAY + (won.cards.some(isAction) ? HOLD_ACTIONS : HOLD),
          told,
          show: () => {
            draw(lain, events.slice(0, told));
            this.ghost = { trick: won, leaving: false };
          },
        },
        { for: COLLECT, told, show: () => (this.ghost = { trick: won, leaving: true }) },
      );
    }
    if (scored && end) {
      const told = events.indexOf(scored) + 1;
      const judge = (): void => {
        draw(end);
        [this.ghost, this.verdict] = [null, scored];
      };
      if (this.#motion) steps.push({ for: JUDGE, told: told - 1, show: judge });
      steps.push({ for: this.#screen ? READ_ON_SCREEN : READ, told, show: () => (judge(), (this.scored = scored)) });
    }
    return steps;
  }

  #arrive(moment: Moment): void {
    const won = moment.events.findLast((event) => event.type === 'TrickWon');
    const scored = moment.events.findLast((event) => event.type === 'RoundScored');
    if (won && scored) this.before = { round: scored.round, trick: won };
    this.now = moment;
    this.ghost = this.verdict = this.scored = null;
  }
}
