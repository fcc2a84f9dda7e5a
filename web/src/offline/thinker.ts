/** The worker in which bots think, so that the server's worker answers at once: Python with the same sources. */
import type { FromThinker, StartThinker, ToThinker } from './protocol.ts';
import { filesAt, startPython } from './python.ts';

interface Thinking {
  begin(modules: unknown): void;
  think(work: Uint8Array): { toJs(): Uint8Array; destroy(): void };
}

async function start({ folder, files, port }: StartThinker): Promise<void> {
  const tell = (message: FromThinker): void => port.postMessage(message);
  const { python, modules } = await startPython(filesAt(folder, files));
  const thinking = python.pyimport('erre.offline.thinker') as Thinking;
  thinking.begin(modules);
  port.onmessage = (event: MessageEvent<ToThinker>) => {
    const answer = thinking.think(event.data.work);
    tell({ kind: 'thought', number: event.data.number, answer: answer.toJs() });
    answer.destroy();
  };
  tell({ kind: 'ready' });
}

addEventListener('message', (event: MessageEvent<StartThinker>) => {
  // An error that nobody catches reaches the page, which tells the server to think by itself.
  start(event.data).catch((error: unknown) => setTimeout(() => reportError(error)));
});
