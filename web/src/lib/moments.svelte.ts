/** The order in which a table shows what happened: an update waits until the one before it has been seen. */

/** A table after an update; the number grows with each. */
interface Moment {
  number: number;
}

/** A scene between two states of the table. */
export interface Step {
  /** Milliseconds at normal speed; a press ends it earlier. */
  for: number;
  show(): void;
  /** How many events of the update have been told once this scene is on; none where it is not said. */
  told?: number;
}

export interface Pace {
  speed: number;
  /** A running game: nothing is left out. Elsewhere, as in a replay, a new moment ends the one before it. */
  live: boolean;
  /** Nobody looks: every update is drawn at once. */
  hidden: boolean;
}

export interface Staging<M extends Moment> {
  /** The scenes that lead to a moment; none where it is simply drawn. */
  scenes(moment: M): Step[];
  /** Draw the moment itself. */
  arrive(moment: M): void;
  /** Milliseconds before the next one may follow. */
  rest?(moment: M): number;
}

const BACKLOG = 4; // with more updates waiting than this, time runs faster
const FASTER = 3;

export class Moments<M extends Moment> {
  /** Scenes are on, or updates are waiting behind them. */
  busy = $state(false);
  /** The newest update of which anything has been told, and how many of its events. */
  told = $state.raw<{ number: number; events: number }>({ number: -1, events: 0 });

  #staging: Staging<M>;
  #pace: Pace = { speed: 1, live: true, hidden: false };
  #now: M | null = null;
  #steps: Step[] = [];
  #queue: M[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #resting = false;

  constructor(staging: Staging<M>) {
    this.#staging = staging;
  }

  /** A new state of the table; one with the same number as the last only brings it up to date. */
  take(moment: M, pace: Pace): void {
    this.#pace = pace;
    const last = this.#queue.length - 1;
    if (this.#queue[last]?.number === moment.number) this.#queue[last] = moment;
    else if (last < 0 && this.#now?.number === moment.number) this.#refresh(moment);
    else this.#append(moment);
  }

  /** A press: what is being shown is over, and the next thing comes. */
  skip(): void {
    if (this.#steps.length > 0 || this.#resting) this.#advance();
  }

  /** Everything at once, up to the newest state. */
  flush(): void {
    const newest = this.#queue.at(-1) ?? this.#now;
    this.#clear();
    this.#queue = [];
    if (newest && (this.busy || newest !== this.#now)) this.#arrive(newest);
  }

  /** The table is taken off the screen. */
  stop(): void {
    this.#clear();
    this.#queue = [];
  }

  #refresh(moment: M): void {
    this.#now = moment;
    if (this.#steps.length === 0) this.#staging.arrive(moment);
  }

  #append(moment: M): void {
    if (!this.#pace.live || this.#pace.hidden) this.flush();
    this.#queue.push(moment);
    if (this.#pace.hidden) this.flush();
    else if (this.#steps.length === 0 && !this.#resting) this.#next();
    else this.busy = true;
  }

  #next(): void {
    const moment = this.#queue.shift();
    if (!moment) return void (this.busy = false);
    this.#now = moment;
    this.#steps = this.#staging.scenes(moment);
    if (this.#steps.length === 0) this.#arrive(moment);
    else this.#play();
  }

  /** The first of the scenes that are left. */
  #play(): void {
    const [step] = this.#steps;
    if (!step || !this.#now) return;
    this.busy = true;
    this.told = { number: this.#now.number, events: step.told ?? 0 };
    step.show();
    this.#wait(step.for);
  }

  #advance(): void {
    const rested = this.#resting;
    clearTimeout(this.#timer);
    this.#resting = false;
    this.#steps.shift();
    if (this.#steps.length > 0) this.#play();
    else if (rested || !this.#now) this.#next();
    else this.#arrive(this.#now);
  }

  #arrive(moment: M): void {
    this.#clear();
    this.#now = moment;
    this.#staging.arrive(moment);
    this.told = { number: moment.number, events: Infinity };
    this.busy = this.#queue.length > 0;
    const rest = this.#pace.hidden ? 0 : (this.#staging.rest?.(moment) ?? 0);
    if (rest > 0) {
      this.#resting = true;
      this.#wait(rest);
    } else if (this.#queue.length > 0) this.#next();
  }

  #wait(time: number): void {
    const speed = (this.#pace.speed > 0 ? this.#pace.speed : 1) * (this.#queue.length > BACKLOG ? FASTER : 1);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#advance(), time / speed);
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#steps = [];
    this.#resting = false;
  }
}
