import 'server-only';
import { createHmac } from 'node:crypto';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { STATES } from '@/db/schema/billing-states';
import { releaseExpiredHolds } from '@/lib/adoption/mutations';
import { retryOnConflict } from '@/lib/core/conflict';
import { DeadlineError, withDeadline } from '@/lib/core/deadline';
import { env } from '@/lib/core/env';
import { describeError, log } from '@/lib/core/log';
import { toRupees } from '@/lib/core/money';
import type { SponsorScope } from '@/lib/identity/session';
import { paymentProvider, type Charge, type ChargeAnswer, type Notice, type PaymentProvider } from './provider';
import type { PaymentRequest } from './schema';
import {
  runBeginPayment,
  runSettlePayment,
  type BeginRow,
  type BeginValues,
  type SettleRow,
  type SettleValues,
} from './statements';

/** Deadline for the provider, in milliseconds; the whole request has ten seconds. */
export const CHARGE_MS = 7000;
const ATTEMPTS = 5;

/** A paid adoption. */
export type Paid = { transactionId: string; billingId: string; reference: string };

/** Why an adoption is not paid, or not yet ('payment.pending'). */
export type PaymentRefusal =
  | 'payment.key_reused'
  | 'payment.not_verified'
  | 'payment.hold_ended'
  | 'payment.method_required'
  | 'selection.changed'
  | 'payment.declined'
  | 'payment.pending'
  | 'payment.refund_due'
  | 'payment.failed';

export type PaymentOutcome = ({ ok: true } & Paid) | { ok: false; code: PaymentRefusal };

type Options = {
  /** The Idempotency-Key of the request, if any. */
  key?: string | null;
  provider?: PaymentProvider | null;
  /** The pool to use instead of the shared one. */
  connection?: Sql;
};

/**
 * Pays for the held adoption of the sponsor. The payment is stored before the provider is called, and its id is the
 * idempotency key for the provider. A repeated request (from another tab, after a crash, or with the same
 * Idempotency-Key) therefore finds the same payment and completes it if it is still open: nothing is charged twice. A
 * paid adoption returns its transaction. After a failed payment the hold stays, and the next request without the key
 * creates a new payment.
 * @returns 'payment.pending' if the provider responds later; 'payment.failed' if it does not respond or none is
 * configured
 */
export async function payForAdoption(
  scope: SponsorScope,
  request: PaymentRequest,
  { key = null, provider = paymentProvider(), connection = sql() }: Options = {},
): Promise<PaymentOutcome> {
  if (!provider) return refuse('payment.failed');
  const method = request.payment_method;
  const values = beginValues(scope, request, { provider, key });
  // A concurrent request created or completed a payment that the snapshot of this one does not contain. Both come from
  // one click: if this request created another payment after the first was declined, every click would charge again.
  let joins = false;
  const row = await repeat(async () => {
    const begun = await runBeginPayment(connection, { ...values, joins });
    joins = begun.state === 'completed' ? !begun.transaction_id : Boolean(begun.is_live && method && !begun.payment_id);
    return joins ? undefined : begun;
  });
  return refusalBefore(row, method) ?? answerOf(row) ?? chargeAndSettle(provider, row, connection);
}

/** Returns the values of BEGIN_PAYMENT for a request. */
export function beginValues(
  { userId }: SponsorScope,
  request: PaymentRequest,
  { provider, key }: { provider: PaymentProvider; key: string | null },
): BeginValues {
  const { payment_method: method, selected_courses: lines, totalPaise } = request;
  return {
    userId,
    ids: lines.map(({ id }) => id),
    seats: lines.map(({ selectedSeats }) => selectedSeats),
    prices: lines.map(({ pricePaise }) => pricePaise),
    totals: lines.map(({ totalPaise: own }) => own),
    totalPaise,
    method,
    provider: provider.name,
    key,
    requestHash: hashRequest(request),
  };
}

/**
 * Records a notice of the provider; a repeated notice changes nothing. A transaction that is recorded for another
 * payment is logged and otherwise ignored, because after a refusal the provider would only send the notice again.
 * @returns false if the provider has no such payment
 */
export async function recordNotice(provider: PaymentProvider, notice: Notice): Promise<boolean> {
  return (await settle({ ...notice, provider: provider.name }, sql())) !== null;
}

/** Returns the first refusal, in the order given by A-62, or null. */
function refusalBefore(row: BeginRow, method: PaymentRequest['payment_method']): PaymentOutcome | null {
  if (row.key_reused) return refuse('payment.key_reused');
  const { state, is_live, status } = row;
  const isVerified = row.payment_id !== null || (state !== null && STATES[state].verified === 'yes');
  if (!isVerified && !row.other_hold) return refuse('payment.not_verified');
  // If an open payment outlived its hold, the provider may still capture it: 'hold_ended' could be wrong.
  if (isVerified && !is_live && !(state && STATES[state].isPaid))
    return refuse(status === 'started' ? 'payment.pending' : 'payment.hold_ended');
  if (!method) return refuse('payment.method_required');
  return isVerified ? null : refuse('selection.changed');
}

/** Returns the outcome for the sponsor; null while the payment is neither captured nor refused. */
function answerOf(row: BeginRow | SettleRow): PaymentOutcome | null {
  const { state, status, transaction_id: transactionId, billing_id: billingId, reference } = row;
  if (state === 'completed' && transactionId && billingId && reference)
    return { ok: true, transactionId, billingId, reference };
  if (state === 'refund_due' || status === 'refund_due') return refuse('payment.refund_due');
  if (status === 'failed') return refuse(row.is_live ? 'payment.declined' : 'payment.hold_ended');
  return null;
}

/** Charges the payment and records the result. A result that arrives after the deadline is still recorded. */
async function chargeAndSettle(provider: PaymentProvider, row: BeginRow, connection: Sql): Promise<PaymentOutcome> {
  const { payment_id: paymentId, method, amount_paise, reference } = row;
  if (!paymentId || !method || !reference) throw new Error('No payment to charge');
  const work = async (): Promise<PaymentOutcome> => {
    const charge = { paymentId, method, amountPaise: Number(amount_paise), reference };
    const answer = await ask(provider, charge);
    if (!answer) return refuse('payment.failed');
    if (answer.status === 'pending') return refuse('payment.pending');
    const settled = await settle({ ...answer, paymentId, provider: provider.name }, connection);
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

async function ask(provider: PaymentProvider, charge: Charge): Promise<ChargeAnswer | null> {
  try {
    return await provider.charge(charge);
  } catch (error) {
    log.warn('payment_provider_unreachable', { provider: provider.name, ...describeError(error) });
    return null;
  }
}

/**
 * Settles a payment; releases expired holds first if they block its seats. Returns null if the provider has no such
 * payment.
 */
async function settle(values: SettleValues, connection: Sql): Promise<SettleRow | null> {
  const settled = await repeat(async () => {
    const row = await runSettlePayment(connection, values);
    if (!row?.is_stale) return row ?? null;
    await releaseExpiredHolds(undefined, connection);
    return undefined;
  });
  if (settled?.is_taken)
    log.error('payment_transaction_taken', { payment: values.paymentId, provider: values.provider });
  if (settled?.status === 'refund_due') log.warn('payment_refund_due', { payment: values.paymentId });
  return settled;
}

/** Repeats work that returned undefined or failed because of a conflict. */
async function repeat<T>(work: () => Promise<T | undefined>): Promise<T> {
  const done = await retryOnConflict(ATTEMPTS, work);
  if (done === undefined) throw new Error('Could not record the payment');
  return done;
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
