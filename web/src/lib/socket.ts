/**
 * The connection to a table. Requests are numbered for as long as the page lives and resent until they are answered; a socket
 * that has gone silent is replaced, not waited for; updates arrive once and without a gap.
 */
import { PROTOCOL, type AnyMessage, type AnyRequest, type ChatLine, type Ok, type Refused } from './wire';

export const PING_AFTER = 2500; // silence after which we ask
export const SILENCE = 9000; // silence after which the socket is replaced
export const RESEND_AFTER = 4000; // a request without an answer, on a live connection
export const RETRIES = [500, 1000, 2000, 4000]; // waits before the next attempts; the last one repeats
const OPEN = 1;

type Numbered = Extract<AnyRequest, { n: number }>;
type Without<T> = T extends unknown ? Omit<T, 'n'> : never;
/** A request as the caller gives it: the number is added here. */
export type Ask = Without<Numbered>;
export type Answer = Ok | Refused;
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'closed';

/** The part of a WebSocket that is used. */
export interface Wire {
  readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  onerror: (() => void) | null;
}

export interface ConnectionOptions {
  /** Opens the socket of the table. */
  open(): Wire;
  client: string;
  screen: boolean;
  /** The word that lets one sit at a closed table. */
  invite?: string;
  /** Whether nobody looks at the page: then a bot that plays for its person goes on. */
  hidden?(): boolean;
  message(message: AnyMessage): void;
  state(state: ConnectionState): void;
}

interface Pending {
  text: string;
  sentAt: number;
  answer(answer: Answer): void;
}

function keyOf({ name, text, reaction }: ChatLine): string {
  return JSON.stringify([name, text, reaction]);
}

export class Connection {
  /** Add to Date.now() for the server's clock. */
  offset = 0;
  /** Number of the last update received; null before the first welcome. */
  have: number | null = null;

  /** When the last line of chat was said, and all lines of that very moment: those come once more after a break. */
  private heard: number | null = null;
  private lately: string[] = [];
  private again: string[] = [];

  private wire: Wire | null = null;
  private state: ConnectionState = 'connecting';
  private counter = 0;
  private pending = new Map<number, Pending>();
  private attempts = 0;
  private heardAt = 0;
  private pingedAt = 0;
  private bestTrip = Infinity;
  private beat: ReturnType<typeof setInterval> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: ConnectionOptions) {}

  start(): void {
    this.connect();
    this.beat = setInterval(() => this.heartbeat(), 500);
  }

  /** Close for good; nothing is sent or told any more. */
  close(): void {
    clearInterval(this.beat);
    clearTimeout(this.retry);
    this.drop();
    this.tell('closed');
  }

  /** Send a request; its answer arrives even if the connection breaks any number of times. */
  ask(request: Ask): Promise<Answer> {
    const n = ++this.counter;
    const text = JSON.stringify({ ...request, n });
    return new Promise((answer) => {
      this.pending.set(n, { text, sentAt: Date.now(), answer });
      if (this.state === 'open') this.put(text);
    });
  }

  /** Open a new connection; no request is lost. */
  renew(): void {
    if (this.state !== 'closed') this.connect();
  }

  /** The page was hidden or the network came back: find out at once whether the connection still works. */
  wake(): void {
    if (this.state === 'closed') return;
    if (this.state === 'open') this.ping();
    else this.connect();
  }

  private connect(): void {
    clearTimeout(this.retry);
    this.drop();
    if (this.state !== 'lost') this.tell('connecting');
    const wire = this.options.open();
    this.wire = wire;
    this.heardAt = Date.now();
    this.pingedAt = 0;
    wire.onopen = () => {
      const { client, screen, invite } = this.options;
      const hidden = this.options.hidden?.() ? { hidden: true } : {};
      this.again = [...this.lately];
      const known = { have: this.have, ...(this.heard === null ? {} : { heard: this.heard }) };
      wire.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL, client, ...known, screen, invite, ...hidden }));
      // The server reads in order: what was not answered goes right after the greeting.
      for (const pending of this.pending.values()) {
        pending.sentAt = Date.now();
        wire.send(pending.text);
      }
      this.ping();
    };
    wire.onmessage = (event) => {
      if (this.wire === wire && typeof event.data === 'string') this.hear(JSON.parse(event.data) as AnyMessage);
    };
    wire.onclose = () => this.wire === wire && this.lose();
    wire.onerror = () => this.wire === wire && this.lose();
  }

  private hear(message: AnyMessage): void {
    this.heardAt = Date.now();
    this.attempts = 0;
    switch (message.type) {
      case 'pong':
        this.tune(message.at, message.now);
        this.tell('open');
        return;
      case 'ok':
      case 'refused':
        if (message.n !== null && !this.settle(message.n, message)) return;
        break;
      case 'welcome':
        this.have = message.number;
        [this.heard, this.lately, this.again] = [0, [], []];
        message.chat.forEach((line) => this.note(line));
        if (this.bestTrip === Infinity) this.offset = message.now - Date.now();
        this.tell('open');
        break;
      case 'update':
        if (this.have !== null && message.number <= this.have) return;
        if (this.have !== null && message.number > this.have + 1) return this.connect();
        this.have = message.number;
        break;
      case 'chat':
        if (!this.isNew(message)) return;
        this.note(message);
        break;
      case 'bye':
        this.options.message(message);
        if (message.come_back_in === null) this.close();
        else this.lose(message.come_back_in);
        return;
    }
    this.options.message(message);
  }

  private note(line: ChatLine): void {
    if (line.at !== this.heard) [this.heard, this.lately] = [line.at, []];
    this.lately.push(keyOf(line));
  }

  /** Whether a line of chat is not a repetition after a reconnection. */
  private isNew(line: ChatLine): boolean {
    const place = line.at === this.heard ? this.again.indexOf(keyOf(line)) : -1;
    if (place >= 0) this.again.splice(place, 1);
    return place < 0;
  }

  /** Hand an answer to whom it belongs; false where it was answered before. */
  private settle(n: number, answer: Answer): boolean {
    const pending = this.pending.get(n);
    this.pending.delete(n);
    pending?.answer(answer);
    return pending !== undefined;
  }

  /** The server's clock, by the quickest answer so far. */
  private tune(sent: number, serverNow: number): void {
    const trip = Date.now() - sent;
    if (trip < 0 || trip > this.bestTrip) return;
    this.bestTrip = trip;
    this.offset = serverNow + trip / 2 - Date.now();
  }

  private heartbeat(): void {
    const now = Date.now();
    const silence = now - this.heardAt;
    if (!this.wire) return;
    if (silence >= SILENCE) return this.lose();
    if (this.wire.readyState !== OPEN) return;
    if (silence >= PING_AFTER && now - this.pingedAt >= PING_AFTER) this.ping();
    if (this.state !== 'open') return;
    for (const pending of this.pending.values()) {
      if (now - pending.sentAt < RESEND_AFTER) continue;
      pending.sentAt = now;
      this.put(pending.text);
    }
  }

  private ping(): void {
    this.pingedAt = Date.now();
    this.put(JSON.stringify({ type: 'ping', at: this.pingedAt }));
  }

  private put(text: string): void {
    if (this.wire?.readyState === OPEN) this.wire.send(text);
  }

  private drop(): void {
    const wire = this.wire;
    this.wire = null;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = wire.onerror = null;
    wire.close();
  }

  private lose(wait?: number): void {
    this.drop();
    this.tell('lost');
    clearTimeout(this.retry);
    const usual = RETRIES[Math.min(this.attempts, RETRIES.length - 1)] ?? 4000;
    this.attempts += 1;
    this.retry = setTimeout(() => this.connect(), wait ?? usual);
  }

  private tell(state: ConnectionState): void {
    if (this.state === state || this.state === 'closed') return;
    this.state = state;
    this.options.state(state);
  }
}
