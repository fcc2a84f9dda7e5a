import { describe, expect, it } from 'vitest';
import { finding, type Checked } from '../proof/check';
import { said } from '../proof/deals';
import { proofTexts } from '../proof/texts';
import { joined } from './joined';

const left = { good: null, key: 'left' as const, ...said(proofTexts, 'given') };
const dealt: Checked = { verdict: 'proven', findings: [finding(true, 'promiseKept'), left], record: null, deals: null };
const keys = (checked: Checked): string[] => checked.findings.map((one) => one.key);

describe('what the rules say to the moves of a record', () => {
  it('takes the place of what only the rules could tell', () => {
    const found = joined(dealt, { kind: 'legal', moves: 12, outcome: 'true' });
    expect(found.verdict).toBe('proven');
    expect(keys(found)).toEqual(['promiseKept', 'movesLegal', 'outcomeTrue']);
  });
  it('breaks a proof with an illegal move, counted from one', () => {
    const found = joined(dealt, { kind: 'illegal', moves: 4 });
    expect(found.verdict).toBe('broken');
    expect(found.findings.at(-1)).toMatchObject({ key: 'moveIllegal', good: false, values: { n: 5 } });
  });
  it('says which rule a move breaks, where that is known', () => {
    const found = joined(dealt, { kind: 'illegal', moves: 4, rule: '§5.5', why: 'in English' }, '§5.5: Lay at least one tile.');
    expect(found.findings.at(-1)).toMatchObject({ key: 'moveRefused', values: { n: 5, why: '§5.5: Lay at least one tile.' } });
  });
  it('breaks a proof with an outcome that is not true', () => {
    expect(joined(dealt, { kind: 'legal', moves: 12, outcome: 'false' }).verdict).toBe('broken');
  });
  it('leaves a proof as it is where the rules are missing', () => {
    const found = joined(dealt, { kind: 'unknown' });
    expect(found.verdict).toBe('proven');
    expect(keys(found)).toEqual(['promiseKept', 'left']);
  });
});
