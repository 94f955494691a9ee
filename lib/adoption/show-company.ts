import 'server-only';
import { and, eq, ne, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingEvents, billings } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { COMPANY_SHOWN } from '@/lib/platform/limits';
import { limiter } from '@/lib/platform/rate-limit';
import { actorOf, ownedBy, type AdoptionScope } from './access';
import { VISIBLE_STATES } from './rules';

const shown = limiter('company_shown', COMPANY_SHOWN);

/** The result of setShowCompany. */
type ShowCompanyResult =
  | { ok: true }
  | { ok: false; code: 'own_adoption.not_found' }
  | { ok: false; code: 'request.too_many'; retryAfterSeconds: number };

/**
 * Records whether the sponsor allows the public pages of the institutes to name its company for this adoption, with the
 * event and the next version of the adoption; setting the current value again writes nothing. The pages show only adopted seats, so a cancelled or lapsed adoption is not named whatever the value is. Allowing is
 * limited, so that the history cannot be filled; withdrawing never is.
 * @returns 'own_adoption.not_found' for an id outside the scope, 'request.too_many' above COMPANY_SHOWN
 */
export async function setShowCompany(
  scope: AdoptionScope,
  billingId: string,
  show: boolean,
): Promise<ShowCompanyResult> {
  const isOwn = and(eq(billings.id, billingId), ownedBy(scope), hasState(billings, VISIBLE_STATES));
  const [current] = await db().select({ isShown: billings.showCompany }).from(billings).where(isOwn);
  if (!current) return { ok: false, code: 'own_adoption.not_found' };
  if (show && !current.isShown) {
    const allowed = await shown.consume(billingId);
    if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  }
  return transaction(async (tx): Promise<{ ok: true }> => {
    const [changed] = await tx
      .update(billings)
      .set({ showCompany: show, version: sql`${billings.version} + 1` })
      .where(and(isOwn, ne(billings.showCompany, show)))
      .returning({ state: billings.state });
    if (changed)
      await tx.insert(billingEvents).values({
        billingId,
        event: show ? 'company_shown' : 'company_hidden',
        fromState: changed.state,
        toState: changed.state,
        ...actorOf(scope),
      });
    return { ok: true };
  });
}
