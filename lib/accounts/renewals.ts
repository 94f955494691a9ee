import 'server-only';
import { and, eq, exists, isNull, ne, not, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '@/db/client';
import { billings, renewalLines, reservations, users } from '@/db/schema';
import { mailboxOf } from '@/lib/platform/email';

/** A former e-mail address and the new one. */
type Emails = { former: string; email: string };

/**
 * Lets the renewals of an account follow it to another e-mail address: their seats are for whoever proves to own it.
 * Other reservations stay with the address that an administrator named.
 */
export const moveRenewals = (tx: Database, accountId: string, emails: Emails): Promise<void> =>
  moveThose(tx, eq(billings.userId, accountId), emails);

/**
 * Lets the renewals of a guest's adoption follow its contact to a corrected address. One that continues other adoptions as well
 * follows when the last of them is corrected. Those of an account follow the address of the account.
 */
export async function moveRenewalsOf(tx: Database, billingId: string, emails: Emails): Promise<void> {
  const others = alias(billings, 'others');
  const isElsewhere = exists(
    tx
      .select({ id: renewalLines.billingId })
      .from(renewalLines)
      .innerJoin(others, eq(others.id, renewalLines.billingId))
      .where(
        and(
          eq(renewalLines.reservationId, reservations.id),
          ne(others.id, billingId),
          sql`lower(${others.sponsor}->>'email') = lower(${emails.former})`,
        ),
      ),
  );
  const isGuest = sql`${billings.userId} in (select ${users.id} from ${users} where ${users.kind} = 'guest')`;
  await moveThose(tx, and(eq(billings.id, billingId), isGuest)!, emails, not(isElsewhere));
}

async function moveThose(tx: Database, whose: SQL, { former, email }: Emails, which?: SQL): Promise<void> {
  const ownRenewals = tx
    .select({ id: renewalLines.billingId })
    .from(renewalLines)
    .innerJoin(billings, eq(billings.id, renewalLines.billingId))
    .where(and(eq(renewalLines.reservationId, reservations.id), whose));
  await tx
    .update(reservations)
    .set({ holder: keyOf(email), email })
    .where(
      and(
        eq(reservations.kind, 'renewal'),
        isNull(reservations.endedAt),
        eq(reservations.holder, keyOf(former)),
        exists(ownRenewals),
        which,
      ),
    );
}

/** As limitKey of lib/adoption. */
const keyOf = (email: string) => `email:${mailboxOf(email)}`;
