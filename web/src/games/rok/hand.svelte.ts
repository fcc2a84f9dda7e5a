/** This player's one hand: what it has pressed, and what became of it. Never the table itself. */
import type { Answer } from '../../lib/socket';

/** claimed: the judge has not spoken. won, lost, early, busy: what came of a press, shown for a moment. */
export type Mark = 'claimed' | 'won' | 'lost' | 'early' | 'busy';
export type Note = 'won' | 'lost' | 'early' | 'busy' | 'down' | 'done';

const SHOWN = 900; // milliseconds that a mark stays
const NOTED = 2500;
const BLOCK = 250; // milliseconds after a false start in which the judge does not let the hand to that rune

/** A press: where, on which rune (null where its face is unknown), and when, on the clock of frames. */
export interface Press {
  place: string;
  rune: string | null;
  at: number;
}

export interface Judge {
  /** Whether faces are painted. */
  isOpen: boolean;
  reveal: number;
  /** When they were painted, or will be. */
  painted: number;
  grab(reveal: number, rune: string, reaction: number): Promise<Answer>;
}

export class Hand {
  /** By place. */
  marks = $state<Record<string, Mark>>({});
  note = $state<{ what: Note; count: number } | null>(null);

  private counter = 0;
  private closed = new Map<string, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `feel` makes a result heard and felt. */
  constructor(private readonly feel: (what: Note) => void) {}

  /** A new throw: nothing is in the hand. */
  clear(): void {
    this.marks = {};
    this.closed.clear();
  }

  say(what: Note): void {
    this.note = { what, count: (this.counter += 1) };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.note = null), NOTED);
    this.feel(what);
  }

  async press({ place, rune, at }: Press, judge: Judge): Promise<void> {
    const reaction = at - judge.painted;
    if (!judge.isOpen) {
      this.early(place, judge.painted);
      // Whether a face will be there nobody can see: the hand is told the same in any case.
      if (rune !== null) void judge.grab(judge.reveal, rune, Math.min(reaction, -1));
      return;
    }
    if (rune === null) return this.say('down');
    if (at < (this.closed.get(place) ?? -Infinity)) return this.early(place, null);
    if (this.marks[place] === 'claimed') return;
    this.marks[place] = 'claimed';
    const answer = await judge.grab(judge.reveal, rune, reaction);
    this.learn(place, answer, at);
  }

  private early(place: string, painted: number | null): void {
    if (painted !== null) this.closed.set(place, painted + BLOCK);
    this.mark(place, 'early');
    this.say('early');
  }

  private learn(place: string, answer: Answer, at: number): void {
    if (answer.type === 'ok') {
      this.mark(place, 'won');
      this.say('won');
      return;
    }
    switch (answer.code) {
      case 'false_start':
        this.closed.set(place, at + BLOCK);
        return this.early(place, null);
      case 'blocked':
        return this.early(place, null);
      case 'hand_busy':
        this.mark(place, 'busy');
        return this.say('busy');
      default:
        this.mark(place, 'lost');
        this.say('lost');
    }
  }

  private mark(place: string, what: Mark): void {
    this.marks[place] = what;
    setTimeout(() => {
      if (this.marks[place] === what) delete this.marks[place];
    }, SHOWN);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
