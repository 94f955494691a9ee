import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { rollUpAdoptions } from './mutations';
import { toStats, type Stats } from './rules';
import { FAR_BEHIND, runIsFarBehind, runRead } from './statements';

/**
 * Returns the dashboard statistics: adopted seats in total, by type and by month, and their value in integer paise. The
 * cost does not depend on the number of billings: old events are rolled up, by this read if they have piled up.
 * @param connection the pool to use, if not the shared one
 */
export async function readStats(_: AdminScope, connection: Sql = sql()): Promise<Stats> {
  if (await runIsFarBehind(connection, FAR_BEHIND)) await rollUpAdoptions(connection);
  const { thisMonth, rows } = await runRead(connection);
  return toStats(rows, thisMonth);
}
