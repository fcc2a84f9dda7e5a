/** A table as this page knows it: filled by the connection, read by the screens. */
import { banned } from './banned.svelte';
import { Connection, type Answer, type Ask, type ConnectionState } from './socket';
import { transport } from './transport';
import type {
  AnyMessage,
  ChatLine,
  DraftJudged,
  GameEvent,
  Glide,
  GrabVerdict,
  HintGiven,
  Notice,
  Outcome,
  Past,
  Refused,
  Reveal,
  SeatView,
  TableInfo,
  Update,
} from './wire';

const MOST_LOG = 400;

/** Whether others are to be invited on arrival, or have been invited by playing again. */
type Inviting = 'now' | 'done' | '';
let openedHere: { id: string; inviting: Inviting } | null = null;
/** A person who has just opened a table is seated there on arrival, and may want to invite others at once. */
export function sitAt(id: string, inviting: Inviting = ''): void {
  openedHere = { id, inviting };
}
export function takeSeatAt(id: string): { inviting: Inviting } | null {
  const wanted = openedHere?.id === id ? openedHere : null;
  openedHere = null;
  return wanted;
}

/** One thing that happened, kept for the log in words. */
export interface LogEntry {
  number: number;
  index: number;
  event: GameEvent;
  /** Who moved. */
  seat: number | null;
  /** A bot moved for a person who was away. */
  standIn: boolean;
}

/** A moment of the game as this page saw it, kept for looking back. */
export interface Seen {
  number: number;
  events: GameEvent[];
  eyes: SeatView[];
}

function entriesOf({ number, seat, by_bot, events }: Past | Update, info: TableInfo | null): LogEntry[] {
  const standIn = by_bot && seat !== null && info?.seats[seat]?.kind === 'person';
  return events.map((event, index) => ({ number, index, event, seat, standIn }));
}

function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class LiveTable {
  connection: ConnectionState = $state('connecting');
  info: TableInfo | null = $state.raw(null);
  mine: number[] = $state.raw([]);
  host = $state(false);
  number = $state(0);
  eyes: SeatView[] = $state.raw([]);
  /** Index into `eyes` of the seat that acts on this device now. */
  active = $state(0);
  events: GameEvent[] = $state.raw([]);
  outcome: Outcome | null = $state.raw(null);
  chat: ChatLine[] = $state.raw([]);
  /** How many lines of chat were ever heard here; the oldest of them are forgotten. */
  said = $state(0);
  log: LogEntry[] = $state.raw([]);
  /** Moments of this game, the newest last; it changes with `number`. */
  seen: Seen[] = [];
  hint: HintGiven | null = $state.raw(null);
  /** What everybody was told last. */
  notice: Notice | null = $state.raw(null);
  refused: Refused | null = $state.raw(null);
  /** The turn that is being built here, as the server sees it. */
  judged: DraftJudged | null = $state.raw(null);
  /** Requests on their way. */
  waiting = $state(0);
  /** A move from here that is on its way, and how many were refused: those leave the hand as it was before. */
  sending = $state<string | null>(null);
  refusals = $state(0);
  /** Why the table is closed to us; null while it is not. */
  gone: string | null = $state(null);
  /** The server's code for that; empty where the table is just not there. */
  goneCode = $state('');
  /** Moves that this page had seen and the server has lost. */
  lost = $state(0);
  /** Moves that a bot made for my seats since I was last in charge. */
  botMoves = $state(0);
  /** The word that lets people sit at a closed table; the host's alone. */
  invite = $state('');
  /** Where players race: the throw under way, what the judge decided, and the piece that was slid last. */
  reveal: Reveal | null = $state.raw(null);
  verdicts: GrabVerdict[] = $state.raw([]);
  glide: Glide | null = $state.raw(null);

  /** Whether the link that was followed has the word of a closed table in it. */
  readonly invited: boolean;

  private readonly wire: Connection;
  private mayBeSignedOut = false; // the server said that the account has changed

  constructor(
    readonly id: string,
    readonly screen = false,
    invite = '',
  ) {
    this.invited = invite !== '';
    this.wire = new Connection({
      open: () => transport.open(id),
      client: randomName(),
      screen,
      ...(invite ? { invite } : {}),
      hidden: () => document.hidden,
      message: (message) => this.hear(message),
      state: (state) => {
        this.connection = state;
        if (state === 'lost' && (this.info === null || this.mayBeSignedOut)) void this.probe();
      },
    });
  }

  start(): void {
    this.wire.start();
    addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.wake);
  }

  /** Reconnect, so that the server knows my new name. */
  renew(): void {
    this.wire.renew();
  }

  stop(): void {
    removeEventListener('online', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
    this.wire.close();
  }

  private readonly wake = (): void => {
    if (document.hidden) return;
    this.wire.wake();
    for (const seat of this.info?.seats ?? []) if (seat.autopilot && this.mine.includes(seat.seat)) void this.takeBack(seat.seat);
  };

  /** Somebody looks again: the bot that played for them may stop, if it has not yet. */
  private async takeBack(seat: number): Promise<void> {
    const answer = await this.wire.ask({ type: 'take_back', seat });
    if (this.refused === answer) this.refused = null;
  }

  /** The server's clock, milliseconds since 1970. */
  now(): number {
    return Date.now() + this.wire.offset;
  }

  /** Whether an established connection is lost. */
  get isCut(): boolean {
    return this.connection === 'lost' || (this.connection === 'connecting' && this.number > 0);
  }

  /** Whether a free seat may be taken from here. */
  get welcome(): boolean {
    return this.info?.access !== 'closed' || this.invited || this.host;
  }

  /** Names by seat. */
  get names(): string[] {
    return this.info?.seats.map((seat) => seat.name) ?? [];
  }

  async ask(request: Ask): Promise<Answer> {
    this.waiting += 1;
    const answer = await this.wire.ask(request);
    this.waiting -= 1;
    return answer;
  }

  /** What the seat that acts on this device sees; the only one where nobody shares it. */
  get eye(): SeatView | undefined {
    return this.eyes[this.active] ?? this.eyes[0];
  }

  /** Submit a move of the seat that acts on this device. */
  readonly send = (move: string): void => {
    const seat = this.eye?.seat ?? null;
    if (seat !== null) void this.move(seat, move);
  };

  /** Submit a move of a seat. */
  async move(seat: number, move: string): Promise<Answer> {
    this.hint = null;
    this.sending = move;
    const answer = await this.ask({ type: 'move', seat, move, seen: this.number });
    this.sending = null;
    if (answer.type === 'refused') this.refusals += 1;
    return answer;
  }

  /** Where players race: a press on a piece. That it came too late is shown at the piece, not over the table. */
  async grab(seat: number, reveal: number, rune: string, reaction: number): Promise<Answer> {
    const answer = await this.wire.ask({ type: 'grab', seat, reveal, rune, reaction });
    if (this.refused === answer) this.refused = null;
    return answer;
  }

  /** Have a turn judged while it is built. That it came too late is nothing to be told. */
  async draft(seat: number, draft: string): Promise<void> {
    const answer = await this.wire.ask({ type: 'draft', seat, draft });
    if (this.refused === answer) this.refused = null;
  }

  private hear(message: AnyMessage): void {
    switch (message.type) {
      case 'welcome':
        this.see(message.table, message.mine, message.host);
        [this.number, this.eyes, this.outcome] = [message.number, message.eyes, message.outcome];
        if (message.lost > 0) this.lost = message.lost;
        this.mayBeSignedOut = false;
        this.said += message.chat.filter((line) => line.at > (this.chat.at(-1)?.at ?? -1)).length;
        [this.events, this.chat, this.invite] = [[], message.chat, message.invite ?? ''];
        this.log = message.history.flatMap((past) => entriesOf(past, message.table));
        this.seen = message.eyes.length > 0 ? [{ number: message.number, events: [], eyes: message.eyes }] : [];
        break;
      case 'table':
        this.see(message.table, message.mine, message.host);
        break;
      case 'update':
        this.take(message);
        break;
      case 'chat':
        this.chat = [...this.chat, message].slice(-MOST_LOG);
        this.said += 1;
        break;
      case 'notice':
        this.notice = message;
        break;
      case 'hint':
        this.hint = message;
        break;
      case 'judged':
        this.judged = message;
        break;
      case 'refused':
        this.refused = message;
        if (message.n === null && ['no_table', 'no_such_table', 'not_found'].includes(message.code)) this.gone = message.why;
        break;
      case 'bye':
        if (message.come_back_in === null) [this.gone, this.goneCode] = [message.why, message.code];
        banned.note(message.code);
        this.mayBeSignedOut = message.code === 'signed_out';
        break;
      case 'ok':
      case 'pong':
        break;
      case 'reveal':
        this.reveal = message;
        this.wire.wake(); // to know the server's clock well when the faces are shown
        break;
      case 'faces':
        if (message.reveal === this.reveal?.reveal) this.eyes = message.eyes;
        break;
      case 'glide':
        this.glide = message;
        break;
      case 'verdict':
        this.verdicts = [...this.verdicts, message].slice(-MOST_LOG);
        break;
    }
  }

  /** A browser does not say why a socket was not let in; asked plainly, the server does. */
  private async probe(): Promise<void> {
    const answer = await transport.ask(`/ws/${encodeURIComponent(this.id)}`).catch(() => null);
    if (answer?.status !== 404 && answer?.status !== 401) return;
    [this.gone, this.goneCode] = ['', answer.status === 401 ? 'signed_out' : ''];
    this.stop();
  }

  private see(info: TableInfo, mine: number[], host: boolean): void {
    if (this.info && info.match_no !== this.info.match_no) {
      [this.log, this.botMoves, this.seen, this.events] = [[], 0, this.seen.slice(-1), []];
    }
    [this.info, this.mine, this.host] = [info, mine, host];
  }

  private take(update: Update): void {
    if (this.hint && update.seat === this.hint.seat) this.hint = null;
    this.judged = null;
    [this.number, this.eyes, this.events, this.outcome] = [update.number, update.eyes, update.events, update.outcome];
    this.seen = [...this.seen, { number: update.number, events: update.events, eyes: update.eyes }].slice(-MOST_LOG);
    const [entries, match] = [entriesOf(update, this.info), this.info?.match_no];
    // The board comes first; the log follows when it has been drawn.
    setTimeout(() => {
      const fresh = update.number > (this.log.at(-1)?.number ?? -1);
      if (fresh && this.info?.match_no === match) this.log = [...this.log, ...entries].slice(-MOST_LOG);
    }, 30);
    if (update.seat !== null && update.move !== null && this.mine.includes(update.seat)) {
      this.botMoves = update.by_bot ? this.botMoves + 1 : 0;
    }
  }
}
