/** What the rules say to the moves of a record, as findings of its proof. */
import { finding, type Checked, type Finding } from '../proof/check';
import type { Judged } from './replay.ts';

/** `reason` says why a move is refused, in the reader's words. */
export function findingsOf(judged: Judged, reason = ''): Finding[] {
  if (judged.kind === 'illegal') {
    const n = (judged.moves ?? 0) + 1;
    return [reason ? finding(false, 'moveRefused', { n, why: reason }) : finding(false, 'moveIllegal', { n })];
  }
  if (judged.kind === 'unread') return [finding(null, 'movesUnread', { n: judged.moves + 1 })];
  if (judged.kind === 'unknown') return []; // what only the rules can tell stays open
  const legal = finding(true, 'movesLegal', { n: judged.moves });
  if (judged.outcome === 'broken off') return [legal];
  return [legal, judged.outcome === 'true' ? finding(true, 'outcomeTrue') : finding(false, 'outcomeFalse')];
}

/** What was checked, with what the rules say. */
export function joined(checked: Checked, judged: Judged, reason = ''): Checked {
  const found = findingsOf(judged, reason);
  // Once the moves are judged, nothing is left for the rules to tell.
  const before = judged.kind === 'legal' ? checked.findings.filter((one) => one.key !== 'left') : checked.findings;
  const verdict = found.some((one) => one.good === false) ? 'broken' : checked.verdict;
  return { ...checked, verdict, findings: [...before, ...found] };
}
