import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { RETENTION_DAYS } from './rules';

/** Drafts that one statement deletes, so that none takes longer than a statement may. */
const BATCH = 1000;

/**
 * Deletes old drafts that nobody verified. A row is looked at again once it is locked, and one that somebody else has locked is
 * left for the next purge: it may be a draft whose code is being verified. One with a code that can still be typed is left as
 * well; createDraft never reuses a draft of this age, so none gets a new code (security 57).
 */
export const PURGE_DRAFTS = `
with stale as (select id from billings b
                where b.verified_at is null and b.state in ('draft', 'replaced')
                  and b.created_at < now() - interval '${RETENTION_DAYS} days'
                  and not exists (select from otp_challenges c
                                   where c.billing_id = b.id and c.consumed_at is null and c.expires_at > now())
                order by b.id limit ${BATCH} for update of b skip locked)
delete from billings where id in (select id from stale)`;

/** Deletes guests without a billing; one who is opening a draft at this moment holds a lock and stays. */
const PURGE_GUESTS = `
with idle as (select id from users u
               where u.kind = 'guest' and u.created_at < now() - interval '${RETENTION_DAYS} days'
                 and not exists (select from billings b where b.user_id = u.id)
               order by u.id limit ${BATCH} for update of u skip locked)
delete from users where id in (select id from idle)`;

/**
 * Forgets drafts that were never verified, older than RETENTION_DAYS, with their codes and events, and guests who have
 * nothing else. Whatever was verified stays, also a hold that ended or was replaced: only that can have payments, and
 * money may still arrive for it. Registered sponsors stay. Counters of limits that ran out go too. Safe at any moment, also
 * beside other purges.
 * @param connection the pool to use, if not the shared one
 * @returns how many billings and guests were removed
 */
export async function purgeUnverified(connection: Sql = sql()): Promise<{ billings: number; guests: number }> {
  const billings = await inBatches(connection, PURGE_DRAFTS);
  const guests = await inBatches(connection, PURGE_GUESTS);
  // `expire` is read again after waiting for a limit that opens a new window.
  await connection`delete from rate_limits where expire < now()`;
  return { billings, guests };
}

const FOREIGN_KEY_VIOLATION = '23503';

async function inBatches(connection: Sql, statement: string): Promise<number> {
  let removed = 0;
  for (;;) {
    try {
      const { count } = await connection.unsafe(statement);
      removed += count;
      if (count < BATCH) return removed;
    } catch (error) {
      // A guest whose first draft appeared meanwhile: the statement did nothing, and its next look finds the draft.
      if ((error as { code?: unknown }).code !== FOREIGN_KEY_VIOLATION) throw error;
    }
  }
}
