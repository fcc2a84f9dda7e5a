/** The server of this device: Python with the sources of the real one, and the rules as WebAssembly. */
import { kernelsOf, type Kernels } from './kernels.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { readSaved, save } from './saved.ts';

interface Page {
  ask(number: number, method: string, path: string, body: Uint8Array, type: string): Promise<void>;
  connect(socket: number, table: string): Promise<void>;
  say(socket: number, text: string): void;
  hang_up(socket: number): void;
  save(): void;
}
interface Pyodide {
  unpackArchive(content: ArrayBuffer, format: string, options?: { extractDir: string }): void;
  runPython(code: string): void;
  pyimport(name: string): { boot(given: unknown): Promise<Page> };
}

const PACKED = '.packed';
const HOME = '/erre';
const tell = (message: FromWorker): void => postMessage(message);
const network = fetch.bind(self);

/** A file of the folder: the copy that was kept, or the server's. */
async function piece(address: string): Promise<Response> {
  const kept = typeof caches === 'undefined' ? undefined : await caches.match(address);
  const found = kept ?? (await network(address));
  if (!found.ok) throw new Error(`${address}: ${found.status}`);
  return found;
}

async function unpacked(address: string, type: string): Promise<Response> {
  const { body } = await piece(address + PACKED);
  return new Response(body?.pipeThrough(new DecompressionStream('gzip')) ?? null, { headers: { 'content-type': type } });
}

// Python's loader asks for its own files by their plain names.
self.fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  if (address.endsWith('pyodide.asm.wasm')) return unpacked(address, 'application/wasm');
  return init?.method === undefined || init.method === 'GET' ? piece(address) : network(input, init);
};

async function kernels(folder: string, files: string[]): Promise<Kernels[]> {
  const names = files.filter((name) => name.endsWith(`.wasm${PACKED}`) && !name.startsWith('pyodide'));
  const load = async (name: string): Promise<Kernels> => {
    const content = await unpacked(folder + name.slice(0, -PACKED.length), 'application/wasm');
    return kernelsOf(await WebAssembly.compile(await content.arrayBuffer()));
  };
  return Promise.all(names.map(load));
}

let saving: Promise<unknown> = Promise.resolve();

function post(kind: FromWorker['kind'] | 'save', ...values: unknown[]): void {
  if (kind === 'save') saving = saving.then(() => save(values[0] as Uint8Array)).catch(() => undefined);
  else tell({ kind, values } as unknown as FromWorker);
}

async function start(folder: string, files: string[]): Promise<Page> {
  const loader = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as {
    loadPyodide(options: { indexURL: string }): Promise<Pyodide>;
  };
  const [python, modules, saved, sources, wheel] = await Promise.all([
    loader.loadPyodide({ indexURL: folder }),
    kernels(folder, files),
    readSaved().catch(() => new Uint8Array()),
    piece(`${folder}erre.zip`).then((found) => found.arrayBuffer()),
    piece(`${folder}msgspec.whl`).then((found) => found.arrayBuffer()),
  ]);
  python.unpackArchive(sources, 'zip', { extractDir: HOME });
  python.unpackArchive(wheel, 'wheel');
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  return python.pyimport('erre.offline.boot').boot({ modules, saved, post });
}

let page: Promise<Page> | null = null;

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
  else found.save();
}

addEventListener('message', (event: MessageEvent<ToWorker>) => void hear(event.data));
