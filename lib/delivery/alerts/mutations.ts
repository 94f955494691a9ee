import 'server-only';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { alerts } from '@/db/schema';
import type { AlertKind } from '@/db/schema/enums';
import { describeError, log } from '@/lib/platform/log';

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
    const looked = and(
      eq(alerts.kind, kind),
      eq(alerts.subject, subject),
      gt(alerts.lookedAt, sql`now() - ${QUIET_HOURS} * interval '1 hour'`),
    );
    if ((await db().$count(alerts, looked)) > 0) return;
    const newest = { value, most: most ?? null, lastAt: sql`now()`, ...(billingId ? { billingId } : {}) };
    await db()
      .insert(alerts)
      .values({ kind, subject, ...newest })
      .onConflictDoUpdate({
        target: [alerts.kind, alerts.subject],
        targetWhere: isNull(alerts.lookedAt),
        set: newest,
      });
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
  const { count } = await db()
    .delete(alerts)
    .where(
      or(
        lt(alerts.lookedAt, sql`now() - ${lookedAt} * interval '1 day'`),
        lt(alerts.lastAt, sql`now() - ${open} * interval '1 day'`),
      ),
    );
  return count;
}
