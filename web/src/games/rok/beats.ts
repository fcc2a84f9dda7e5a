/** What happened between two throws, as a row of moments to be shown one after the other, in the rulebook's order. */
import type { GameEvent } from '../../lib/wire';
import type { SoundName } from '../../lib/table';
import type { RokEvent } from './wire';

/** Where a rune comes from or goes to. */
export type Anchor = `seat-${number}` | 'bag' | 'middle';

export interface Carried {
  rune: string;
  from: Anchor;
  to: Anchor;
}

export interface Beat {
  event: RokEvent;
  /** Milliseconds, at normal speed and if there is time. */
  lasts: number;
  carried: Carried[];
  /** Shown from afar, at true scale: a slide. */
  far: boolean;
}

function carry(runes: readonly string[], from: Anchor, to: Anchor): Carried[] {
  return runes.map((rune) => ({ rune, from, to }));
}

function beatOf(event: RokEvent): Beat | null {
  const beat = (lasts: number, carried: Carried[] = [], far = false): Beat => ({ event, lasts, carried, far });
  switch (event.type) {
    case 'BalanceDrawn':
      return beat(1700, event.runes.map((rune, k) => ({ rune, from: 'bag', to: `seat-${event.seats[k] ?? 0}` })));
    case 'ScrambleEnded':
      return beat(800);
    case 'LoneRunesReturned':
      return beat(1200, carry(event.runes, `seat-${event.seat}`, 'bag'));
    case 'WrongPairReturned':
      return beat(1700, carry(event.runes, `seat-${event.seat}`, 'bag'));
    case 'PairGiven':
      return beat(1200, carry(event.runes, `seat-${event.seat}`, 'bag'));
    case 'PairSplit':
      return beat(1500, event.runes.map((rune, k) => ({ rune, from: `seat-${event.seats[k] ?? 0}`, to: 'bag' })));
    case 'ContestOpened':
    case 'ContestWon':
    case 'OrderChosen':
      return beat(1000);
    case 'RuneSlid':
      return beat(1700, [], true);
    case 'TreasureCaptured':
      return beat(2000, carry([...event.balance, ...event.treasure], `seat-${event.owner}`, `seat-${event.taker}`));
    case 'BalanceTaken':
      return beat(900, carry([event.rune], 'middle', `seat-${event.seat}`));
    case 'RunesThrown':
      return beat(1000);
    default:
      return null;
  }
}

/** What a moment sounds like to a seat that it concerns. */
export function beatSound(event: RokEvent, me: number | null): SoundName | null {
  switch (event.type) {
    case 'WrongPairReturned':
      return event.seat === me ? 'clash' : null;
    case 'PairSplit':
      return me !== null && event.seats.includes(me) ? 'lose' : null;
    case 'TreasureCaptured':
      return event.taker === me ? 'win' : event.owner === me ? 'lose' : null;
    default:
      return null;
  }
}

const MOST = 9; // throws that leave nothing to take can follow each other without end

/** The moments of an update; its last throw is no moment of it but what comes after. */
export function beatsOf(events: readonly RokEvent[], opensRace: boolean): Beat[] {
  const last = opensRace ? events.findLastIndex((event) => event.type === 'RunesThrown') : events.length;
  return events.slice(0, last < 0 ? events.length : last).flatMap((event) => beatOf(event) ?? []).slice(-MOST);
}

/** The rune that a move grabs; null for one that goes to no judge. */
export const grabOf = (move: string): string | null => /^grab (\w+)$/.exec(move)?.[1] ?? null;

/** Whether an event begins a race for the runes. */
export const opensRace = (event: GameEvent): boolean => event.type === 'RunesThrown';
