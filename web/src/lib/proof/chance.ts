/** A table's chance as `erre.core.chance` has it: ChaCha8 under a 256-bit key, counted word by word. Byte for byte the same. */

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const ROUNDS = 8;
const WORD = 4294967296;

const turned = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

function quarter(x: Uint32Array, a: number, b: number, c: number, d: number): void {
  x[a] = x[a]! + x[b]!;
  x[d] = turned(x[d]! ^ x[a]!, 16);
  x[c] = x[c]! + x[d]!;
  x[b] = turned(x[b]! ^ x[c]!, 12);
  x[a] = x[a]! + x[b]!;
  x[d] = turned(x[d]! ^ x[a]!, 8);
  x[c] = x[c]! + x[d]!;
  x[b] = turned(x[b]! ^ x[c]!, 7);
}

/** Block `number` of the stream: sixteen words. The counter has 64 bits, the nonce is zero. */
export function block(key: Uint8Array, number: number): Uint32Array {
  const words = new DataView(key.buffer, key.byteOffset, 32);
  const start = new Uint32Array(16);
  start.set(CONSTANTS);
  for (let i = 0; i < 8; i++) start[4 + i] = words.getUint32(4 * i, true);
  start[12] = number % WORD;
  start[13] = Math.floor(number / WORD);
  const x = start.slice();
  for (let i = 0; i < ROUNDS; i += 2) {
    quarter(x, 0, 4, 8, 12);
    quarter(x, 1, 5, 9, 13);
    quarter(x, 2, 6, 10, 14);
    quarter(x, 3, 7, 11, 15);
    quarter(x, 0, 5, 10, 15);
    quarter(x, 1, 6, 11, 12);
    quarter(x, 2, 7, 8, 13);
    quarter(x, 3, 4, 9, 14);
  }
  return x.map((word, i) => word + start[i]!);
}

export class Stream {
  /** Words drawn so far. */
  drawn = 0;
  #block: Uint32Array = new Uint32Array(16);

  constructor(readonly key: Uint8Array) {}

  next(): number {
    const at = this.drawn & 15;
    if (at === 0) this.#block = block(this.key, this.drawn / 16);
    this.drawn += 1;
    return this.#block[at]!;
  }

  /** A number from 0 to sides - 1, each equally likely: the few words that would favour one are passed over. */
  draw(sides: number): number {
    for (;;) {
      const product = this.next() * sides; // below 2^53, since no draw has more than 2^21 sides
      const low = product % WORD;
      if (low >= sides || low >= (WORD - sides) % sides) return Math.floor(product / WORD);
    }
  }

  /** Mix the pieces in place. */
  shuffle<T>(pieces: T[]): void {
    for (let last = pieces.length - 1; last > 0; last--) {
      const other = this.draw(last + 1);
      [pieces[last], pieces[other]] = [pieces[other]!, pieces[last]!];
    }
  }
}
