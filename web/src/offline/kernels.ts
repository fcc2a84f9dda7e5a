/** A game's `.wasm` as Python calls it (`erre.wasm.calls`): its description, its memory, its entry points. */
import { aboutOf } from '../lib/engine/about.ts';

const PAGE = 65536;
type Kernel = (...given: (number | bigint)[]) => number;

export interface Kernels {
  game: string;
  about: string;
  heap: number;
  room(end: number): void;
  bytes(at: number, end: number): Uint8Array;
  entry(name: string): (...given: number[]) => number;
}

export function kernelsOf(module: WebAssembly.Module): Kernels {
  const about = aboutOf(module);
  const { exports } = new WebAssembly.Instance(module);
  const memory = exports['memory'] as WebAssembly.Memory;
  return {
    game: about.game,
    about: JSON.stringify(about),
    heap: (exports['heap'] as WebAssembly.Global).value as number,
    room(end) {
      const lacking = end - memory.buffer.byteLength;
      if (lacking > 0) memory.grow(Math.ceil(lacking / PAGE));
    },
    bytes: (at, end) => new Uint8Array(memory.buffer, at, end - at),
    entry(name) {
      const kernel = exports[name] as Kernel;
      // An array is a pointer and its lengths; seeds are wider than a number.
      const wide = (about.entries[name] ?? []).flatMap(({ kind }) => [kind === 'i64', ...kind.split('[]').slice(1).map(() => false)]);
      if (!wide.includes(true)) return kernel;
      return (...given) => kernel(...given.map((one, at) => (wide[at] ? BigInt(one) : one)));
    },
  };
}
