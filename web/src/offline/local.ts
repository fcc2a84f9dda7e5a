/** The transport to the server on this device: questions and sockets as messages to its worker. */
import type { Wire } from '../lib/socket';
import type { Transport } from '../lib/transport';
import type { FromWorker, StartThinker, ToWorker } from './protocol.ts';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

/** What the client takes for a WebSocket. */
class LocalSocket implements Wire {
  readyState = CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(
    private readonly number: number,
    private readonly tell: (message: ToWorker) => void,
  ) {}

  send(text: string): void {
    if (this.readyState === OPEN) this.tell({ kind: 'say', socket: this.number, text });
  }

  close(): void {
    if (this.readyState !== CLOSED) this.tell({ kind: 'hang_up', socket: this.number });
    this.readyState = CLOSED;
  }

  opened(): void {
    if (this.readyState === CLOSED) return this.tell({ kind: 'hang_up', socket: this.number });
    this.readyState = OPEN;
    this.onopen?.();
  }

  ended(): void {
    this.readyState = CLOSED;
    this.onclose?.();
  }
}

export class LocalServer implements Transport {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private readonly waiting = new Map<number, (answer: Response) => void>();
  private readonly sockets = new Map<number, LocalSocket>();
  private counter = 0;
  private hasThinker = false;
  private readonly started: Promise<void>;
  private settle: { ready(): void; failed(why: Error): void } = { ready: () => undefined, failed: () => undefined };

  constructor(
    private readonly folder: string,
    private readonly files: string[],
  ) {
    this.started = new Promise((ready, failed) => (this.settle = { ready, failed }));
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.hear(event.data);
    this.worker.onerror = (event) => this.settle.failed(new Error(event.message));
    this.tell({ kind: 'start', folder, files });
    document.addEventListener('visibilitychange', () => document.hidden && this.tell({ kind: 'save' }));
    addEventListener('pagehide', () => this.tell({ kind: 'save' }));
  }

  /** Resolves when the server has started. */
  ready(): Promise<void> {
    return this.started;
  }

  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const given = new Response(init.body ?? null);
    const body = new Uint8Array(await given.arrayBuffer());
    const type = new Headers(init.headers).get('content-type') ?? '';
    const number = ++this.counter;
    return new Promise((answer) => {
      this.waiting.set(number, answer);
      this.tell({ kind: 'ask', number, method: init.method ?? 'GET', path, body, type });
    });
  }

  open(table: string): Wire {
    this.addThinker();
    const number = ++this.counter;
    const socket = new LocalSocket(number, (message) => this.tell(message));
    this.sockets.set(number, socket);
    this.tell({ kind: 'connect', socket: number, table });
    return socket;
  }

  private tell(message: ToWorker, ...moved: Transferable[]): void {
    this.worker.postMessage(message, moved);
  }

  /**
   * A second worker, in which bots think, from the first table or hint on: to start Python takes seconds of processor time.
   * Without it the first one does that too, and answers later meanwhile.
   */
  private addThinker(): void {
    if (this.hasThinker) return;
    this.hasThinker = true;
    const thinker = new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' });
    const { port1, port2 } = new MessageChannel();
    thinker.onerror = () => {
      thinker.terminate();
      this.tell({ kind: 'think_here' });
    };
    thinker.postMessage({ folder: this.folder, files: this.files, port: port1 } satisfies StartThinker, [port1]);
    this.tell({ kind: 'thinker', port: port2 }, port2);
  }

  private hear(message: FromWorker): void {
    if (message.kind === 'ready') return this.settle.ready();
    if (message.kind === 'wanted') return this.addThinker();
    if (message.kind === 'failed') return this.settle.failed(new Error(message.why));
    if (message.kind === 'answer') {
      const [number, status, type, body] = message.values;
      const isEmpty = status === 204;
      this.waiting.get(number)?.(new Response(isEmpty ? null : body, { status, headers: { 'content-type': type } }));
      this.waiting.delete(number);
      return;
    }
    const socket = this.sockets.get(message.values[0]);
    if (message.kind === 'heard') socket?.onmessage?.({ data: message.values[1] });
    else if (message.kind === 'opened') socket?.opened();
    else {
      this.sockets.delete(message.values[0]);
      socket?.ended();
    }
  }
}
