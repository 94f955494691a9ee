import 'server-only';
import { sql } from '@/db/client';
import { describeError, log } from '@/lib/core/log';
import type { AlertKind } from './schema';

/** See the columns of the table `alerts`. */
type RaisedAlert = {
  kind: AlertKind;
  subject: string;
  value: number;
  most?: number;
  billingId?: string | null;
};

/**
 * Tells administrators about something unusual, or what changed about it. Quiet for QUIET_HOURS after one of them looked
 * at it. Never throws: what raised it has happened already.
 */
export async function raiseAlert({ kind, subject, value, most, billingId }: RaisedAlert): Promise<void> {
  try {
    await sql()`
      insert into alerts as a (kind, subject, value, most, billing_id)
      select ${kind}::text, ${subject}::text, ${value}::int, ${most ?? null}::int, ${billingId ?? null}::uuid
       where not exists (select from alerts where kind = ${kind} and subject = ${subject}
                            and looked_at > now() - ${QUIET_HOURS} * interval '1 hour')
          on conflict (kind, subject) where looked_at is null
          do update set value = excluded.value, most = excluded.most, last_at = now(),
                        billing_id = coalesce(excluded.billing_id, a.billing_id)`;
  } catch (error) {
    log.warn('alert_not_raised', { kind, ...describeError(error) });
  }
}

const QUIET_HOURS = 24;
/** Days for which an alert is kept after an administrator looked at it, and after it was raised if nobody did. */
export const ALERT_DAYS = { lookedAt: 90, open: 365 };

/** Deletes old alerts and returns their number. What administrators did with them stays in the audit log. */
export async function purgeAlerts(): Promise<number> {
  const { lookedAt, open } = ALERT_DAYS;
  const { count } = await sql()`
    delete from alerts where looked_at < now() - ${lookedAt} * interval '1 day'
                          or last_at < now() - ${open} * interval '1 day'`;
  return count;
}
