/** The whole rules, for a page of proofs: in a worker of its own, from files that are kept, held or downloaded. */
import type { Judged } from '../lib/engine/replay.ts';
import type { Asked, Where } from './judgeWorker.ts';

export class WholeRules {
  private readonly started: Promise<unknown>;

  constructor(
    private readonly worker: Worker,
    where: Where,
  ) {
    this.started = this.ask({ where });
  }

  /** What the rules say to a record, given as its text. */
  async judge(text: string): Promise<Judged> {
    const started = (await this.started) as { kind: string };
    return started.kind === 'ready' ? ((await this.ask({ text })) as Judged) : { kind: 'unknown' };
  }

  close(): void {
    this.worker.terminate();
  }

  private ask(asked: Asked): Promise<unknown> {
    return new Promise((answer) => {
      this.worker.onmessage = (event: MessageEvent<unknown>) => answer(event.data);
      this.worker.onerror = (event) => answer({ kind: 'unknown', why: event.message });
      this.worker.postMessage(asked);
    });
  }
}

export const rulesAt = (folder: string, files: string[]): WholeRules =>
  new WholeRules(new Worker(new URL('./judgeWorker.ts', import.meta.url), { type: 'module' }), { folder, files });
