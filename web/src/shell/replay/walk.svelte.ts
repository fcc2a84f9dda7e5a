/** Where somebody stands in a row of steps, and how they walk through it. */

export const PACES = [0.5, 1, 2, 4] as const;
const BEAT = 1400; // milliseconds for a step at normal pace

export class Walk {
  at = $state(0);
  playing = $state(false);
  pace = $state(1);
  /** Grows with every change of place: tables animate once for each. */
  moment = $state(0);
  /** Whether the last change was one step forward, which is then animated. */
  forward = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly last: () => number) {}

  go(to: number): void {
    const wanted = Math.max(0, Math.min(this.last(), Math.round(to)));
    if (wanted === this.at) return;
    this.forward = wanted === this.at + 1;
    this.at = wanted;
    this.moment += 1;
    if (this.at === this.last()) this.stop();
    else if (this.playing) this.#wait();
  }

  toggle(): void {
    if (this.playing) return this.stop();
    if (this.at === this.last()) this.go(0);
    this.playing = true;
    this.#wait();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  setPace(pace: number): void {
    this.pace = pace;
    if (this.playing) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.go(this.at + 1), BEAT / this.pace);
  }

  /** Whether a key was meant for the walk. */
  key(event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input:not([type=range]), textarea, select, dialog')) return false;
    const free = !target.closest('button, a, summary, [role=tab], [role=button]');
    switch (event.key) {
      case 'ArrowLeft':
        this.stop();
        this.go(this.at - 1);
        return true;
      case 'ArrowRight':
        this.stop();
        this.go(this.at + 1);
        return true;
      case 'Home':
        this.go(0);
        return true;
      case 'End':
        this.go(this.last());
        return true;
      case ' ':
        if (free) this.toggle();
        return free;
      default:
        return false;
    }
  }
}
