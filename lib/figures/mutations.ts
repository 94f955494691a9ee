import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { FOLD_EVENTS, runFold } from './statements';

/**
 * Folds all events that are complete into the tallies. Any number of callers may do it at once, also while seats are adopted.
 * @param connection the pool to use, if not the shared one
 * @param events how many one statement folds
 */
export async function foldTallies(connection: Sql = sql(), events = FOLD_EVENTS): Promise<void> {
  while (await runFold(connection, events));
}
