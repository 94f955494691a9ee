import 'server-only';
import { and, eq, exists, isNull } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { billings, renewalLines, reservations } from '@/db/schema';
import { mailboxOf } from '@/lib/platform/email';

/**
 * Lets the renewals of an account follow it to another e-mail address: their seats are for whoever proves to own it.
 * Other reservations stay with the address that an administrator named.
 * @param emails the former address and the new one
 */
export async function moveRenewals(
  tx: Database,
  accountId: string,
  emails: { former: string; email: string },
): Promise<void> {
  const own = tx
    .select({ id: renewalLines.billingId })
    .from(renewalLines)
    .innerJoin(billings, eq(billings.id, renewalLines.billingId))
    .where(and(eq(renewalLines.reservationId, reservations.id), eq(billings.userId, accountId)));
  await tx
    .update(reservations)
    .set({ holder: keyOf(emails.email), email: emails.email })
    .where(
      and(
        eq(reservations.kind, 'renewal'),
        isNull(reservations.endedAt),
        eq(reservations.holder, keyOf(emails.former)),
        exists(own),
      ),
    );
}

/** As limitKey of lib/adoption. */
const keyOf = (email: string) => `email:${mailboxOf(email)}`;
