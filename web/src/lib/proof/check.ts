/** Verify a deal: everything here is worked out in the page, from the bytes of a record alone. Nothing is asked of a server. */
import type { Values } from '../i18n';
import type { GameEvent } from '../wire';
import type { Deals } from './deals';
import { fitMoves, type Fit } from './fitting';
import { BadFile, readRecord, type GameRecord } from './record';
import { bytesOf, hex, sha256 } from './sha256';
import { compareShown } from './shown';
import type { ProofKey } from './texts';

export interface Finding {
  /** true: proven; false: refuted; null: said, and not proven. */
  good: boolean | null;
  key: ProofKey;
  values: Values;
}
export interface Checked {
  verdict: 'proven' | 'broken';
  findings: Finding[];
  record: GameRecord | null;
  deals: Deals | null;
}
export interface Around {
  /** What this device noted before the first card, if it was there. */
  noted?: string | null;
  /** The events of the whole replay, every hand open, as the page shows them. */
  events?: GameEvent[];
}

const finding = (good: boolean | null, key: ProofKey, values: Values = {}): Finding => ({ good, key, values });

/** What is worked out from the key, in words. */
function aboutDeals(deals: Deals): Finding {
  switch (deals.game) {
    case 'rage':
      return finding(true, 'dealtRage', { n: deals.rounds.length });
    case 'rurare':
      return finding(true, 'dealtRurare', { n: deals.pile.length });
    case 'rummy':
      return finding(true, 'dealtRummy', { n: deals.hands.length });
    case 'rok':
      return finding(true, 'dealtRok', { n: deals.thrown.length });
  }
}

const LEFT: Record<Deals['game'], ProofKey> = { rage: 'leftRage', rurare: 'leftRurare', rummy: 'leftRummy', rok: 'leftRok' };

function aboutMoves(fit: Fit, all: number): Finding[] {
  if (fit.misfit > 0) return [finding(false, 'misfit', { n: fit.misfit })];
  const found = fit.compared > 0 ? [finding(true, 'fits', { n: fit.compared })] : [];
  if (fit.deals.game === 'rummy' && fit.followed < all) found.push(finding(null, 'followed', { n: fit.followed }));
  return found;
}

function checkRead(record: GameRecord, around: Around): { findings: Finding[]; deals: Deals | null } {
  const findings: Finding[] = [];
  const [key, salt] = [bytesOf(record.key, 32), bytesOf(record.salt, 32)];
  if (!key || !salt) return { findings: [finding(false, 'noKey')], deals: null };
  const kept = hex(sha256(Uint8Array.from([...key, ...salt]))) === record.commitment.toLowerCase();
  findings.push(finding(kept, kept ? 'promiseKept' : 'promiseBroken'));
  if (around.noted) {
    const same = around.noted.toLowerCase() === record.commitment.toLowerCase();
    findings.push(finding(same, same ? 'notedSame' : 'notedOther'));
  } else {
    findings.push(finding(null, 'notNoted'));
  }
  findings.push(record.sealed ? finding(true, 'sealed') : finding(null, 'unsealed'));
  if (record.given) return { findings: [...findings, finding(null, 'given')], deals: null };
  const fit = fitMoves(key, record);
  if (!fit) return { findings: [...findings, finding(null, 'unknownGame')], deals: null };
  findings.push(aboutDeals(fit.deals), ...aboutMoves(fit, record.moves.length));
  if (around.events) {
    const { same, pieces } = compareShown(fit.deals, around.events);
    findings.push(finding(same, same ? 'shownSame' : 'shownOther', { n: pieces }));
  }
  findings.push(finding(null, LEFT[fit.deals.game]));
  return { findings, deals: fit.deals };
}

/** Look at a record file, byte by byte. */
export function checkRecord(bytes: Uint8Array, around: Around = {}): Checked {
  let record: GameRecord;
  try {
    record = readRecord(bytes);
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    return { verdict: 'broken', findings: [finding(false, error.code, { line: error.line })], record: null, deals: null };
  }
  const { findings, deals } = checkRead(record, around);
  const verdict = findings.some((one) => one.good === false) ? 'broken' : 'proven';
  return { verdict, findings, record, deals };
}
