import 'server-only';
import type { SQL } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { billings } from '@/db/schema';

/**
 * Locks several adoptions before a change of each, in the order of their ids: what others do meanwhile does not end in a
 * deadlock.
 * @param which a condition on `billings`
 */
export const lockBillings = (which: SQL, tx: Database): Promise<{ id: string; reference: string }[]> =>
  tx
    .select({ id: billings.id, reference: billings.reference })
    .from(billings)
    .where(which)
    .orderBy(billings.id)
    .for('no key update');
