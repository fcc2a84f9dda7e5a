/**
 * What a page has been told of the game. Updates arrive at once, but a table shows them scene by scene: log, header,
 * live region, sounds and final score follow what the table has shown, never the other way round.
 */
import type { LiveTable, LogEntry } from '../../lib/live.svelte';
import type { TableInfo } from '../../lib/wire';

/** Up to this update, and how many of its events. */
interface Mark {
  number: number;
  events: number;
}
const ALL: Mark = { number: Infinity, events: Infinity };

export class Story {
  /** A table that says nothing has shown everything. */
  #mark: Mark = $state.raw(ALL);
  #front: TableInfo | null = $state.raw(null);
  #match = -1;

  constructor(private readonly live: LiveTable) {
    $effect.pre(() => {
      const info = this.live.info;
      if (info && info.match_no !== this.#match) {
        this.#match = info.match_no;
        this.#mark = ALL;
      }
      if (info && this.isTold) this.#front = info;
    });
  }

  /** For the table: how far it has got. */
  readonly told = (number: number, events: number): void => {
    if (number !== this.#mark.number || events !== this.#mark.events) this.#mark = { number, events };
  };

  /** Whether the table says how far it has got. */
  get isStaged(): boolean {
    return this.#mark !== ALL;
  }

  /** Whether everything that has happened has been shown. */
  get isTold(): boolean {
    const { number, events } = this.#mark;
    return number > this.live.number || (number === this.live.number && events >= this.live.events.length);
  }

  /** The table as it was when the scene on the table began: for whatever must not run ahead of it. */
  get front(): TableInfo {
    return this.isTold ? this.live.info! : (this.#front ?? this.live.info!);
  }

  /** The events that have been shown. */
  get log(): LogEntry[] {
    const { number, events } = this.#mark;
    if (number > this.live.number) return this.live.log;
    return this.live.log.filter((entry) => entry.number < number || (entry.number === number && entry.index < events));
  }
}
