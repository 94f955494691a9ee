import 'server-only';
import { sql } from '@/db/client';
import type { SponsorScope } from '@/lib/identity/session';

/** Returns true while a payment of the adoption was started and is not settled. */
export async function isBeingConfirmed({ accountId }: SponsorScope, billingId: string): Promise<boolean> {
  const [row] = await sql()<{ found: boolean }[]>`
    select exists (select from payments where billing_id = ${billingId} and user_id = ${accountId} and status = 'started') as found`;
  return row!.found;
}
