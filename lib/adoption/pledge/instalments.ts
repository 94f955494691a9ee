import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { endOfDay } from '@/db/conditions';
import { hasOpenPayment } from '@/db/payment-conditions';
import { billings } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { INSTALMENTS_CHOSEN } from '@/lib/platform/limits';
import { limiter } from '@/lib/platform/rate-limit';
import { readSettings } from '@/lib/settings/queries';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { recordEvent } from '@/lib/adoption/core/record-event';
import { isUnpaid } from './term-statements';

const perAdoption = limiter('instalments_chosen', INSTALMENTS_CHOSEN);

/** The result of chooseInstalments, with the largest number of parts. */
type ChooseResult =
  | { ok: true }
  | { ok: false; code: 'own_adoption.not_found' | 'own_adoption.instalments_late' }
  | { ok: false; code: 'own_adoption.instalments_range'; params: { max: number } }
  | { ok: false; code: 'request.too_many'; retryAfterSeconds: number };

/** The last day of the term, in India. */
const lastDay = sql`((${billings.dueAt} - interval '1 microsecond') at time zone 'Asia/Kolkata')::date`;

/**
 * Chooses in how many equal parts a pledge is paid: the first is due at the end of its term, each further one a month
 * later. Choosing the same again writes nothing.
 * @param parts 1: at once
 * @returns 'own_adoption.instalments_late' unless the adoption is a pledge with a term for which nobody has begun to pay
 */
export async function chooseInstalments(scope: AdoptionScope, billingId: string, parts: number): Promise<ChooseResult> {
  const isOwn = and(eq(billings.id, billingId), ownedBy(scope));
  const [found] = await db().select({ id: billings.id }).from(billings).where(isOwn);
  if (!found) return { ok: false, code: 'own_adoption.not_found' };
  const { maxInstalments: max } = await readSettings('terms');
  if (parts > max) return { ok: false, code: 'own_adoption.instalments_range', params: { max } };
  const allowed = await perAdoption.consume(billingId);
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  return transaction(async (tx): Promise<ChooseResult> => {
    const [adoption] = await tx
      .select({
        instalments: billings.instalments,
        mayChoose: sql<boolean>`(${billings.state} = 'pledged' and ${billings.dueAt} > now() and ${isUnpaid(billings)}
                                 and not ${hasOpenPayment(billings)})`,
      })
      .from(billings)
      .where(isOwn)
      .for('no key update', { of: billings });
    if (!adoption?.mayChoose) return { ok: false, code: 'own_adoption.instalments_late' };
    if ((adoption.instalments?.length ?? 1) === parts) return { ok: true };
    const days = sql`(select array_agg((${lastDay} + make_interval(months => month))::date order by month)
                        from generate_series(0, ${parts - 1}::int) as month)`;
    await tx
      .update(billings)
      .set({
        instalments: parts === 1 ? null : days,
        instalmentPaise: null,
        ...(parts > 1 && { dueAt: endOfDay(lastDay) }),
      })
      .where(eq(billings.id, billingId));
    await recordEvent(tx, scope, billingId, 'instalments_chosen', { parts });
    return { ok: true };
  });
}
