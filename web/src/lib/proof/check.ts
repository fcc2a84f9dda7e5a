/** Verify a deal: everything here is worked out in the page, from the bytes of a record alone. Nothing is asked of a server. */
import { declarationOf } from '../games';
import type { Values } from '../i18n';
import type { GameEvent } from '../wire';
import { said, type Dealt, type DealsModule, type Said } from './deals';
import { BadFile, readRecord, type GameState } from './record';
import { bytesOf, hex, sha256 } from './sha256';
import { proofTexts, type ProofKey } from './texts';

export interface Finding extends Said {
  /** true: proven; false: refuted; null: said, and not proven. */
  good: boolean | null;
  key: ProofKey | 'dealt' | 'left' | 'stopped';
}
export interface Checked {
  verdict: 'proven' | 'broken';
  findings: Finding[];
  record: GameState | null;
  deals: Dealt | null;
}
export interface Around {
  /** What this device noted before the first card, if it was there. */
  noted?: string | null;
  /** The events of the whole replay, every hand open, as the page shows them. */
  events?: GameEvent[];
}

export const finding = (good: boolean | null, key: ProofKey, values: Values = {}): Finding => ({ good, key, ...said(proofTexts, key, values) });

function aboutPromise(record: GameState, key: Uint8Array, salt: Uint8Array, around: Around): Finding[] {
  const kept = hex(sha256(Uint8Array.from([...key, ...salt]))) === record.commitment.toLowerCase();
  const found = [finding(kept, kept ? 'promiseKept' : 'promiseBroken')];
  if (around.noted) {
    const same = around.noted.toLowerCase() === record.commitment.toLowerCase();
    found.push(finding(same, same ? 'notedSame' : 'notedOther'));
  } else {
    found.push(finding(null, 'notNoted'));
  }
  return [...found, record.sealed ? finding(true, 'sealed') : finding(null, 'unsealed')];
}

function aboutMoves(deals: Dealt): Finding[] {
  if (deals.fit.misfit > 0) return [finding(false, 'misfit', { n: deals.fit.misfit })];
  const found = deals.fit.compared > 0 ? [finding(true, 'fits', { n: deals.fit.compared })] : [];
  return deals.stopped ? [...found, { good: null, key: 'stopped', ...deals.stopped }] : found;
}

function aboutDeals(deals: Dealt, around: Around): Finding[] {
  const found: Finding[] = [{ good: true, key: 'dealt', ...deals.dealt }, ...aboutMoves(deals)];
  if (around.events) {
    const { same, pieces } = deals.compareShown(around.events);
    found.push(finding(same, same ? 'shownSame' : 'shownOther', { n: pieces }));
  }
  return [...found, { good: null, key: 'left', ...deals.left }];
}

/** How a game deals; null for one that is not known here. */
async function dealsOf({ game, seats }: GameState): Promise<DealsModule | null> {
  const declared = declarationOf(game);
  if (!declared?.deals || seats < declared.facts.least_seats || seats > declared.facts.most_seats) return null;
  return declared.deals();
}

async function checkRead(record: GameState, around: Around): Promise<{ findings: Finding[]; deals: Dealt | null }> {
  const [key, salt] = [bytesOf(record.key, 32), bytesOf(record.salt, 32)];
  if (!key || !salt) return { findings: [finding(false, 'noKey')], deals: null };
  const findings = aboutPromise(record, key, salt, around);
  if (record.given) return { findings: [...findings, finding(null, 'given')], deals: null };
  const deals = (await dealsOf(record))?.workOut(key, record) ?? null;
  if (!deals) return { findings: [...findings, finding(null, 'unknownGame')], deals: null };
  return { findings: [...findings, ...aboutDeals(deals, around)], deals };
}

/** Look at a record file, byte by byte. */
export async function checkRecord(bytes: Uint8Array, around: Around = {}): Promise<Checked> {
  let record: GameState;
  try {
    record = readRecord(bytes);
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    return { verdict: 'broken', findings: [finding(false, error.code, { line: error.line })], record: null, deals: null };
  }
  const { findings, deals } = await checkRead(record, around);
  const verdict = findings.some((one) => one.good === false) ? 'broken' : 'proven';
  return { verdict, findings, record, deals };
}
