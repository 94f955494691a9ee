import 'server-only';
import { and, eq } from 'drizzle-orm';
import { db } from '@/db/client';
import { payments } from '@/db/schema';
import type { SponsorScope } from '@/lib/accounts/session';

/** Returns true while a payment of the adoption was started and is not settled. */
export async function isBeingConfirmed({ accountId }: SponsorScope, billingId: string): Promise<boolean> {
  const open = and(eq(payments.billingId, billingId), eq(payments.userId, accountId), eq(payments.status, 'started'));
  return (await db().$count(payments, open)) > 0;
}
