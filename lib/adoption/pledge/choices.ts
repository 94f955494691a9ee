import 'server-only';
import { and, eq } from 'drizzle-orm';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billings } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { transaction } from '@/db/transaction';
import { CHOICES_MADE } from '@/lib/platform/limits';
import { limiter } from '@/lib/platform/rate-limit';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { recordEvent } from '@/lib/adoption/core/record-event';
import { VISIBLE_STATES } from '@/lib/adoption/core/rules';

/** What a sponsor can choose for an adoption and withdraw again, with the events of both. */
const CHOICES = {
  /**
   * The public pages of the institutes may name the company. They show only adopted seats, so a cancelled or lapsed adoption
   * is not named whatever the value is.
   */
  company: {
    column: 'showCompany',
    states: VISIBLE_STATES,
    events: { true: 'company_shown', false: 'company_hidden' },
    made: limiter('company_shown', CHOICES_MADE),
  },
  /** The sponsor wants to support the places until their courses end. */
  commitment: {
    column: 'isCommitted',
    states: ADOPTED_STATES,
    events: { true: 'committed', false: 'commitment_withdrawn' },
    made: limiter('committed', CHOICES_MADE),
  },
} as const;

/** The result of setChoice. */
type ChoiceResult =
  | { ok: true }
  | { ok: false; code: 'own_adoption.not_found' }
  | { ok: false; code: 'request.too_many'; retryAfterSeconds: number };

/**
 * Records a choice of the sponsor for an adoption, with the event and the next version of the adoption; setting the current
 * value again writes nothing. Choosing is limited, so that the history cannot be filled; withdrawing never is.
 * @returns 'own_adoption.not_found' for an id outside the scope, 'request.too_many' above CHOICES_MADE
 */
export async function setChoice(
  scope: AdoptionScope,
  billingId: string,
  choice: keyof typeof CHOICES,
  value: boolean,
): Promise<ChoiceResult> {
  const { column, states, events, made } = CHOICES[choice];
  const isOwn = and(eq(billings.id, billingId), ownedBy(scope), hasState(billings, states));
  const [current] = await db().select({ value: billings[column] }).from(billings).where(isOwn);
  if (!current) return { ok: false, code: 'own_adoption.not_found' };
  if (value && !current.value) {
    const allowed = await made.consume(billingId);
    if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  }
  return transaction(async (tx): Promise<{ ok: true }> => {
    const [changed] = await tx
      .update(billings)
      .set({ [column]: value })
      .where(and(isOwn, eq(billings[column], !value)))
      .returning({ id: billings.id });
    if (changed) await recordEvent(tx, scope, billingId, events[`${value}`]);
    return { ok: true };
  });
}
