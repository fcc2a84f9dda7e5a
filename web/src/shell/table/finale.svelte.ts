/** When the final score lies over the table: after the last scene, once, whatever else arrives in between. */
import type { LiveTable } from '../../lib/live.svelte';
import { preferences } from '../../lib/settings.svelte';
import { play } from '../../lib/sound';
import type { Story } from './story.svelte';

const LAST_LOOK = 3500; // milliseconds for the last pieces, at a table that does not say when it has shown them
const BREATH = 1200; // after the last scene of one that does

export class Finale {
  isOpen = $state(true);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(live: LiveTable, story: Story) {
    let phase: 'come' | 'playing' | 'over' = 'come';
    $effect(() => {
      const isOver = live.info?.stage === 'over' && live.outcome !== null;
      if (!isOver) {
        clearTimeout(this.#timer);
        phase = live.info?.stage === 'playing' ? 'playing' : phase;
        this.isOpen = false;
      } else if (phase === 'come') {
        [phase, this.isOpen] = ['over', true]; // a page that opens a finished game shows the score at once
      } else if (phase === 'playing' && story.isTold) {
        phase = 'over';
        const { motion, speed, sound } = preferences.settings;
        if (sound) play('end');
        this.#timer = setTimeout(() => (this.isOpen = true), motion ? (story.isStaged ? BREATH : LAST_LOOK) / speed : 300);
      }
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  open(): void {
    clearTimeout(this.#timer);
    this.isOpen = true;
  }
  close(): void {
    this.isOpen = false;
  }
}
