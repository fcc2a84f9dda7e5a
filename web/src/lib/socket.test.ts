import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection, PING_AFTER, RESEND_AFTER, SILENCE, type ConnectionState, type Wire } from './socket';
import type { AnyMessage } from './wire';

class FakeWire implements Wire {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
    this.readyState = 3;
  }
  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  asked(type: string): Record<string, unknown>[] {
    return this.sent.filter((one) => one.type === type);
  }
}

let wires: FakeWire[];
let heard: AnyMessage[];
let states: ConnectionState[];
let line: Connection;
const last = (): FakeWire => wires[wires.length - 1]!;
const welcome = (number: number): unknown => ({ type: 'welcome', number, now: Date.now() + 5000, eyes: [], chat: [] });
const update = (number: number): unknown => ({ type: 'update', number, events: [], eyes: [] });
const numbers = (): number[] => heard.flatMap((one) => (one.type === 'update' ? [one.number] : []));

beforeEach(() => {
  vi.useFakeTimers();
  [wires, heard, states] = [[], [], []];
  line = new Connection({
    client: 'page',
    screen: false,
    open: () => {
      wires.push(new FakeWire());
      return last();
    },
    message: (message) => heard.push(message),
    state: (state) => states.push(state),
  });
  line.start();
  last().accept();
  last().say(welcome(7));
});
afterEach(() => {
  line.close();
  vi.useRealTimers();
});

test('the first message says what is known, and a fresh page knows nothing', () => {
  expect(last().sent[0]).toEqual({ type: 'hello', protocol: 1, client: 'page', have: null, screen: false });
});

test('a page that nobody looks at says so', () => {
  let hidden = true;
  const wire = new FakeWire();
  const other = new Connection({ client: 'page', screen: false, hidden: () => hidden, open: () => wire, message: () => undefined, state: () => undefined });
  other.start();
  wire.accept();
  expect(wire.sent[0]).toMatchObject({ type: 'hello', hidden: true });
  hidden = false;
  wire.accept();
  expect(wire.asked('hello')[1]).not.toHaveProperty('hidden');
  other.close();
});

test('requests are counted and their answers find them', async () => {
  const first = line.ask({ type: 'start' });
  const second = line.ask({ type: 'say', text: 'hi' });
  last().say({ type: 'refused', n: 2, code: 'too_fast', rule: '', why: 'slowly' });
  last().say({ type: 'ok', n: 1 });
  expect((await first).type).toBe('ok');
  expect((await second).type).toBe('refused');
});

test('a request that was not answered is resent on the next line with the same number, after the greeting', async () => {
  const answer = line.ask({ type: 'move', seat: 0, move: 'Y8', seen: 7 });
  last().onclose?.();
  vi.advanceTimersByTime(500);
  last().accept();
  expect(last().sent.map((one) => one.type)).toEqual(['hello', 'move', 'ping']);
  expect(last().sent[0]!.have).toBe(7);
  expect(last().sent[1]!.n).toBe(1);
  last().say({ type: 'ok', n: 1, number: 8 });
  expect((await answer).type).toBe('ok');
});

test('a request asked while the line is down goes out with the next one', () => {
  last().onclose?.();
  void line.ask({ type: 'start' });
  vi.advanceTimersByTime(500);
  last().accept();
  expect(last().asked('start')).toHaveLength(1);
});

test('a request without an answer on a living line is resent', () => {
  void line.ask({ type: 'start' });
  for (let waited = 0; waited < RESEND_AFTER + 1000; waited += 500) {
    vi.advanceTimersByTime(500);
    last().say({ type: 'pong', at: Date.now(), now: Date.now() });
  }
  expect(last().asked('start')).toHaveLength(2);
  expect(wires).toHaveLength(1);
});

test('an answer that comes twice is told once', async () => {
  const answer = line.ask({ type: 'start' });
  last().say({ type: 'ok', n: 1 });
  last().say({ type: 'ok', n: 1 });
  await answer;
  expect(heard.filter((one) => one.type === 'ok')).toHaveLength(1);
});

test('updates come once and in order', () => {
  [8, 8, 7, 9].forEach((number) => last().say(update(number)));
  expect(numbers()).toEqual([8, 9]);
});

test('a gap replaces the line, which asks for what is missing', () => {
  last().say(update(8));
  last().say(update(10));
  expect(numbers()).toEqual([8]);
  expect(wires).toHaveLength(2);
  last().accept();
  expect(last().sent[0]!.have).toBe(8);
  [9, 10].forEach((number) => last().say(update(number)));
  expect(numbers()).toEqual([8, 9, 10]);
});

test('a fresh welcome counts from its own number, also backwards', () => {
  last().say(welcome(3));
  last().say(update(4));
  expect(numbers()).toEqual([4]);
});

test('silence is asked after, and then the socket is replaced without waiting for it to close', () => {
  vi.advanceTimersByTime(PING_AFTER + 500);
  expect(last().asked('ping').length).toBeGreaterThanOrEqual(2);
  vi.advanceTimersByTime(SILENCE - PING_AFTER);
  expect(states.at(-1)).toBe('lost');
  expect(wires[0]!.closed).toBe(true);
  vi.advanceTimersByTime(500);
  expect(wires).toHaveLength(2);
});

test('attempts wait longer and longer, and a line that works starts afresh', () => {
  const waits: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    last().onclose?.();
    const [before, count] = [Date.now(), wires.length];
    while (wires.length === count) vi.advanceTimersByTime(100);
    waits.push(Date.now() - before);
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 4000, 4000]);
  last().accept();
  last().say({ type: 'pong', at: Date.now(), now: Date.now() });
  last().onclose?.();
  vi.advanceTimersByTime(500);
  expect(states.at(-1)).toBe('lost');
  expect(wires).toHaveLength(8);
});

test('a server that says goodbye is visited again when it asked for it', () => {
  last().say({ type: 'bye', code: 'restart', why: 'an update', come_back_in: 3000 });
  vi.advanceTimersByTime(2900);
  expect(wires).toHaveLength(1);
  vi.advanceTimersByTime(200);
  expect(wires).toHaveLength(2);
});

test('a server that says goodbye for good is left alone', () => {
  last().say({ type: 'bye', code: 'gone', why: 'closed', come_back_in: null });
  vi.advanceTimersByTime(60000);
  expect(wires).toHaveLength(1);
  expect(states.at(-1)).toBe('closed');
});

test('the clock follows the quickest answer', () => {
  expect(line.offset).toBe(5000);
  const sent = Date.now();
  vi.advanceTimersByTime(100);
  last().say({ type: 'pong', at: sent, now: sent + 50 + 1000 });
  expect(line.offset).toBe(1000);
  last().say({ type: 'pong', at: sent - 400, now: sent + 9000 });
  expect(line.offset).toBe(1000);
});

const said = (at: number, text: string): unknown => ({ type: 'chat', at, name: 'Ana', text, reaction: '' });
const lines = (): string[] => heard.flatMap((one) => (one.type === 'chat' ? [one.text] : []));

test('after a break the lines of chat since then come, and those of the last moment are not shown twice', () => {
  last().say(said(50, 'one'));
  last().say(said(60, 'two'));
  last().say(said(60, 'two'));
  last().onclose?.();
  vi.advanceTimersByTime(500);
  last().accept();
  expect(last().sent[0]).toMatchObject({ type: 'hello', have: 7, heard: 60 });
  for (const text of ['two', 'two', 'two', 'three']) last().say(said(60, text));
  last().say(said(70, 'four'));
  expect(lines()).toEqual(['one', 'two', 'two', 'two', 'three', 'four']);
});

test('who has heard nothing yet asks for every line; a fresh welcome brings its own', () => {
  last().onclose?.();
  vi.advanceTimersByTime(500);
  last().accept();
  expect(last().sent[0]).toMatchObject({ heard: 0 });
  last().say({ type: 'welcome', number: 9, now: 0, eyes: [], chat: [said(80, 'old')] });
  last().onclose?.();
  vi.advanceTimersByTime(500);
  last().accept();
  expect(last().sent[0]).toMatchObject({ heard: 80 });
  last().say(said(80, 'old'));
  expect(lines()).toEqual([]);
});
