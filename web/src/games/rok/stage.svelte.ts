/** What is played before the eyes: the verdict told, the throw in flight, the faces. The view decides all of it. */
import { flushSync } from 'svelte';
import type { Reveal } from '../../lib/wire';
import { after, opening } from './after';
import { beatsOf, type Anchor, type Beat } from './beats';
import { lastThrow, placeOf } from './view';
import type { RokEvent, RokView } from './wire';

/**
 * still: nothing races. telling: what came before the throw. flying: runes without faces. open: faces are painted.
 */
export type Scene = 'still' | 'telling' | 'flying' | 'open';

/** A rune on its way over the screen, between two places that are looked up when it starts. */
export interface Ghost {
  key: number;
  rune: string;
  from: Anchor | { place: string };
  to: Anchor;
  delay: number;
}

export interface Pace {
  speed: number;
  motion: boolean;
}

/** An update of the table. */
export interface Update {
  events: readonly RokEvent[];
  view: RokView;
  /** The table before it. */
  before: RokView | null;
  /** Where nothing races, as in a replay, a throw lies there at once. */
  races: boolean;
  /** Nothing is thrown before everybody is ready. */
  waits: boolean;
}

const COUNTED = 3000; // milliseconds of three, two, one
const HALF_FRAME = 8;
const EARLY = 34; // milliseconds before the faces from which every frame is looked at

export class Stage {
  scene = $state<Scene>('still');
  beat = $state.raw<Beat | null>(null);
  ghosts = $state.raw<Ghost[]>([]);
  /** The table as far as it has been told, while moments are shown; null where it is as it is. */
  shown = $state.raw<RokView | null>(null);
  /** The places of the throw that flies or is to fly. */
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  /** When the faces were painted, and when they should be, on the clock of this page's frames. */
  painted = 0;
  expected = 0;
  /** The throw that was shown, or is to be. */
  reveal: Reveal | null = null;
  /** How many events of the last update have been told. */
  told = $state(Infinity);
  /** When the count before a game is over, on the clock of this page's frames; 0 where nothing is counted. */
  countUntil = $state(0);

  private beats: Beat[] = [];
  /** What is still to be told. */
  private untold: RokEvent[] = [];
  private events: readonly RokEvent[] = [];
  /** The throws of a game for which not everybody is ready yet; null where nobody is waited for. */
  private held: RokEvent[] | null = null;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private beatTimer: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;
  private counter = 0;
  private pace: Pace = { speed: 1, motion: true };

  /** Something happened at the table. */
  take({ events, view, before, races, waits }: Update, pace: Pace): void {
    const { phase } = view;
    this.pace = pace;
    this.events = events;
    const thrown = phase === 'grab' && races ? lastThrow(events) : null;
    for (const event of events) if (event.type === 'RuneGrabbed') this.carryOff(event.rune, event.seat);
    if (thrown) {
      this.clear();
      this.fresh = new Set(thrown.runes.map(placeOf));
      this.scene = 'telling';
    } else if (phase !== 'grab') {
      this.clear();
      this.scene = 'still';
    } else if (this.scene === 'still') {
      this.scene = 'open';
    }
    if (waits && races) return this.hold(view);
    const beats = beatsOf(events, phase === 'grab');
    if (beats.length > 0 || thrown) {
      this.beats = beats;
      [this.shown, this.untold] = [beats.length > 0 ? before : null, [...events]];
      this.nextBeat();
    }
    if (!this.beat && !thrown) this.told = Infinity;
  }

  /** A new game, for which not everybody is ready: Balance Runes are drawn, and nothing lies on the table. */
  private hold(view: RokView): void {
    const first = this.events.findIndex((event) => event.type === 'RunesThrown');
    this.held = first < 0 ? [] : this.events.slice(first);
    this.shown = opening(view, this.events);
    this.beats = first < 0 ? [] : beatsOf(this.events.slice(0, first), false);
    this.untold = [];
    this.nextBeat();
    this.told = Math.max(0, first);
  }

  /** All are ready: a count, then the throws that left nothing to take, then the one that flies. */
  private letGo(at: number): void {
    if (!this.held) return;
    const beats = beatsOf(this.held, true);
    const wanted = lengthOf(beats);
    const count = ((this.flyAt - at) * COUNTED) / (COUNTED + wanted);
    clearTimeout(this.beatTimer);
    [this.untold, this.held, this.beats, this.beat] = [this.held, null, beats, null];
    this.countUntil = at + count;
    this.beatTimer = setTimeout(() => this.nextBeat(), Math.max(0, count));
  }

  private placeByRune = new Map<string, string>();
  /** Where runes lie, so that one that is taken can be seen going. */
  remember(places: Map<string, string>): void {
    this.placeByRune = places;
  }

  private carryOff(rune: string, seat: number): void {
    const place = this.placeByRune.get(rune);
    if (place !== undefined) this.send([{ rune, from: { place }, to: `seat-${seat}` }]);
  }

  private send(carried: readonly { rune: string; from: Ghost['from']; to: Anchor }[]): void {
    if (!this.pace.motion) return;
    const ghosts = carried.map((one, k) => ({ ...one, key: (this.counter += 1), delay: k * 60 }));
    this.ghosts = [...this.ghosts, ...ghosts].slice(-24);
  }

  arrive(key: number): void {
    this.ghosts = this.ghosts.filter((ghost) => ghost.key !== key);
  }

  /** The next moment; all that are left share the time until the throw. */
  private nextBeat(): void {
    clearTimeout(this.beatTimer);
    const beat = this.beats.shift() ?? null;
    this.beat = beat;
    if (!beat) return this.rest();
    this.tell(beat.event);
    this.send(beat.carried);
    this.stay(beat);
  }

  /** A moment is shown for its share of the time until the throw. */
  private stay(beat: Beat): void {
    clearTimeout(this.beatTimer);
    const wanted = lengthOf([beat, ...this.beats]);
    const share = Math.min(1, Math.max(0, this.throwIn() ?? wanted) / wanted);
    this.beatTimer = setTimeout(() => this.nextBeat(), (beat.lasts * share) / this.pace.speed);
  }

  /** Everything before the throw has been told. */
  private rest(): void {
    if (this.held) return;
    this.shown = null;
    this.told = this.scene === 'telling' ? this.events.findLastIndex((event) => event.type === 'RunesThrown') : Infinity;
  }

  /** The table shows what has been told, this event included. */
  private tell(event: RokEvent): void {
    this.told = this.events.indexOf(event) + 1;
    const told = this.untold.splice(0, this.untold.indexOf(event) + 1);
    if (this.shown) this.shown = told.reduce(after, this.shown);
  }

  /** When the runes begin to fly, on the clock of this page's frames; 0 while nobody has said. */
  flyAt = $state(0);
  private throwIn(): number | null {
    return this.scene === 'telling' && this.flyAt > 0 ? this.flyAt - performance.now() : null;
  }

  /** A throw is announced: when it flies and when its faces are painted, on the server's clock. */
  announce(reveal: Reveal, now: () => number, pace: Pace): void {
    // The same throw again is no news, unless the server was away and shows it anew.
    if (reveal.reveal === this.reveal?.reveal && reveal.show_at === this.reveal.show_at) return;
    const [before, at] = [now(), performance.now()];
    this.reveal = reveal;
    this.pace = pace;
    this.timers.forEach(clearTimeout);
    this.expected = at + reveal.show_at - before;
    this.flyAt = at + reveal.throw_at - before;
    if (reveal.show_at <= before) return this.open(this.expected);
    if (this.scene === 'open' || this.scene === 'still') this.arriveLate(reveal);
    else if (this.beat && !this.held) this.stay(this.beat); // it began without knowing how much time there is
    this.letGo(at);
    this.timers = [
      setTimeout(() => this.fly(), Math.max(0, this.flyAt - at)),
      setTimeout(() => this.watch(reveal, now), Math.max(0, this.expected - at - EARLY)),
    ];
  }

  /** Who has just come sees the flight if it has not begun, else runes without faces. */
  private arriveLate(reveal: Reveal): void {
    this.fresh = new Set(reveal.paths.flatMap((path) => path.slice(-1).map(([x, y]) => placeOf({ x, y }))));
    this.scene = this.fresh.size > 0 || this.held ? 'telling' : 'flying';
  }

  private fly(): void {
    this.silence();
    if (this.scene === 'telling') this.scene = 'flying';
  }

  /** Look at every frame until it is the one; the clock is read once more, for it may know better by now. */
  private watch(reveal: Reveal, now: () => number): void {
    this.expected = performance.now() + reveal.show_at - now();
    if (document.hidden) {
      this.timers.push(setTimeout(() => this.open(performance.now()), Math.max(0, this.expected - performance.now())));
      return;
    }
    const look = (frame: number): void => {
      if (frame < this.expected - HALF_FRAME) return void (this.frame = requestAnimationFrame(look));
      this.open(frame);
      flushSync(); // all faces in this one frame
    };
    this.frame = requestAnimationFrame(look);
  }

  private open(frame: number): void {
    this.silence();
    this.painted = frame;
    this.scene = 'open';
    this.fresh = new Set();
  }

  private silence(): void {
    clearTimeout(this.beatTimer);
    [this.beats, this.beat, this.shown, this.held, this.countUntil, this.told] = [[], null, null, null, 0, Infinity];
  }

  private clear(): void {
    this.timers.forEach(clearTimeout);
    cancelAnimationFrame(this.frame);
    clearTimeout(this.beatTimer);
    [this.timers, this.beats, this.beat, this.shown, this.held] = [[], [], null, null, null];
    this.flyAt = this.countUntil = 0;
  }

  stop(): void {
    this.clear();
  }
}

/** Milliseconds that some moments take, at normal speed and if there is time. */
const lengthOf = (beats: readonly Beat[]): number => beats.reduce((sum, beat) => sum + beat.lasts, 0);
