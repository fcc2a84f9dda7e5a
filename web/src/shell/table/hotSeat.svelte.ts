/** Whose hand lies open on this device, and whether a curtain hides it while the device changes hands. */
import type { LiveTable } from '../../lib/live.svelte';
import { nextActive } from './hotseat';

export class HotSeat {
  #lifted: number | null = $state(null);

  constructor(private readonly live: LiveTable) {
    $effect(() => {
      this.live.active = nextActive(this.live.eyes, this.live.info?.turn ?? [], this.live.active);
    });
  }

  get seat(): number | null {
    return this.live.eye?.seat ?? null;
  }
  get isShared(): boolean {
    return this.live.eyes.length > 1;
  }
  get curtain(): boolean {
    return this.isShared && this.seat !== null && this.seat !== this.#lifted && this.live.info?.stage === 'playing';
  }
  lift(): void {
    this.#lifted = this.seat;
  }
}
