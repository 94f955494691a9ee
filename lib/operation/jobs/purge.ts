import 'server-only';
import { rollUpAdoptions } from '@/lib/admin/stats/mutations';
import { renewDomainKeys } from '@/lib/adoption/take/domain-keys';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { RETENTION_ROWS, type RetainedData } from '@/lib/operation/privacy/retention';

/** The number of rows that a purge deleted, by kind of data, and of the holds that it ended. */
type Purged = { deleted: Partial<Record<RetainedData, number>>; holds: number };

/**
 * Deletes what is older than its period (lib/operation/privacy/retention.ts), books the seats of expired holds as released, and
 * rolls up the statistics and brings keys of domains in line with the public suffix list. Safe to run at any time and concurrently.
 */
export async function purgeData(): Promise<Purged> {
  const holds = await releaseExpiredHolds();
  const deleted: Purged['deleted'] = {};
  for (const [data, { purge }] of RETENTION_ROWS) if (purge) deleted[data] = await purge();
  await renewDomainKeys();
  await rollUpAdoptions();
  return { deleted, holds };
}
