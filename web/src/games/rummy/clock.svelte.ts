/** The last seconds of this player's turn: counted where they are seen, and said once. */
import { untrack } from 'svelte';

const LAST = 10; // seconds that are counted
const LOOK = 200; // milliseconds

export class TurnClock {
  /** What is left, in the last seconds; null before. */
  seconds = $state<number | null>(null);
  warned = $state('');

  constructor(deadline: () => number | null, now: () => number, warn: (seconds: number) => string) {
    $effect(() => {
      const end = deadline();
      let told = false;
      const look = (): void => {
        const left = end === null ? Infinity : Math.ceil((end - now()) / 1000);
        this.seconds = left <= LAST && left > 0 ? left : null;
        if (left > LAST || left <= 0 || told) return;
        told = true;
        this.warned = warn(left);
      };
      untrack(() => {
        this.warned = '';
        look();
      });
      if (end === null) return;
      const timer = setInterval(look, LOOK);
      return () => clearInterval(timer);
    });
  }
}
