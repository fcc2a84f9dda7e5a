/** What the operator's page asks. */
import { call } from '../../lib/api';
import type { BanWish, Found, Overview, RecoveryLink } from '../../lib/wire';

const part = encodeURIComponent;
const BASE = '/api/operator';

export const operatorApi = {
  enter: (word: string): Promise<unknown> => call('POST', `${BASE}/enter`, { word }),
  leave: (): Promise<unknown> => call('POST', `${BASE}/leave`),
  overview: (): Promise<Overview> => call('GET', BASE),
  people: (name: string): Promise<Found[]> => call('GET', `${BASE}/people?name=${part(name)}`),
  rename: (person: string, name: string): Promise<unknown> => call('POST', `${BASE}/people/${part(person)}/rename`, { name }),
  recover: (person: string): Promise<RecoveryLink> => call('POST', `${BASE}/people/${part(person)}/recover`),
  ban: (person: string, wish: BanWish): Promise<unknown> => call('POST', `${BASE}/people/${part(person)}/ban`, wish),
  liftBan: (ban: string): Promise<unknown> => call('DELETE', `${BASE}/bans/${part(ban)}`),
  judgePuzzle: (puzzle: string, is_offered: boolean): Promise<unknown> => call('POST', `${BASE}/puzzles/${part(puzzle)}`, { is_offered }),
  closeTable: (table: string): Promise<unknown> => call('DELETE', `${BASE}/tables/${part(table)}`),
  resolve: (report: string, answer: string): Promise<unknown> => call('POST', `${BASE}/reports/${part(report)}`, { answer }),
  refuseName: (pattern: string): Promise<unknown> => call('POST', `${BASE}/names`, { pattern }),
  allowName: (pattern: string): Promise<unknown> => call('DELETE', `${BASE}/names/${part(pattern)}`),
  announce: (text: string, hours: number): Promise<unknown> => call('PUT', `${BASE}/announcement`, { text, hours }),
  withdraw: (): Promise<unknown> => call('DELETE', `${BASE}/announcement`),
  backUp: (): Promise<unknown> => call('POST', `${BASE}/backups`),
  deleteBackup: (name: string): Promise<unknown> => call('DELETE', `${BASE}/backups/${part(name)}`),
  backupPath: (name: string): string => `${BASE}/backups/${part(name)}`,
};

/** What a section of the page does: an action, after which the page is read again. */
export type Act = (what: () => Promise<unknown>) => Promise<boolean>;
