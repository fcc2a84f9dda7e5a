/** What is shown for a moment between two states: the count, the choices, a scoring step by step. */
import type { RuRaReCardsScored, RuRaReEvent } from './wire';
import { CATEGORIES } from './view';

const BEAT = 430; // milliseconds at normal speed
const READ_CHOICES = 1300; // and for each thing that came of them
const READ_LINE = 550;
const STEP = 1300; // of a scoring, for each category
const READ_SCORING = 30000;

export type Beat = 'ru' | 'ra' | 're';

type Timer = ReturnType<typeof setTimeout>;

export class Stage {
  /** The word being spoken; at "re" the choices lie open. */
  beat = $state<Beat | null>(null);
  /** The events of the reveal that is being shown. */
  events = $state.raw<readonly RuRaReEvent[]>([]);
  scored = $state.raw<RuRaReCardsScored | null>(null);
  /** How many categories of the scoring have been told. */
  told = $state(0);

  #timers: Timer[] = [];
  #next: RuRaReCardsScored | null = null;
  #speed = 1;
  #motion = true;

  /** Events of a new update. What is being shown goes on while others already choose. */
  play(events: readonly RuRaReEvent[], speed: number, motion: boolean): void {
    this.#speed = speed > 0 ? speed : 1;
    this.#motion = motion;
    const reveals = events.some((event) => event.type === 'ChoicesRevealed');
    const scored = events.findLast((event) => event.type === 'CardsScored') ?? null;
    if (!reveals && !scored) return;
    this.#settle();
    this.read();
    this.events = events;
    this.#next = scored;
    if (!reveals || !motion) {
      this.#open();
      return;
    }
    this.beat = 'ru';
    this.#after(BEAT, () => (this.beat = 'ra'));
    this.#after(2 * BEAT, () => (this.beat = 're'));
    const lines = events.filter(({ type }) => type === 'RowTaken' || type === 'CardRemoved' || type === 'TurnCutShort');
    this.#after(2 * BEAT + READ_CHOICES + lines.length * READ_LINE, () => this.skip());
  }

  /** A click: the count is over, the scoring is told whole. */
  skip(): void {
    if (this.beat !== null) this.#settle();
    else if (this.scored) this.told = CATEGORIES.length;
  }

  /** The scoring has been read. */
  read(): void {
    this.#stop();
    this.scored = null;
    this.#next = null;
  }

  stop(): void {
    this.#stop();
  }

  #settle(): void {
    if (this.beat !== null) {
      this.#stop();
      this.beat = null;
    }
    this.#open();
  }

  #open(): void {
    if (!this.#next) return;
    this.scored = this.#next;
    this.#next = null;
    this.told = this.#motion ? 1 : CATEGORIES.length;
    for (let k = 2; this.#motion && k <= CATEGORIES.length; k++) {
      this.#after((k - 1) * STEP, () => (this.told = Math.max(this.told, k)));
    }
    this.#after(READ_SCORING, () => this.read());
  }

  #stop(): void {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
  }

  #after(wait: number, act: () => void): void {
    this.#timers.push(setTimeout(act, wait / this.#speed));
  }
}
