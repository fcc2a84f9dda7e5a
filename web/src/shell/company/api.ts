/** What pages ask about other people. */
import { call } from '../../lib/api';
import type { Company, Opened, PersonLine, ReportWish, SeatRelation, Whom } from '../../lib/wire';

const part = encodeURIComponent;

export const companyApi = {
  company: (): Promise<Company> => call('GET', '/api/company'),
  named: (name: string): Promise<PersonLine> => call('GET', `/api/company/named/${part(name)}`),
  atTable: (table: string): Promise<SeatRelation[]> => call('GET', `/api/tables/${part(table)}/company`),
  befriend: (whom: Whom): Promise<unknown> => call('POST', '/api/company/friends', whom),
  unfriend: (person: string): Promise<unknown> => call('DELETE', `/api/company/friends/${part(person)}`),
  block: (whom: Whom): Promise<unknown> => call('POST', '/api/company/blocks', whom),
  unblock: (person: string): Promise<unknown> => call('DELETE', `/api/company/blocks/${part(person)}`),
  hide: (is_hidden: boolean): Promise<unknown> => call('PUT', '/api/company/presence', { is_hidden }),
  again: (person: string): Promise<Opened> => call('POST', '/api/company/again', { person }),
  invite: (person: string, table: string): Promise<unknown> => call('POST', '/api/invitations', { person, table }),
  accept: (invitation: string): Promise<Opened> => call('POST', `/api/invitations/${part(invitation)}/accept`),
  decline: (invitation: string): Promise<unknown> => call('DELETE', `/api/invitations/${part(invitation)}`),
  report: (wish: ReportWish): Promise<unknown> => call('POST', '/api/reports', wish),
};
