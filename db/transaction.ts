import 'server-only';
import { retryOnConflict } from './conflict';
import { db, type Database } from './client';

/*
 * The order of locks, for every transaction and every statement that locks more than one row, so that none waits for
 * another in a circle: what companies consist of, the register of an institute, the money of an institute, accounts (sponsor, person), codes,
 * adoption_entries, proposals by id, billings by id, the session of the acting administrator, companies, payments,
 * sessions, reservations by id with their seats, courses by id, the row that the action is about (receipt, refund,
 * request), the row of a guest, `unpaid_seats` by key,
 * `rate_limits`, the series of papers, the chain of the audit log. The administrator comes after the billings, so that closing an account does
 * not wait for an action that waits for an adoption.
 */

const ATTEMPTS = 3;

/**
 * Runs work in a transaction at READ COMMITTED: all of its statements have their effect, or none. After a deadlock, a
 * serialisation failure, or a unique or foreign key that a concurrent transaction violated, it runs again from the
 * beginning, three times in all: work changes nothing outside the transaction.
 * @param work throws to roll back
 * @returns what `work` returns
 */
export async function transaction<Result>(
  work: (tx: Database) => Promise<Result>,
  database: Database = db(),
): Promise<Result> {
  const done = await retryOnConflict(ATTEMPTS, async () => ({ result: await database.transaction(work) }));
  return done!.result;
}
