/** Whether the moves of a record are legal, as findings of its proof. Loaded only where somebody verifies a record. */
import type { GameState } from '../proof/record';
import { bytesOf } from '../proof/sha256';
import type { Judged } from './replay.ts';
import type { Answer } from './worker.ts';

/** Milliseconds that the worker gets; a record takes a few. */
const PATIENCE = 20_000;

/** The worker with the rules. */
export class Judge {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  /** Resolves when all that is needed was loaded, or cannot be. */
  readonly ready = this.answer();

  /** What the kernels say to the moves of a record. */
  async judge(record: GameState): Promise<Judged> {
    const key = bytesOf(record.key, 32);
    if (!key || record.given) return { kind: 'unknown' };
    await this.ready;
    return this.ask(record, key);
  }

  close(): void {
    this.worker.terminate();
  }

  private async ask(record: GameState, key: Uint8Array): Promise<Judged> {
    const said = this.answer();
    this.worker.postMessage({ record, key });
    const found = await said;
    return found.kind === 'ready' ? { kind: 'unknown' } : found;
  }

  /** The next thing that the worker says. */
  private answer(): Promise<Answer> {
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve({ kind: 'unknown' }), PATIENCE);
      const settle = (said: Answer): void => {
        clearTimeout(late);
        resolve(said);
      };
      this.worker.onerror = () => settle({ kind: 'unknown' });
      this.worker.onmessage = (event: MessageEvent<Answer>) => settle(event.data);
    });
  }
}
