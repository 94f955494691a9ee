import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { stateList, statesThat } from '@/db/schema/billing-states';
import { isConflict } from '@/db/conflict';
import { RETENTION_DAYS } from './rules';

/** Rows per statement, to stay within the statement timeout. */
const BATCH = 1000;

/**
 * Deletes old unverified drafts. Conditions are checked again after locking, and rows locked by others are skipped:
 * their code may be in verification. Drafts with a usable code are skipped as well; createDraft does not reuse drafts
 * of this age, so they get no new codes.
 */
export const PURGE_DRAFTS = `
with stale as (select id from billings b
                where b.verified_at is null and b.state in (${stateList(statesThat(({ verified }) => verified !== 'yes'))})
                  and b.created_at < now() - interval '${RETENTION_DAYS} days'
                  and not exists (select from otp_challenges c
                                   where c.billing_id = b.id and c.consumed_at is null and c.expires_at > now())
                order by b.id limit ${BATCH} for update of b skip locked)
delete from billings where id in (select id from stale)`;

/** Deletes guests without a billing. Skips guests whose row is locked by a request that creates a draft. */
const PURGE_GUESTS = `
with idle as (select id from users u
               where u.kind = 'guest' and u.created_at < now() - interval '${RETENTION_DAYS} days'
                 and not exists (select from billings b where b.user_id = u.id)
               order by u.id limit ${BATCH} for update of u skip locked)
delete from users where id in (select id from idle)`;

/**
 * Deletes unverified drafts older than RETENTION_DAYS with their codes and events, and guests without other data.
 * Verified adoptions stay, including holds that ended or were replaced: late payments may still arrive for them.
 * Registered sponsors stay. Safe to run at any time and concurrently.
 * @param connection the pool to use instead of the shared one
 * @returns the numbers of deleted billings and guests
 */
export async function purgeUnverified(connection: Sql = sql()): Promise<{ billings: number; guests: number }> {
  const billings = await inBatches(connection, PURGE_DRAFTS);
  const guests = await inBatches(connection, PURGE_GUESTS);
  return { billings, guests };
}

/** Deletes expired rate limit counters. Returns their number. */
export async function purgeCounters(): Promise<number> {
  // After waiting for a row lock, Postgres checks `expire` again, so a limit with a new window stays.
  const { count } = await sql()`delete from rate_limits where expire < now()`;
  return count;
}

async function inBatches(connection: Sql, statement: string): Promise<number> {
  let removed = 0;
  for (;;) {
    try {
      const { count } = await connection.unsafe(statement);
      removed += count;
      if (count < BATCH) return removed;
    } catch (error) {
      // The guest got a first draft concurrently: nothing was deleted, and the next attempt skips the guest.
      if (!isConflict(error)) throw error;
    }
  }
}
