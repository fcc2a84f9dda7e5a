/** A hint, shown on the draft step by step. */
import { untrack } from 'svelte';
import type { HintGiven } from '../../lib/wire';
import type { Controller } from './controller.svelte';
import type { Layout } from './layout';
import { readHint, type Step } from './steps';

export class HintSteps {
  steps = $state.raw<readonly Step[]>([]);
  /** How many tiles of the rack can be laid now at most; 0 where there is nothing, or nothing is known. */
  now = $state(0);
  /** How many of them lie on the table. */
  shown = $state(0);

  #controller: Controller;
  #before: Layout | null = null;

  constructor(advice: () => HintGiven | null, controller: Controller) {
    this.#controller = controller;
    $effect.pre(() => {
      const given = advice();
      untrack(() => this.#take(given));
    });
  }

  #take(given: HintGiven | null): void {
    this.shown = 0;
    this.now = 0;
    if (!given) return void (this.steps = []);
    this.#controller.clear();
    this.#before = this.#controller.layout;
    const shown = readHint(given, this.#controller.base);
    [this.steps, this.now] = [shown.steps, shown.most];
  }

  /** The step that was shown last. */
  get current(): Step | undefined {
    return this.steps[this.shown - 1];
  }

  next(): void {
    if (this.shown === 0 && this.#controller.isTouched) this.#controller.reset();
    const step = this.steps[this.shown];
    if (!step) return;
    this.shown += 1;
    this.#controller.change(step.after);
  }

  /** The table as it lay before the hint. */
  takeBack(): void {
    if (this.shown > 0 && this.#before) this.#controller.change(this.#before);
  }
}
