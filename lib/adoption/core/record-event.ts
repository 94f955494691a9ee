import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { billingEvents, billings } from '@/db/schema';
import type { AdoptionEventName } from '@/db/schema/adoption-events';
import { actorOf, type AdoptionScope } from './access';

/**
 * Records what the sponsor of an adoption did that leaves its state as it is: the event, and the next version of the adoption. The
 * caller has locked its row or written to it in this transaction, so that nothing ends the adoption meanwhile.
 * @param detail of the event, as the history shows it
 */
export async function recordEvent(
  tx: Database,
  scope: AdoptionScope,
  billingId: string,
  event: AdoptionEventName,
  detail?: Record<string, unknown>,
): Promise<void> {
  const [row] = await tx
    .update(billings)
    .set({ version: sql`${billings.version} + 1` })
    .where(eq(billings.id, billingId))
    .returning({ state: billings.state });
  const { state } = row!;
  await tx
    .insert(billingEvents)
    .values({ billingId, event, fromState: state, toState: state, detail, ...actorOf(scope) });
}
