/** What this player is doing: the card lifted, the card dragged, the number on the pad. Never the table itself. */
import { tick } from 'svelte';
import { bidsIn, cardOf, heldOf, movesOf } from './view';

/** What the player looks at. */
export interface Sight {
  hand: readonly string[];
  legal: readonly string[];
  phase: string;
  number: number;
}

const TWO_DIGITS = 900; // milliseconds in which a 1 and a 0 make a 10

export class Controller {
  /** Key of the card that is lifted. */
  picked = $state<string | null>(null);
  /** The move that goes out by itself as soon as it is legal. */
  armed = $state<string | null>(null);
  /** Key of the joker whose colour is being named. */
  naming = $state<string | null>(null);
  /** The number chosen on the pad and not yet said. */
  bid = $state<number | null>(null);
  /** Key of the card the keyboard stands on. */
  focused = $state<string | null>(null);
  dragged = $state<{ key: string; x: number; y: number; over: boolean } | null>(null);
  /** A card that was pressed and cannot be played; the table says why. */
  refused = $state<string | null>(null);
  /** A move on its way, until the next update. */
  sent = $state<string | null>(null);

  #out: { send(move: string): void };
  #catchUp: () => void;
  #sight: Sight = { hand: [], legal: [], phase: '', number: -1 };
  #digitAt = -Infinity;

  /** Moves go to `out`; `catchUp` has the table draw its newest state at once. */
  constructor(out: { send(move: string): void }, catchUp: () => void = () => undefined) {
    this.#out = out;
    this.#catchUp = catchUp;
  }

  /** A press on the screen: a player who already reaches for a card has seen the trick that is still lying there. */
  async reach(key: string): Promise<void> {
    this.#catchUp();
    await tick();
    this.press(key);
  }

  /** A new state has come: forget what no longer holds, and play what was armed. */
  look(sight: Sight): void {
    if (sight.number !== this.#sight.number) {
      if (this.sent?.startsWith('bid ')) this.bid = null;
      this.sent = null;
    }
    this.#sight = sight;
    const keys = new Set(heldOf(sight.hand).map((held) => held.key));
    if (this.picked !== null && !keys.has(this.picked)) this.picked = null;
    if (this.naming !== null && !keys.has(this.naming)) this.naming = null;
    if (this.focused !== null && !keys.has(this.focused)) this.focused = null;
    if (this.dragged !== null && !keys.has(this.dragged.key)) this.dragged = null;
    if (this.armed !== null && this.picked === null) this.armed = null;
    if (sight.phase !== 'bidding' || (this.bid !== null && !bidsIn(sight.legal).includes(this.bid))) this.bid = null;
    if (this.armed !== null && this.#maySend()) {
      const move = this.armed;
      this.armed = null;
      if (sight.legal.includes(move)) this.#send(move);
    }
  }

  /** Whether a card is on the table of what may be played now. */
  #playing(): boolean {
    return this.#sight.phase !== 'bidding' && this.#sight.legal.length > 0;
  }

  #maySend(): boolean {
    return this.#playing() && this.sent === null;
  }

  #send(move: string): void {
    this.sent = move;
    this.naming = null;
    this.#out.send(move);
  }

  /** A tap, a click or Enter on a card of the hand: the first lifts it, the second plays it. */
  press(key: string): void {
    this.refused = null;
    if (this.picked !== key) {
      this.picked = key;
      this.armed = null;
      this.naming = null;
      if (this.#playing() && movesOf(cardOf(key), this.#sight.legal).length === 0) this.refused = cardOf(key);
      return;
    }
    this.play(key);
  }

  /** Play a card, name the joker's colour first, or, out of turn, let it play itself later. */
  play(key: string): void {
    this.picked = key;
    this.refused = null;
    const card = cardOf(key);
    if (card === 'J') {
      if (this.armed !== null) this.armed = null;
      else if (!this.#playing() || movesOf(card, this.#sight.legal).length > 0) this.naming = key;
      else this.refused = card;
      return;
    }
    if (!this.#playing()) {
      this.armed = this.armed === card ? null : card;
      return;
    }
    const [move] = movesOf(card, this.#sight.legal);
    if (move === undefined) this.refused = card;
    else if (this.#maySend()) this.#send(move);
  }

  /** The colour of the joker that is being played, or played in advance. */
  name(colour: string): void {
    const move = `J:${colour}`;
    if (this.naming === null) return;
    if (!this.#playing()) this.armed = move;
    else if (this.#maySend() && this.#sight.legal.includes(move)) this.#send(move);
    this.naming = null;
  }

  /** Put a number on the pad; the second time it is said. */
  pressBid(n: number): void {
    if (this.sent !== null || !bidsIn(this.#sight.legal).includes(n)) return;
    if (this.bid === n) this.sayBid();
    else this.bid = n;
  }

  sayBid(): void {
    const move = `bid ${this.bid}`;
    if (this.bid === null || this.sent !== null || !this.#sight.legal.includes(move)) return;
    this.sent = move; // the number stays on the pad until the table has it
    this.#out.send(move);
  }

  /** A digit of the keyboard while bids are made; 1 and 0 in one breath are ten. */
  digit(n: number, now: number): void {
    const bids = bidsIn(this.#sight.legal);
    const ten = this.bid === 1 && n === 0 && now - this.#digitAt < TWO_DIGITS && bids.includes(10);
    this.#digitAt = now;
    if (ten) this.bid = 10;
    else if (bids.includes(n)) this.bid = n;
  }

  drag(key: string, x: number, y: number, over: boolean): void {
    if (this.dragged === null) this.naming = null;
    this.dragged = { key, x, y, over };
  }

  /** Let go: over the table the card is played, elsewhere it goes back to the hand. */
  drop(): void {
    const dragged = this.dragged;
    this.dragged = null;
    if (dragged?.over) {
      this.armed = null;
      this.play(dragged.key);
    }
  }

  cancel(): void {
    if (this.naming !== null) this.naming = null;
    else if (this.armed !== null) this.armed = null;
    else {
      this.picked = null;
      this.bid = null;
    }
    this.dragged = null;
    this.refused = null;
  }
}
