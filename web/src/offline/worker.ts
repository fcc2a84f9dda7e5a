/** The server of this device: Python with the sources of the real one, and the rules as WebAssembly. */
import type { FromThinker, FromWorker, ToThinker, ToWorker } from './protocol.ts';
import { filesAt, startPython } from './python.ts';
import { readSaved, save, setAside } from './saved.ts';

interface Page {
  ask(number: number, method: string, path: string, body: Uint8Array, type: string): Promise<void>;
  connect(socket: number, table: string): Promise<void>;
  say(socket: number, text: string): void;
  hang_up(socket: number): void;
  save(): void;
  expect_thinker(): void;
  think_elsewhere(): void;
  thought(number: number, answer: Uint8Array): void;
  think_here(): void;
}

const tell = (message: FromWorker): void => postMessage(message);
let saving: Promise<unknown> = Promise.resolve();

let mayKeep = true; // false in a browser that keeps nothing, as some private windows do

let thinker: MessagePort | null = null; // to the worker in which bots think

function post(kind: FromWorker['kind'] | 'save' | 'think', ...values: unknown[]): void {
  if (kind === 'save' && !mayKeep) return;
  if (kind === 'think') thinker?.postMessage({ number: values[0], work: values[1] } as ToThinker);
  else if (kind === 'save') saving = saving.then(() => save(values[0] as Uint8Array)).catch(() => undefined);
  else tell({ kind, values } as unknown as FromWorker);
}

async function start(folder: string, files: string[]): Promise<Page> {
  const [{ python, modules }, saved] = await Promise.all([
    startPython(filesAt(folder, files)),
    readSaved().catch(() => ((mayKeep = false), new Uint8Array())),
  ]);
  const { boot } = python.pyimport('erre.offline.boot') as { boot(given: unknown): Promise<Page> };
  return boot({ modules, saved, post, setAside: () => setAside(saved) });
}

let page: Promise<Page> | null = null;

function useThinker(found: Page, port: MessagePort): void {
  thinker = port;
  found.expect_thinker();
  port.onmessage = (event: MessageEvent<FromThinker>) => {
    if (event.data.kind === 'ready') found.think_elsewhere();
    else found.thought(event.data.number, event.data.answer);
  };
}

async function hear(message: ToWorker): Promise<void> {
  if (message.kind === 'start') {
    page ??= start(message.folder, message.files);
    await page.then(
      () => tell({ kind: 'ready' }),
      (error: unknown) => tell({ kind: 'failed', why: String(error) }),
    );
    return;
  }
  const found = await page;
  if (!found) return;
  if (message.kind === 'ask') await found.ask(message.number, message.method, message.path, message.body, message.type);
  else if (message.kind === 'connect') await found.connect(message.socket, message.table);
  else if (message.kind === 'say') found.say(message.socket, message.text);
  else if (message.kind === 'hang_up') found.hang_up(message.socket);
  else if (message.kind === 'thinker') useThinker(found, message.port);
  else if (message.kind === 'think_here') found.think_here();
  else found.save();
}

addEventListener('message', (event: MessageEvent<ToWorker>) => void hear(event.data));
