/** What this player is doing: the row picked, the token dragged. Never the table itself. */
import { rowsIn } from './view';

/** What the player looks at. */
export interface Sight {
  legal: readonly string[];
  /** The row chosen already, face down. */
  choice: number | null;
  number: number;
}

export class Controller {
  /** The row that the next press, or the button, chooses. */
  picked = $state<number | null>(null);
  dragged = $state<{ x: number; y: number; row: number | null } | null>(null);
  /** A move on its way, until the next update. */
  sent = $state<string | null>(null);

  #send: (move: string) => void;
  #sight: Sight = { legal: [], choice: null, number: -1 };

  constructor(send: (move: string) => void) {
    this.#send = send;
  }

  /** A new state has come: forget what no longer holds. */
  look(sight: Sight): void {
    if (sight.number !== this.#sight.number) this.sent = null;
    this.#sight = sight;
    const rows = rowsIn(sight.legal);
    if (this.picked !== null && (!rows.includes(this.picked) || this.picked === sight.choice)) this.picked = null;
    if (rows.length === 0) this.dragged = null;
  }

  may(row: number): boolean {
    return rowsIn(this.#sight.legal).includes(row);
  }

  /** A tap, a click or Enter on a row: the first picks it, the second chooses it. */
  press(row: number): void {
    if (!this.may(row) || row === this.#sight.choice) {
      this.picked = null;
      return;
    }
    if (this.picked === row) this.choose(row);
    else this.picked = row;
  }

  /** Only pick it: a digit of the keyboard. */
  pick(row: number): void {
    if (this.may(row) && row !== this.#sight.choice) this.picked = row;
  }

  choose(row: number | null): void {
    if (row === null || this.sent !== null || !this.may(row) || row === this.#sight.choice) return;
    this.sent = `row ${row}`;
    this.picked = null;
    this.#send(this.sent);
  }

  drag(x: number, y: number, row: number | null): void {
    this.dragged = { x, y, row: row !== null && this.may(row) ? row : null };
  }

  /** Let go: on a row it is chosen, elsewhere the token goes back. */
  drop(): void {
    const row = this.dragged?.row ?? null;
    this.dragged = null;
    this.choose(row);
  }

  cancel(): void {
    this.picked = null;
    this.dragged = null;
  }
}
