import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { hasOpenPayment } from '@/db/payment-conditions';
import { billings, payments } from '@/db/schema';
import { PAID_STATES } from '@/db/schema/billing-states';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { HttpError } from '@/lib/platform/errors';
import { PAYMENT_CHECKS } from '@/lib/platform/limits';
import { limiter } from '@/lib/platform/rate-limit';
import { PROVIDER_NAMES, providerNamed } from './provider';
import type { PaymentState } from './gateway/types';
import type { PaymentStatusNow } from './schema';
import { checkPayment, closePayments, type SettleOptions } from './settle';
import { findOpenPayments, noteAtBank } from './statements';

const checks = limiter('payment_checks', { ...PAYMENT_CHECKS, points: 'payment_checks' });

/**
 * Counts a payment or a check of an adoption. Throws HttpError 404 without counting if the scope has no such adoption,
 * otherwise a stranger could use up the checks of its holder; 429 above PAYMENT_CHECKS.
 */
export async function allowPaymentCheck(scope: AdoptionScope, billingId: string): Promise<void> {
  if (!(await readPaymentStatus(scope, billingId))) throw new HttpError('own_adoption.not_found');
  const allowed = await checks.consume(billingId);
  if (!allowed.ok) throw new HttpError('request.too_many', { retryAfterSeconds: allowed.retryAfterSeconds });
}

/**
 * Asks the provider about the open payment of an adoption and records the result.
 * @returns the status afterwards, 'begun' while its page takes money and none is known; null if the scope has no such
 * adoption
 */
export async function checkBilling(
  scope: AdoptionScope,
  billingId: string,
  options: SettleOptions = {},
): Promise<PaymentStatusNow | null> {
  const before = await readPaymentStatus(scope, billingId);
  if (before !== 'pending') return before;
  for (const payment of await findOpenPayments(options.database ?? db(), eq(billings.id, billingId)))
    if (isUntouched(await checkPayment(payment, options))) return 'begun';
  return readPaymentStatus(scope, billingId);
}

const isUntouched = (state: PaymentState | null | undefined) => state?.status === 'pending' && state.next !== null;

/**
 * Closes the open payment of an adoption at its gateway, so that the sponsor can pay by another way. Money that arrived
 * is settled.
 * @returns the status afterwards: 'pending' if a payment is under way at the bank or the gateway could not be asked; null
 * if the scope has no such adoption
 */
export async function closeBilling(
  scope: AdoptionScope,
  billingId: string,
  options: SettleOptions = {},
): Promise<PaymentStatusNow | null> {
  const before = await readPaymentStatus(scope, billingId);
  if (before !== 'pending') return before;
  await closePayments(billingId, options);
  return readPaymentStatus(scope, billingId);
}

/**
 * Records that the sponsor came back from the gateway having paid, if the address that the gateway made says so. The
 * result itself is asked from the gateway.
 * @param query of the address
 */
export async function noteReturn(query: Readonly<Record<string, unknown>>, database = db()): Promise<void> {
  // The payment may have begun before PAYMENT_PROVIDER was changed.
  const paidIds = PROVIDER_NAMES.map((name) => providerNamed(name)?.paidOnReturn(query));
  const paymentId = paidIds.find((id) => !!id);
  if (paymentId) await noteAtBank(database, paymentId);
}

/** Returns what is known about the online payment of an adoption, or null if the scope has no such adoption. */
async function readPaymentStatus(scope: AdoptionScope, billingId: string): Promise<PaymentStatusNow | null> {
  const ofBilling = eq(payments.billingId, billings.id);
  const statuses = () => db().select({ status: payments.status }).from(payments);
  const newest = statuses()
    .where(ofBilling)
    .orderBy(sql`${payments.settledAt} desc nulls first`)
    .limit(1);
  const [row] = await db()
    .select({
      isPaid: sql<boolean>`${hasState(billings, PAID_STATES)}`,
      isOpen: hasOpenPayment(billings),
      newest: sql<string | null>`${newest}`,
    })
    .from(billings)
    .where(and(eq(billings.id, billingId), ownedBy(scope)));
  if (!row) return null;
  if (row.isPaid) return 'paid';
  if (row.isOpen) return 'pending';
  return row.newest === 'refund_due' || row.newest === 'failed' ? row.newest : 'none';
}
