import 'server-only';
import { and, eq } from 'drizzle-orm';
import { hasState } from '@/db/conditions';
import { billings, changeRequests } from '@/db/schema';
import { transaction } from '@/db/transaction';
import type { Outcome } from '@/lib/platform/errors';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { recordEvent } from '@/lib/adoption/core/record-event';
import { VISIBLE_STATES } from '@/lib/adoption/core/rules';

/**
 * Records that the sponsor asks for a change of an adoption, for an administrator to answer: one request at a time, with
 * the event and the next version of the adoption.
 * @param message normalised by changeRequestSchema
 * @returns 'own_adoption.not_found' for an id outside the scope, 'own_adoption.request_open' while one is unanswered
 */
export const askForChange = (scope: AdoptionScope, billingId: string, message: string): Promise<Outcome<object>> =>
  transaction(async (tx): Promise<Outcome<object>> => {
    const [billing] = await tx
      .select({ id: billings.id })
      .from(billings)
      .where(and(eq(billings.id, billingId), ownedBy(scope), hasState(billings, VISIBLE_STATES)))
      .for('no key update');
    if (!billing) return { ok: false, code: 'own_adoption.not_found' };
    const recorded = await tx
      .insert(changeRequests)
      .values({ billingId, kind: 'wish', reason: message })
      .onConflictDoNothing()
      .returning({ id: changeRequests.id });
    if (recorded.length === 0) return { ok: false, code: 'own_adoption.request_open' };
    await recordEvent(tx, scope, billingId, 'change_asked');
    return { ok: true };
  });
