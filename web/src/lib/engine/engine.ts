/**
 * A game's kernels from its `.wasm`: memory, records and calls. It knows no rule and no game; everything that it needs
 * to know is in the module's description. Only for what one device does by itself, such as checking a finished record:
 * the truth of a shared table stays on the server.
 */
import { aboutOf, type About, type Field } from './about.ts';

type Kernel = (...given: (number | bigint)[]) => number;
type Numbers = Int8Array | Int16Array | Int32Array;
const ALIGN = 16;
const PAGE = 65536;

export class Engine {
  readonly about: About;
  private readonly memory: WebAssembly.Memory;
  private readonly exports: WebAssembly.Exports;
  private top: number;

  constructor(module: WebAssembly.Module) {
    this.about = aboutOf(module);
    this.exports = new WebAssembly.Instance(module).exports;
    this.memory = this.exports['memory'] as WebAssembly.Memory;
    this.top = (this.exports['heap'] as WebAssembly.Global).value as number;
  }

  /** Call an entry point. A raise in a rule is a RuntimeError. */
  call(name: string, ...given: (number | bigint)[]): number {
    const kernel = this.exports[name];
    if (typeof kernel !== 'function') throw new Error(`${this.about.game} has no entry point ${name}`);
    return (kernel as Kernel)(...given);
  }

  /** Memory that is kept for as long as the engine is, all zero. */
  room(bytes: number): number {
    const at = this.top;
    this.top = Math.ceil((at + bytes) / ALIGN) * ALIGN;
    const lacking = this.top - this.memory.buffer.byteLength;
    if (lacking > 0) this.memory.grow(Math.ceil(lacking / PAGE));
    return at;
  }

  /** Bytes of the memory; to be taken again after `room`, which may move it. */
  bytes(at: number, count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, count);
  }

  shorts(at: number, count: number): Int16Array {
    return new Int16Array(this.memory.buffer, at, count);
  }

  /** A new record, all zero. */
  record(): number {
    return this.room(this.about.bytes);
  }

  /** The numbers of a field of a record, to be read and written. */
  field(record: number, name: string): Numbers {
    const field = this.about.fields[name];
    if (!field) throw new Error(`${this.about.game} has no field ${name}`);
    return numbersAt(this.memory.buffer, record + field.at, field);
  }
}

function numbersAt(memory: ArrayBuffer, at: number, { kind, shape }: Field): Numbers {
  const count = shape.reduce((product, size) => product * size, 1);
  if (kind === 'i8') return new Int8Array(memory, at, count);
  return kind === 'i16' ? new Int16Array(memory, at, count) : new Int32Array(memory, at, count);
}
