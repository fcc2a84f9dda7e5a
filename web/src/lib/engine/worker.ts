/** Judges records away from the page. All modules are fetched at once, so that later no network is needed. */
import type { GameState } from '../proof/record';
import { Engine } from './engine.ts';
import { replay, type Judged } from './replay.ts';

export interface Asked {
  record: GameState;
  key: Uint8Array;
}
export type Answer = Judged | { kind: 'ready' };

/** The modules that the server has, by game; none where it was not built with them. */
async function load(): Promise<Map<string, WebAssembly.Module>> {
  const listed = (await (await fetch('/engine/index.json')).json()) as string[];
  const modules = new Map<string, WebAssembly.Module>();
  await Promise.all(
    listed.map(async (game) => {
      const content = await (await fetch(`/engine/${game}.wasm`)).arrayBuffer();
      modules.set(game, await WebAssembly.compile(content));
    }),
  );
  return modules;
}

const loaded = load().catch(() => new Map<string, WebAssembly.Module>());
const answer = (said: Answer): void => postMessage(said);
void loaded.then(() => answer({ kind: 'ready' }));

async function judged({ record, key }: Asked): Promise<Judged> {
  const module = (await loaded).get(record.game);
  return module ? replay(new Engine(module), record, key) : { kind: 'unknown' };
}

addEventListener('message', (event: MessageEvent<Asked>) => {
  // Where a kernel traps, nothing is known.
  judged(event.data).then(answer, () => answer({ kind: 'unknown' }));
});
