import 'server-only';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { isConflict } from '@/db/conflict';
import { hasState } from '@/db/conditions';
import { adoptionEntries, billings, otpChallenges, papers, rateLimits, users } from '@/db/schema';
import { statesThat } from '@/db/schema/billing-states';
import { RETENTION_DAYS } from '@/lib/adoption/core/rules';

/** Rows per statement, to stay within the statement timeout. */
const BATCH = 400;

const MAYBE_UNVERIFIED = statesThat(({ verified }) => verified !== 'yes');
const RETENTION = sql.raw(`interval '${RETENTION_DAYS} days'`);

/**
 * Deletes old unverified drafts. Conditions are checked again after locking, and rows locked by others are skipped:
 * their code may be in verification. Drafts with a usable code are skipped as well; createDraft does not reuse drafts
 * of this age, so they get no new codes.
 * @returns their number, at most BATCH
 */
export async function purgeDrafts(database: Database): Promise<number> {
  const usableCode = sql`select from ${otpChallenges} where ${otpChallenges.billingId} = ${billings.id}
                            and ${otpChallenges.consumedAt} is null and ${otpChallenges.expiresAt} > now()`;
  const stale = database.$with('stale').as(
    database
      .select({ id: billings.id })
      .from(billings)
      .where(
        and(
          isNull(billings.verifiedAt),
          hasState(billings, MAYBE_UNVERIFIED),
          sql`${billings.createdAt} < now() - ${RETENTION}`,
          sql`not exists (${usableCode})`,
        ),
      )
      .orderBy(asc(billings.id))
      .limit(BATCH)
      .for('update', { of: billings, skipLocked: true }),
  );
  const ids = database.select({ id: stale.id }).from(stale);
  return (await database.with(stale).delete(billings).where(inArray(billings.id, ids))).count;
}

/** Deletes guests without a billing or a paper. Skips guests whose row is locked by a request that creates a draft. */
async function purgeGuests(database: Database): Promise<number> {
  const idle = database.$with('idle').as(
    database
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.kind, 'guest'),
          sql`${users.createdAt} < now() - ${RETENTION}`,
          sql`not exists (select from ${billings} where ${billings.userId} = ${users.id})`,
          // The adoptions of an annual statement may have moved to an account.
          sql`not exists (select from ${papers} where ${papers.userId} = ${users.id})`,
        ),
      )
      .orderBy(asc(users.id))
      .limit(BATCH)
      .for('update', { of: users, skipLocked: true }),
  );
  const ids = database.select({ id: idle.id }).from(idle);
  return (await database.with(idle).delete(users).where(inArray(users.id, ids))).count;
}

/**
 * Deletes unverified drafts older than RETENTION_DAYS with their codes and events, and guests without other data.
 * Verified adoptions stay, including holds that ended or were replaced: late payments may still arrive for them.
 * Registered sponsors stay. Safe to run at any time and concurrently.
 * @param database the pool to use instead of the shared one
 * @returns the numbers of deleted billings and guests
 */
export async function purgeUnverified(database: Database = db()): Promise<{ billings: number; guests: number }> {
  return {
    billings: await inBatches(() => purgeDrafts(database)),
    guests: await inBatches(() => purgeGuests(database)),
  };
}

/** Deletes entries of adoptions that were refused RETENTION_DAYS ago. Returns their number. */
export async function purgeEntries(): Promise<number> {
  const { count } = await db()
    .delete(adoptionEntries)
    .where(
      sql`${adoptionEntries.state} = 'refused' and ${adoptionEntries.decidedAt} < now() - ${RETENTION_DAYS}::int * interval '1 day'`,
    );
  return count;
}

/** Deletes expired rate limit counters. Returns their number. */
export async function purgeCounters(): Promise<number> {
  // After waiting for a row lock, Postgres checks `expire` again, so a limit with a new window stays.
  const { count } = await db()
    .delete(rateLimits)
    .where(sql`${rateLimits.expire} < now()`);
  return count;
}

async function inBatches(purge: () => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    try {
      const count = await purge();
      removed += count;
      if (count < BATCH) return removed;
    } catch (error) {
      // The guest got a first draft concurrently: nothing was deleted, and the next attempt skips the guest.
      if (!isConflict(error)) throw error;
    }
  }
}
