import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { ROLL_UP_BATCH, runRollUp } from './statements';

/**
 * Rolls all complete events up into the monthly totals. Safe to run concurrently, also while seats are being adopted.
 * @param connection the pool to use, if not the shared one
 * @param events batch size of one statement
 */
export async function rollUpAdoptions(connection: Sql = sql(), events = ROLL_UP_BATCH): Promise<void> {
  while (await runRollUp(connection, events));
}
