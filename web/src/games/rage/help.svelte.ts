/** What the table explains: a card under the pointer, a sign that was pressed, an action card never met before. */
import { untrack } from 'svelte';
import { isNew } from './met';
import { isAction } from './view';
import type { RageEvent } from './wire';

const READ = 8000; // milliseconds until an explanation goes by itself
const MEET = 12000; // and a card that is introduced, at normal speed

export class Help {
  /** The card whose meaning is shown. */
  card = $state<string | null>(null);
  /** What a sign means, in words. */
  text = $state('');
  /** An action card that lies on the table for the first time. */
  met = $state<string | null>(null);

  explain = (card: string | null): void => void (this.card = card);

  tell = (text: string): void => {
    [this.text, this.card] = [text, null];
  };

  /** What lies on the table. Once the next trick has begun, what a new card does has been seen. */
  see(trick: readonly string[]): void {
    if (this.met !== null && trick.length > 0 && !trick.includes(this.met)) this.met = null;
  }

  /** Introduce new cards, and end every explanation in time; called while the table's component is made. */
  follow(given: () => { events: readonly RageEvent[]; trick: readonly string[]; isPlayer: boolean; speed: number }): void {
    $effect(() => {
      if (!this.text) return;
      const timer = setTimeout(() => (this.text = ''), READ);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      const { events, isPlayer } = given();
      const played = events.find((event) => event.type === 'CardPlayed' && isAction(event.card));
      if (played?.type !== 'CardPlayed' || !isPlayer) return;
      untrack(() => isNew(played.card) && (this.met = played.card));
    });
    $effect(() => {
      const { trick } = given();
      untrack(() => this.see(trick));
    });
    $effect(() => {
      if (this.met === null) return;
      const timer = setTimeout(() => (this.met = null), MEET / given().speed);
      return () => clearTimeout(timer);
    });
  }
}
