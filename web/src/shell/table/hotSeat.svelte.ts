/** Whose hand lies open on this device, and whether a curtain hides it while the device changes hands. */
import type { LiveTable } from '../../lib/live.svelte';
import type { SeatView } from '../../lib/wire';
import { nextActive } from './hotseat';

export class HotSeat {
  /** Index into the eyes of the table. */
  active = $state(0);
  #lifted: number | null = $state(null);

  constructor(private readonly live: LiveTable) {
    $effect(() => {
      this.active = nextActive(this.live.eyes, this.live.info?.turn ?? [], this.active);
    });
  }

  get eye(): SeatView | undefined {
    return this.live.eyes[this.active] ?? this.live.eyes[0];
  }
  get seat(): number | null {
    return this.eye?.seat ?? null;
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
