// Judges records with the rules of .wasm files: a job a line on standard input, what is found a line on standard output.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Engine } from '../../web/src/lib/engine/engine.ts';
import { replay } from '../../web/src/lib/engine/replay.ts';

for await (const line of createInterface({ input: process.stdin })) {
  const { file, record } = JSON.parse(line);
  const engine = new Engine(new WebAssembly.Module(readFileSync(file)));
  console.log(JSON.stringify(replay(engine, record, new Uint8Array(Buffer.from(record.key, 'hex')))));
}
