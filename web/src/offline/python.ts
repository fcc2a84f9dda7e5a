/** Python in a worker: Pyodide with our sources and the rules as WebAssembly, from a folder or from a page that holds all. */
import { kernelsOf, type Kernels } from './kernels.ts';

export interface Pyodide {
  unpackArchive(content: ArrayBuffer, format: string, options?: { extractDir: string }): void;
  runPython(code: string): void;
  pyimport(name: string): unknown;
}
/** Where the files come from. */
export interface Files {
  /** How Python's loader begins the addresses of its files. */
  base: string;
  names: string[];
  open(name: string): Promise<Response>;
  /** An address from which a script can be imported. */
  script(name: string): Promise<string>;
}

const PACKED = '.packed';
const HOME = '/erre';
const LOADER = 'pyodide.mjs';
const ENGINE = 'pyodide.asm.mjs';
const network = fetch.bind(self);

/** Files of a folder of a server: the copies that were kept, or the server's. */
export function filesAt(folder: string, names: string[]): Files {
  async function open(name: string): Promise<Response> {
    const kept = typeof caches === 'undefined' ? undefined : await caches.match(folder + name);
    const found = kept ?? (await network(folder + name));
    if (!found.ok) throw new Error(`${folder + name}: ${found.status}`);
    return found;
  }
  return { base: folder, names, open, script: (name) => Promise.resolve(folder + name) };
}

/** Files that a page holds itself. Python's loader imports its engine by an address, which is put into its text. */
export function filesIn(held: Record<string, Blob>): Files {
  const address = (text: string): string => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const textOf = async (name: string): Promise<string> => (await held[name]?.text()) ?? '';
  return {
    base: 'https://page.invalid/',
    names: Object.keys(held),
    open: (name) => (held[name] ? Promise.resolve(new Response(held[name])) : Promise.reject(new Error(`no ${name}`))),
    async script(name) {
      const text = await textOf(name);
      return name === LOADER ? address(text.replace(`\${e.indexURL}${ENGINE}`, address(await textOf(ENGINE)))) : address(text);
    },
  };
}

async function unpacked(files: Files, name: string, type: string): Promise<Response> {
  const { body } = await files.open(name + PACKED);
  return new Response(body?.pipeThrough(new DecompressionStream('gzip')) ?? null, { headers: { 'content-type': type } });
}

async function kernels(files: Files): Promise<Kernels[]> {
  const names = files.names.filter((name) => name.endsWith(`.wasm${PACKED}`) && !name.startsWith('pyodide'));
  const load = async (name: string): Promise<Kernels> => {
    const content = await unpacked(files, name.slice(0, -PACKED.length), 'application/wasm');
    return kernelsOf(await WebAssembly.compile(await content.arrayBuffer()));
  };
  return Promise.all(names.map(load));
}

/** Start Python with our sources; the rules are not yet given to it. */
export async function startPython(files: Files): Promise<{ python: Pyodide; modules: Kernels[] }> {
  // Python's loader asks for its own files by their plain names.
  self.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const name = address.slice(address.lastIndexOf('/') + 1);
    if (name === 'pyodide.asm.wasm') return unpacked(files, name, 'application/wasm');
    return address.startsWith(files.base) && files.names.includes(name) ? files.open(name) : network(input, init);
  };
  const loader = (await import(/* @vite-ignore */ await files.script(LOADER))) as {
    loadPyodide(options: { indexURL: string }): Promise<Pyodide>;
  };
  const content = async (name: string): Promise<ArrayBuffer> => (await files.open(name)).arrayBuffer();
  const [python, modules, sources, wheel] = await Promise.all([
    loader.loadPyodide({ indexURL: files.base }),
    kernels(files),
    content('erre.zip'),
    content('msgspec.whl'),
  ]);
  python.unpackArchive(sources, 'zip', { extractDir: HOME });
  python.unpackArchive(wheel, 'wheel');
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  return { python, modules };
}
