/** What a strong bot thinks of the decisions of a finished game: asked for, and waited for. */
import type { Losses } from '../../lib/wire';
import { replayApi } from './api';

const AGAIN = 800; // milliseconds between two questions

export class LossesAsked {
  found: Losses | null = $state.raw(null);
  problem = $state('');
  isAsked = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly record: string) {}

  get isReady(): boolean {
    return this.found !== null && this.found.seats.length > 0;
  }

  async ask(): Promise<void> {
    this.isAsked = true;
    try {
      this.found = await replayApi.losses(this.record);
      if (this.found.failed) this.problem = this.found.failed;
      else if (!this.isReady) this.#timer = setTimeout(() => void this.ask(), AGAIN);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : '';
    }
  }
  stop(): void {
    clearTimeout(this.#timer);
  }
}
