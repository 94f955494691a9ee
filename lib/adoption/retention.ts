import 'server-only';
import { sql } from '@/db/client';

/** Personal data of adoptions that nobody verified is kept this long, in days. */
export const RETENTION_DAYS = 30;

/**
 * Forgets drafts that were never verified, older than RETENTION_DAYS, with their codes and events, and guests who have
 * nothing else. Whatever was verified stays, also a hold that ended or was replaced: only that can have payments, and
 * money may still arrive for it. Registered sponsors stay. Counters of limits that ran out go too.
 * @returns how many billings and guests were removed
 */
export async function purgeUnverified(): Promise<{ billings: number; guests: number }> {
  const [row] = await sql()<{ billings: number; guests: number }[]>`
    with stale    as (select id, user_id from billings
                       where verified_at is null and created_at < now() - ${RETENTION_DAYS} * interval '1 day'),
         drafts   as (delete from billings where id in (select id from stale) returning id),
         guests   as (delete from users u
                       where u.kind = 'guest' and u.created_at < now() - ${RETENTION_DAYS} * interval '1 day'
                         and not exists (select from billings b where b.user_id = u.id and b.id not in (select id from stale))
                      returning id),
         counters as (delete from rate_limits where expire < now())
    select (select count(*) from drafts)::int as billings, (select count(*) from guests)::int as guests`;
  return row!;
}
