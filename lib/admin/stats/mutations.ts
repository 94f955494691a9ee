import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { ROLL_UP_BATCH, runRollUp } from './statements';

/**
 * Folds all events that are complete into the tallies. Any number of callers may do it at once, also while seats are adopted.
 * @param connection the pool to use, if not the shared one
 * @param events how many one statement folds
 */
export async function rollUpAdoptions(connection: Sql = sql(), events = ROLL_UP_BATCH): Promise<void> {
  while (await runRollUp(connection, events));
}
