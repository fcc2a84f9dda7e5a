/** Words and sounds that follow what happens, each exactly once. */
import type { LiveTable, LogEntry } from '../../lib/live.svelte';
import { preferences } from '../../lib/settings.svelte';
import { play } from '../../lib/sound';
import type { GameModule } from '../../lib/table';
import { lineOf } from './lines';
import type { Story } from './story.svelte';

const MOST = 12; // lines that stay in the live region

export interface Line {
  key: number;
  text: string;
}

/** Lines for those who listen: each is added below the others, so that none is overwritten before it was read out. */
export class Spoken {
  lines: Line[] = $state.raw([]);
  #key = 0;

  say(text: string): void {
    if (text) this.lines = [...this.lines, { key: (this.#key += 1), text }].slice(-MOST);
  }
}

/** Follow the story: every event that has been shown is said and sounds. */
export function follow(live: LiveTable, story: Story, game: () => GameModule, spoken: Spoken): void {
  let last: LogEntry | null | undefined;
  $effect(() => {
    const log = story.log;
    const newest = log.at(-1) ?? null;
    if (last === undefined || log.length === 0) return void (last = newest);
    const before = last;
    last = newest;
    const fresh = before ? log.slice(log.indexOf(before) + 1) : log;
    if (newest === before || (before && !log.includes(before))) return;
    // What is heard comes right after what is seen, and never holds it up.
    const timer = setTimeout(() => {
      const words = fresh.map((entry) => lineOf(entry, live, game(), preferences.t)).filter((text) => text !== null);
      spoken.say(words.join(' '));
      if (!preferences.settings.sound) return;
      for (const { event } of fresh) {
        const sound = game().sounds?.(event, live.mine);
        if (sound) play(sound);
      }
    }, 60);
    void timer;
  });
}
