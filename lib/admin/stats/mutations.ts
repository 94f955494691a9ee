import 'server-only';
import { db, type Database } from '@/db/client';
import { ROLL_UP_BATCH, rollUp } from './statements';

/**
 * Rolls all complete events up into the monthly totals. Safe to run concurrently, also while seats are being adopted.
 * @param database the pool to use, if not the shared one
 * @param events batch size of one statement
 */
export async function rollUpAdoptions(database: Database = db(), events = ROLL_UP_BATCH): Promise<void> {
  while (await rollUp(database, events));
}
