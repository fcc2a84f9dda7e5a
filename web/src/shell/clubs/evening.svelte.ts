/** An evening on a page: it asks again every few seconds, and costs next to nothing while nothing changes. */
import { onDestroy } from 'svelte';
import { ApiError } from '../../lib/api';
import { catalogue } from '../../lib/catalogue.svelte';
import { person } from '../../lib/me.svelte';
import type { EveningView, RoundInfo } from '../../lib/wire';
import { clubApi, look, type Step } from './api';

const EVERY = 2500; // milliseconds
const HIDDEN = 15000;

export class LiveEvening {
  view: EveningView | null = $state.raw(null);
  /** 'missing', or 'offline' while the server cannot be reached. */
  trouble: 'missing' | 'offline' | null = $state(null);
  problem: unknown = $state.raw(null);
  busy = $state(false);
  /** How far the server's clock is ahead of this device's. */
  ahead = 0;
  readonly round: RoundInfo | null = $derived(this.view?.rounds.at(-1) ?? null);
  /** How many rounds are over, and how many have begun. */
  readonly done = $derived(this.view?.rounds.filter((one) => one.is_done).length ?? 0);
  readonly begun = $derived(this.view?.rounds.filter((one) => one.started).length ?? 0);
  /** Whether anybody has a result: before that the standings are only names. */
  readonly hasResults = $derived(this.view?.standings.some((line) => line.played > 0) ?? false);
  private tag = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(readonly id: string) {}

  async start(): Promise<void> {
    await person.load().catch(() => undefined);
    document.addEventListener('visibilitychange', this.wake);
    await this.poll();
  }

  stop(): void {
    this.ended = true;
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.wake);
  }

  now(): number {
    return Date.now() + this.ahead;
  }

  private readonly wake = (): void => {
    if (!document.hidden) void this.poll();
  };

  private async poll(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const found = await look(this.id, this.tag);
      if (found) [this.tag] = [found.tag, this.take(found.view)];
      this.trouble = null;
    } catch (error) {
      this.trouble = error instanceof ApiError && error.code === 'no_table' ? 'missing' : 'offline';
    }
    if (!this.ended && this.trouble !== 'missing') this.timer = setTimeout(() => void this.poll(), document.hidden ? HIDDEN : EVERY);
  }

  private take(view: EveningView): void {
    if (this.view && view.revision < this.view.revision) return; // an answer from before a step
    this.ahead = view.now - Date.now();
    this.view = view;
  }

  /** Ask for a change, and show what came of it. */
  async change(asking: () => Promise<EveningView>): Promise<boolean> {
    [this.busy, this.problem] = [true, null];
    try {
      this.take(await asking());
      this.tag = '';
      return true;
    } catch (error) {
      this.problem = error;
      return false;
    } finally {
      this.busy = false;
    }
  }

  step(step: Step): Promise<boolean> {
    return this.change(() => clubApi.step(this.id, step));
  }
}

/** The evening of a page: it is followed as long as the page is open. */
export function followEvening(id: string): LiveEvening {
  const live = new LiveEvening(id);
  void live.start();
  void catalogue.load().catch(() => undefined);
  onDestroy(() => live.stop());
  return live;
}
