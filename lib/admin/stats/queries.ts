import 'server-only';
import { db } from '@/db/client';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { rollUpAdoptions } from './mutations';
import { toStats, type Stats } from './rules';
import { FAR_BEHIND, isFarBehind, readMonths } from './statements';

/**
 * Returns the dashboard statistics: adopted seats in total, by month and type, and their value in integer paise. The
 * cost does not depend on the number of billings: old events are rolled up, by this read if they have piled up.
 */
export async function readStats(_: AdminScope): Promise<Stats> {
  if (await isFarBehind(db(), FAR_BEHIND)) await rollUpAdoptions();
  const { thisMonth, rows } = await readMonths(db());
  return toStats(rows, thisMonth);
}
