/** Who the people at the table in front of me are to me; what the blocked say is hidden. */
import { muted } from '../../lib/muted.svelte';
import { router } from '../../lib/router.svelte';
import type { SeatRelation } from '../../lib/wire';
import { companyApi } from './api';

let found = $state.raw<SeatRelation[]>([]);
let last = '';

async function load(table: string): Promise<void> {
  found = await companyApi.atTable(table);
  muted.block(found.filter((one) => one.relation === 'blocked').map((one) => one.name));
}

export const relations = {
  of(seat: number): SeatRelation | undefined {
    return found.find((one) => one.seat === seat);
  },
  /** Ask once for each set of people at a table. */
  follow(table: string, names: string[]): void {
    const key = `${table} ${names.join('\n')}`;
    if (router.isLocal || key === last) return;
    last = key;
    void load(table).catch(() => (last = ''));
  },
  /** Ask again: I have decided something. */
  renew(table: string): void {
    void load(table).catch(() => undefined);
  },
};
