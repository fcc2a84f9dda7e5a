// Plays games with the kernels of .wasm files: a job a line on standard input, its hash a line on standard output.
// Run by `compare.py`, with the same engine that the pages use.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Engine } from '../../web/src/lib/engine/engine.ts';

interface Job {
  file: string;
  entry: string;
  blank: string;
  count: number;
  seed: string;
  first: string;
  bots: number[];
}
const BOTS = 8;
const modules = new Map<string, WebAssembly.Module>();

function moduleOf(file: string): WebAssembly.Module {
  const known = modules.get(file) ?? new WebAssembly.Module(readFileSync(file));
  modules.set(file, known);
  return known;
}

function play({ file, entry, blank, count, seed, first, bots }: Job): { hash: string; moves: number } {
  const engine = new Engine(moduleOf(file));
  const { bytes, most_legal, work } = engine.about;
  const states = engine.room(count * bytes);
  const seats = engine.room(BOTS);
  const luck = engine.room(8);
  const moves = engine.room(2 * most_legal);
  const words = engine.room(8 * work);
  const made = engine.room(4 * count);
  const empty = Buffer.from(blank, 'hex');
  for (let k = 0; k < count; k++) engine.bytes(states + k * bytes, bytes).set(empty);
  engine.bytes(seats, BOTS).set(bots);
  const arrays = [states, count, seats, BOTS, luck, 2, moves, most_legal, words, work, made, count];
  engine.call(entry, ...arrays, BigInt(seed), BigInt(first), 0, count);
  const hash = createHash('sha256').update(engine.bytes(states, count * bytes)).update(engine.bytes(made, 4 * count));
  const numbers = new Int32Array(engine.bytes(made, 4 * count).slice().buffer);
  return { hash: hash.digest('hex'), moves: numbers.reduce((sum, one) => sum + one, 0) };
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    const began = performance.now();
    const found = play(JSON.parse(line) as Job);
    console.log(JSON.stringify({ ...found, seconds: (performance.now() - began) / 1000 }));
  } catch (error) {
    console.log(JSON.stringify({ hash: String(error), moves: 0, seconds: 0 }));
  }
}
