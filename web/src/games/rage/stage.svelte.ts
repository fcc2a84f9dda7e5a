/** What is shown for a moment between two states: a trick that is being taken, a round that was scored. */
import type { RageEvent, RageRoundScored, RageTrickWon } from './wire';

export const PLAY = 250; // milliseconds at normal speed
const HOLD = 900;
const COLLECT = 350;
const READ = 20000; // to read the line of a round

export interface Ghost {
  trick: RageTrickWon;
  /** The cards are on their way to the winner. */
  leaving: boolean;
}

type Timer = ReturnType<typeof setTimeout>;

export class Stage {
  ghost = $state<Ghost | null>(null);
  scored = $state<RageRoundScored | null>(null);

  #moving: Timer[] = [];
  #reading: Timer | undefined;
  #next: RageRoundScored | null = null; // shown when the last trick has been taken
  #speed = 1;

  /** Events of a new update. A trick stays for its moment while others already play on, but never in the player's own way. */
  play(events: readonly RageEvent[], speed: number, motion: boolean, me: number | null): void {
    this.#speed = speed > 0 ? speed : 1;
    const trick = events.findLast((event) => event.type === 'TrickWon');
    const scored = events.findLast((event) => event.type === 'RoundScored');
    if (!trick && !scored) {
      const cards = events.filter((event) => event.type === 'CardPlayed');
      if (cards.some((event) => event.seat === me)) this.skip();
      if (cards.length > 0) this.read();
      return;
    }
    this.skip();
    this.read();
    this.#next = scored ?? null;
    if (!trick || !motion) {
      this.#open();
      return;
    }
    this.ghost = { trick, leaving: false };
    this.#after(PLAY + HOLD, () => (this.ghost = { trick, leaving: true }));
    this.#after(PLAY + HOLD + COLLECT, () => this.skip());
  }

  /** A click: whatever moves is done at once. */
  skip(): void {
    this.#moving.forEach(clearTimeout);
    this.#moving = [];
    this.ghost = null;
    this.#open();
  }

  /** The line of the round has been read. */
  read(): void {
    clearTimeout(this.#reading);
    this.scored = null;
  }

  /** The table is taken off the screen. */
  stop(): void {
    this.#moving.forEach(clearTimeout);
    clearTimeout(this.#reading);
  }

  #open(): void {
    if (!this.#next) return;
    this.scored = this.#next;
    this.#next = null;
    clearTimeout(this.#reading);
    this.#reading = setTimeout(() => this.read(), READ / this.#speed);
  }

  #after(wait: number, act: () => void): void {
    this.#moving.push(setTimeout(act, wait / this.#speed));
  }
}
