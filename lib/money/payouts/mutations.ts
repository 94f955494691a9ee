import 'server-only';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { billings, payments, settlementDifferences } from '@/db/schema';
import { transaction } from '@/db/transaction';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { isUnanswered } from '@/lib/money/statements';

/**
 * Marks a difference from the settlement reports as explained, with its audit entry. It stays so as long as its amounts
 * stay the same.
 * @returns 'difference.gone' if somebody explained it already
 */
export const explainDifference = (
  scope: AdminScope,
  id: string,
  reason: string,
  database: Database = db(),
): Promise<{ ok: true } | { ok: false; code: 'difference.not_found' | 'difference.gone' }> =>
  transaction(async (tx) => {
    const [difference] = await tx
      .select({ ...getTableColumns(settlementDifferences), reference: billings.reference })
      .from(settlementDifferences)
      .leftJoin(billings, eq(billings.id, settlementDifferences.billingId))
      .where(eq(settlementDifferences.id, id))
      .for('no key update', { of: settlementDifferences });
    if (!difference) return { ok: false, code: 'difference.not_found' } as const;
    const { kind, entityId, billingId, reference, expectedPaise, reportedPaise, explainedAt } = difference;
    if (explainedAt) return { ok: false, code: 'difference.gone' } as const;
    await tx
      .update(settlementDifferences)
      .set({ reason, explainedBy: scope.adminId, explainedAt: sql`now()` })
      .where(eq(settlementDifferences.id, id));
    const after = { kind, transaction: entityId, amount_paise: reportedPaise ?? expectedPaise, reason };
    await recordAction(
      scope,
      {
        action: 'settlement.explained',
        subject: billingId ?? id,
        after: reference === null ? after : { ...after, reference },
      },
      tx,
    );
    return { ok: true } as const;
  }, database);

/**
 * Lets the job ask the gateway once more about a payment without a result, with its audit entry.
 * @returns 'payment.answered' if its result is known, or the job asks about it anyway
 */
export const checkPaymentAgain = (
  scope: AdminScope,
  id: string,
): Promise<{ ok: true } | { ok: false; code: 'payment.not_found' | 'payment.answered' }> =>
  transaction(async (tx) => {
    const [payment] = await tx
      .select({
        billingId: payments.billingId,
        amountPaise: payments.amountPaise,
        reference: billings.reference,
        isUnanswered: isUnanswered(payments),
      })
      .from(payments)
      .innerJoin(billings, eq(billings.id, payments.billingId))
      .where(eq(payments.id, id))
      .for('no key update', { of: payments });
    if (!payment) return { ok: false, code: 'payment.not_found' } as const;
    if (!payment.isUnanswered) return { ok: false, code: 'payment.answered' } as const;
    const { billingId, reference, amountPaise } = payment;
    await tx
      .update(payments)
      .set({ nextCheckAt: sql`now()` })
      .where(eq(payments.id, id));
    await recordAction(
      scope,
      { action: 'payment.checked', subject: billingId, after: { reference, amount_paise: amountPaise } },
      tx,
    );
    return { ok: true } as const;
  });
