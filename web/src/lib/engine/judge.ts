/** Whether the moves of a record are legal, as findings of its proof. Loaded only where somebody verifies a record. */
import { finding, type Checked, type Finding } from '../proof/check';
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

  /** What was checked of a record, and what the rules say to its moves. */
  async withMoves(checked: Checked): Promise<Checked> {
    const key = checked.record && bytesOf(checked.record.key, 32);
    if (!checked.record || !key || checked.record.given) return checked;
    await this.ready;
    return joined(checked, await this.ask(checked.record, key));
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

export function findingsOf(judged: Judged): Finding[] {
  if (judged.kind === 'illegal') return [finding(false, 'moveIllegal', { n: judged.moves + 1 })];
  if (judged.kind === 'unread') return [finding(null, 'movesUnread', { n: judged.moves + 1 })];
  if (judged.kind === 'unknown') return []; // what only the rules can tell stays open
  const legal = finding(true, 'movesLegal', { n: judged.moves });
  if (judged.outcome === 'broken off') return [legal];
  return [legal, judged.outcome === 'true' ? finding(true, 'outcomeTrue') : finding(false, 'outcomeFalse')];
}

/** What was checked, with what the rules say. */
export function joined(checked: Checked, judged: Judged): Checked {
  const found = findingsOf(judged);
  // Once the moves are judged, nothing is left for the rules to tell.
  const before = judged.kind === 'legal' ? checked.findings.filter((one) => one.key !== 'left') : checked.findings;
  const verdict = found.some((one) => one.good === false) ? 'broken' : checked.verdict;
  return { ...checked, verdict, findings: [...before, ...found] };
}
