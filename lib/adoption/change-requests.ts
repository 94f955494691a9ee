import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { hasState } from '@/db/conditions';
import { billingEvents, billings, changeRequests } from '@/db/schema';
import { transaction } from '@/db/transaction';
import type { Outcome } from '@/lib/platform/errors';
import { actorOf, ownedBy, type AdoptionScope } from './access';
import { VISIBLE_STATES } from './rules';

/**
 * Records that the sponsor asks for a change of an adoption, for an administrator to answer: one request at a time, with
 * the event and the next version of the adoption.
 * @param message normalised by changeRequestSchema
 * @returns 'own_adoption.not_found' for an id outside the scope, 'own_adoption.request_open' while one is unanswered
 */
export const askForChange = (scope: AdoptionScope, billingId: string, message: string): Promise<Outcome<object>> =>
  transaction(async (tx): Promise<Outcome<object>> => {
    const [billing] = await tx
      .select({ state: billings.state })
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
    await tx
      .update(billings)
      .set({ version: sql`${billings.version} + 1` })
      .where(eq(billings.id, billingId));
    const { state } = billing;
    await tx
      .insert(billingEvents)
      .values({ billingId, event: 'change_asked', fromState: state, toState: state, ...actorOf(scope) });
    return { ok: true };
  });
