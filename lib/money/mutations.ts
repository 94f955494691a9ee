import 'server-only';
import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { billings } from '@/db/schema';
import { PAID_STATES, STATES, type BillingState } from '@/db/schema/billing-states';
import type { PaymentMethod } from '@/db/schema/enums';
import type { AdoptionScope } from '@/lib/adoption/core/access';
import { DeadlineError, withDeadline } from '@/lib/platform/deadline';
import { env } from '@/lib/platform/env';
import { describeError, log } from '@/lib/platform/log';
import { formatINR, toRupees } from '@/lib/platform/money';
import type { SponsorScope } from '@/lib/accounts/session';
import { freeProvider } from './free';
import { paymentProvider, providerNamed } from './provider';
import type { Charge, PaymentProvider, PaymentState } from './gateway/types';
import type { PaymentRequest } from './schema';
import { applyState, repeat } from './settle';
import { beginPayment, type BeginValues, type BegunPayment, type SettledPayment } from './statements';

/** Deadline for the provider, in milliseconds; the whole request has ten seconds. */
export const CHARGE_MS = 7000;

/** A paid adoption. */
type Paid = { transactionId: string; billingId: string; reference: string };

/** Where the sponsor pays. */
type NextStep = { kind: 'redirect'; url: string };

/** Why an adoption is not paid. */
type PaymentRefusal =
  | 'payment.key_reused'
  | 'payment.not_verified'
  | 'payment.hold_ended'
  | 'payment.method_required'
  | 'selection.changed'
  | 'payment.declined'
  | 'payment.too_large'
  | 'payment.not_payable'
  | 'payment.refund_due'
  | 'payment.failed';

/** `payment.pending`: the result follows, after the next step of the sponsor if there is one. */
export type PaymentOutcome =
  | ({ ok: true } & Paid)
  | { ok: false; code: PaymentRefusal; params?: { max: string } }
  | { ok: false; code: 'payment.pending'; billingId: string; next: NextStep | null };

type Options = {
  /** The Idempotency-Key of the request, if any. */
  key?: string | null;
  /** The provider for a new payment. */
  provider?: PaymentProvider | null;
  /** The pool to use instead of the shared one. */
  database?: Database;
};

/**
 * Pays for the held adoption of the sponsor. The payment is stored before the provider is called, and its id is the
 * idempotency key for the provider. A repeated request (from another tab, after a crash, or with the same
 * Idempotency-Key) therefore finds the same payment and completes it if it is still open: nothing is charged twice. A
 * paid adoption returns its transaction. After a failed payment the hold stays, and the next request without the key
 * creates a new payment. An adoption that costs nothing is completed without a gateway.
 * @returns 'payment.pending' if the provider responds later; 'payment.failed' if it does not respond or none is
 * configured; 'payment.too_large' before anything is begun
 */
export async function payForAdoption(
  scope: SponsorScope,
  request: PaymentRequest,
  { key = null, provider = paymentProvider(), database = db() }: Options = {},
): Promise<PaymentOutcome> {
  const chosen = request.totalPaise === 0 ? freeProvider : provider;
  if (!chosen) return refuse('payment.failed');
  if (chosen.maxPaise !== null && request.totalPaise > chosen.maxPaise) return tooLarge(chosen);
  const method = request.payment_method;
  const values = beginValues(scope, request, { provider: chosen, key });
  // A concurrent request created or completed a payment that the snapshot of this one does not contain. Both come from
  // one click: if this request created another payment after the first was declined, every click would charge again.
  let joins = false;
  const begun = await repeat(async () => {
    const found = await beginPayment(database, { ...values, joins });
    joins = isPaid(found.state) ? !found.transactionId : Boolean(found.isLive && method && !found.paymentId);
    return joins ? undefined : found;
  });
  const returnTo = `/dashboard/adoptions/${begun.billingId}`;
  return (
    refusalBefore(begun, method) ?? answerOf(begun) ?? chargeAndSettle(begun, { provider: chosen, database, returnTo })
  );
}

/**
 * Pays for one adoption from its own page: a live hold, or what is missing of a pledge during its term. Works like payForAdoption: an open
 * payment is continued, so a repeated request leads to the same page of the gateway.
 * @returns null if the scope has no such adoption; 'payment.not_payable' if it cannot be paid online now
 */
export async function payForBilling(
  scope: AdoptionScope,
  billingId: string,
  method: PaymentMethod,
  { provider = paymentProvider(), database = db() }: Pick<Options, 'provider' | 'database'> = {},
): Promise<PaymentOutcome | null> {
  const [billing] = await database
    .select({ totalPaise: billings.totalPaise })
    .from(billings)
    .where(eq(billings.id, billingId));
  const chosen = billing?.totalPaise === 0 ? freeProvider : provider;
  if (!chosen) return refuse('payment.failed');
  const begun = await repeat(async () => {
    const found = await beginPayment(database, { scope, billingId, method, ...termsOf(chosen) });
    // A concurrent request created a payment that the snapshot of this one does not contain.
    return found.isPayable && found.isWithinLimit && !found.paymentId ? undefined : found;
  });
  const { transactionId, reference, state } = begun;
  if (!reference) return null;
  if (!begun.paymentId) {
    if (isPaid(state) && transactionId) return { ok: true, transactionId, billingId, reference };
    return begun.isPayable ? tooLarge(chosen) : refuse('payment.not_payable');
  }
  const returnTo = 'billingId' in scope ? `/adoptions/${reference}` : `/dashboard/adoptions/${billingId}`;
  return chargeAndSettle(begun, { provider: chosen, database, returnTo });
}

const termsOf = ({ name: provider, isTest, maxPaise }: PaymentProvider) => ({ provider, isTest, maxPaise });

/** Returns the values of beginPayment for a request. */
export const beginValues = (
  scope: SponsorScope,
  request: PaymentRequest,
  { provider, key }: { provider: PaymentProvider; key: string | null },
) =>
  ({
    scope,
    method: request.payment_method,
    lines: request.selected_courses,
    totalPaise: request.totalPaise,
    key,
    requestHash: hashRequest(request),
    ...termsOf(provider),
  }) satisfies BeginValues;

/** Returns the first refusal, in the order given by A-62, or null. */
function refusalBefore(begun: BegunPayment, method: PaymentRequest['payment_method']): PaymentOutcome | null {
  if (begun.isKeyReused) return refuse('payment.key_reused');
  const { state, isLive, status } = begun;
  const isVerified = begun.paymentId !== null || (state !== null && STATES[state].verified === 'yes');
  if (!isVerified && !begun.isOtherHold) return refuse('payment.not_verified');
  // If an open payment outlived its hold, the provider may still capture it: 'hold_ended' could be wrong.
  if (isVerified && !isLive && !(state && STATES[state].isPaid))
    return status === 'started' ? pending(begun) : refuse('payment.hold_ended');
  if (!method) return refuse('payment.method_required');
  return isVerified ? null : refuse('selection.changed');
}

const isPaid = (state: BillingState | null): boolean => state !== null && PAID_STATES.includes(state);

/** Returns the outcome for the sponsor; null while the payment is neither captured nor refused. */
function answerOf(payment: BegunPayment | SettledPayment): PaymentOutcome | null {
  const { state, status, transactionId, billingId, reference } = payment;
  if (isPaid(state) && transactionId && billingId && reference)
    return { ok: true, transactionId, billingId, reference };
  if (state === 'refund_due' || status === 'refund_due') return refuse('payment.refund_due');
  if (status === 'failed') return refuse(payment.isLive ? 'payment.declined' : 'payment.hold_ended');
  // It counts, and the bank took other money back meanwhile: the page says what is missing.
  if (status === 'captured' && billingId) return pending({ billingId });
  return null;
}

type ChargeOptions = { provider: PaymentProvider; database: Database; returnTo: string };

/**
 * Charges the payment and records the result. A result that arrives after the deadline is still recorded. Once the
 * gateway takes no more money, it is only asked what became of the payment.
 */
async function chargeAndSettle(
  begun: BegunPayment,
  { provider: chosen, database, returnTo }: ChargeOptions,
): Promise<PaymentOutcome> {
  const { paymentId: id, method, amountPaise, reference, provider: name, providerRef, expiresAt, sponsor } = begun;
  if (!id || !method || !reference || !name || amountPaise === null) throw new Error('No payment to charge');
  // An open payment may be that of a former provider.
  const provider = name === chosen.name ? chosen : providerNamed(name);
  if (!provider) return pending(begun);
  const charge: Charge = {
    paymentId: id,
    providerRef,
    method,
    amountPaise,
    reference,
    payer: { name: sponsor?.fullName ?? '', email: sponsor?.email ?? '', phone: sponsor?.phone ?? '' },
    returnUrl: `${env().APP_URL.replace(/\/$/, '')}${returnTo}`,
    expiresAt: expiresAt ?? new Date(),
  };
  const work = async (): Promise<PaymentOutcome> => {
    const answer = await ask(provider, begun.isOver ? 'enquire' : 'charge', charge);
    if (answer === 'unreachable') return refuse('payment.failed');
    const state: PaymentState = answer ?? { status: 'failed', providerRef: null };
    const settled = await applyState({ id, provider: name, providerRef }, state, database);
    if (state.status === 'pending') return pending(begun, state.next);
    return (settled && answerOf(settled)) ?? refuse('payment.failed');
  };
  try {
    return await withDeadline(work(), CHARGE_MS);
  } catch (late) {
    if (!(late instanceof DeadlineError)) throw late;
    log.warn('payment_late', { provider: provider.name, milliseconds: CHARGE_MS });
    return refuse('payment.failed');
  }
}

async function ask(
  provider: PaymentProvider,
  what: 'charge' | 'enquire',
  charge: Charge,
): Promise<PaymentState | null | 'unreachable'> {
  try {
    return await (what === 'charge' ? provider.charge(charge) : provider.enquire(charge));
  } catch (error) {
    log.warn('payment_provider_unreachable', { provider: provider.name, ...describeError(error) });
    return 'unreachable';
  }
}

/**
 * Returns a keyed hash of method, total and lines in any order, to detect another request with the same
 * Idempotency-Key. Amounts are hashed in rupees, like those of the hashes in the database.
 */
function hashRequest({ payment_method, selected_courses, totalPaise }: PaymentRequest): string {
  const lines = selected_courses
    .map((line) => [line.id, line.selectedSeats, toRupees(line.pricePaise), toRupees(line.totalPaise)].join())
    .sort();
  const request = JSON.stringify([payment_method, toRupees(totalPaise), lines]);
  return createHmac('sha256', env().APP_SECRET).update(`payment-request|${request}`).digest('hex');
}

const refuse = (code: PaymentRefusal) => ({ ok: false, code }) as const;

const tooLarge = ({ maxPaise }: PaymentProvider) =>
  ({ ok: false, code: 'payment.too_large', params: { max: formatINR(maxPaise ?? 0) } }) as const;

function pending({ billingId }: Pick<BegunPayment, 'billingId'>, next: NextStep | null = null): PaymentOutcome {
  if (!billingId) throw new Error('No adoption to pay for');
  return { ok: false, code: 'payment.pending', billingId, next };
}
